"""Phone numbers under +999, a country code that is kept unassigned.

Each digit of the national number is keyed, so 10^n numbers for n digits. A number that is no text
is written 999 and at least eight digits.
"""

from __future__ import annotations

import re
from operator import add
from typing import TYPE_CHECKING

from ema_cli.sanitize.dialling import abroad

if TYPE_CHECKING:
    from ema_cli.sanitize.pseudonyms.keyed import Draw

_HEAD = "999"
_RESERVED = re.compile(r"(?:\+|00)999(?:[ ().\-/]{0,3}[0-9]){4,18}")

_NANP = re.compile(r"1?([2-9][0-9]{9})")
_DIGIT = re.compile("[0-9]")
_NO_DIGIT = re.compile(r"\D+")
_LETTER = re.compile(r"[^\W\d_]")
_APART = re.compile(r"[ (.\-/]")
_SHORTEST = 8
_LEAST, _MOST = 999 * 10**_SHORTEST, 10**19


def is_reserved(text: str) -> bool:
    """Whether a text is a pseudonym of a phone number."""
    return _RESERVED.fullmatch(text) is not None


def is_reserved_number(number: float) -> bool:
    """Whether a number is one, with either sign."""
    if not _LEAST <= abs(number) < _MOST:
        return False
    digits = str(abs(int(number)))
    return digits.startswith(_HEAD) and len(digits) >= len(_HEAD) + _SHORTEST


def phone_value(text: str) -> str:
    """Give what the pseudonym is made from: the digits, `+` before them if international.

    A North American number is the same with its country code and without.
    """
    text = text.replace("(0)", "")
    code = abroad(text)
    digits = _NO_DIGIT.sub("", text[code or 0 :])
    american = _NANP.fullmatch(digits)
    if american and (code is None or digits.startswith("1")):
        return american[1]
    return "+" + digits if code is not None else digits


def phone_like(draw: Draw, value: str, original: str) -> str:
    """Write the pseudonym in the grouping of `original`."""
    original = original.replace("(0)", "")
    body = original[abroad(original) or 0 :]
    if "(" not in body.partition(")")[0]:
        body = body.replace(")", "", 1)
    keyed = _keyed(draw, value)
    surplus = len(_DIGIT.findall(body)) - len(keyed)
    if surplus < 0 or _LETTER.search(body):
        return f"+{_HEAD}{keyed}"
    if surplus:
        body = _DIGIT.sub("", body, count=surplus).strip("-./)")
    gaps = _DIGIT.split(body)
    grouped = "".join(map(add, gaps, keyed)) + gaps[-1]
    apart = " " if _APART.search(original) else ""
    return f"+{_HEAD}{apart}{grouped.lstrip(' ')}"


def phone_number(draw: Draw, value: str) -> int:
    """Write the pseudonym as a number."""
    return int(_HEAD + _keyed(draw, value).ljust(_SHORTEST, "0"))


def _keyed(draw: Draw, value: str) -> str:
    """Give the digits of the pseudonym: as many as the national number has."""
    count = len(value.lstrip("+"))
    if value.startswith("+"):
        count -= country_code_width(value[1:])
    return "".join(map(str, draw.digits(10, max(count, 4))))


def country_code_width(digits: str) -> int:
    """Give the number of digits of the country code that an international number begins with.

    Zones of ITU-T E.164: 1 and 7 have one digit; the listed ones have two; the others three.
    """
    if digits[:1] in {"1", "7"}:
        return 1
    return 2 if digits[:2] in _TWO else 3


_TWO = frozenset(
    [
        "20",
        "27",
        "30",
        "31",
        "32",
        "33",
        "34",
        "36",
        "39",
        "40",
        "41",
        "43",
        "44",
        "45",
        "46",
        "47",
        "48",
        "49",
        "51",
        "52",
        "53",
        "54",
        "55",
        "56",
        "57",
        "58",
        "60",
        "61",
        "62",
        "63",
        "64",
        "65",
        "66",
        "81",
        "82",
        "84",
        "86",
        "90",
        "91",
        "92",
        "93",
        "94",
        "95",
        "98",
    ]
)
