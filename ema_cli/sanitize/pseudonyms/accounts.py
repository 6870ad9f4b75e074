"""Bank accounts, cards and US social security numbers that fail what a real one passes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.sanitize.pseudonyms.keyed import Draw

_DIGIT = re.compile("[0-9]")
_SSN = re.compile(r"[0-9]{3}([ \-]?)00\1[0-9]{4}")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@lru_cache(maxsize=4096)
def is_valid(iban: str) -> bool:
    """Whether an account number (capitals, no spaces) has structure and checksum."""
    from stdnum import iban as rules  # noqa: PLC0415 - reads a table

    return rules.is_valid(iban, check_country=False)


@lru_cache(maxsize=4096)
def has_structure(iban: str) -> bool:
    """Whether it is built as accounts of its country are, be its checksum right or wrong."""
    from stdnum import iban as rules  # noqa: PLC0415 - reads a table

    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", iban):
        return False
    return is_valid(iban[:2] + rules.calc_check_digits(iban) + iban[4:])


def iban_like(draw: Draw, original: str) -> str:
    """Write an account of the same country and grouping whose checksum is wrong."""
    plain = re.sub(r"[ \-]", "", original).upper()
    rest = "".join(
        _LETTERS[digit] if char.isalpha() else str(digit % 10)
        for char, digit in zip(plain[4:], draw.digits(26, len(plain) - 4), strict=True)
    )
    check = draw.number >> 200
    made = f"{plain[:2]}{check % 100:02}{rest}"
    if is_valid(made):
        made = f"{plain[:2]}{(check + 1) % 100:02}{rest}"
    return _grouped(made, original)


_CARD_GROUPS = re.compile(r"[0-9]+|(?:[0-9]{4}\D+){2,4}[0-9]{1,4}|[0-9]{4}\D+[0-9]{6}\D+[0-9]{4,5}")
_POWER = re.compile(r"([1-9])\.([0-9]{9,18})[eE]\+?(1[2-8])")


def card_digits(text: str) -> str:
    """Give the digits of a number, which may be written with a power of ten."""
    power = _POWER.fullmatch(text)
    if power is None:
        return "".join(_DIGIT.findall(text))
    fraction = power[2].ljust(int(power[3]), "0")
    whole, rest = fraction[: int(power[3])], fraction[int(power[3]) :]
    return power[1] + whole + rest.rstrip("0")


def card_like(draw: Draw, original: str) -> str:
    """Write a number of the same length that fails the Luhn checksum.

    It has the grouping of `original` if that is a usual one: others may read as a phone number.
    """
    if not _CARD_GROUPS.fullmatch(original):
        original = card_digits(original)
    from stdnum import luhn  # noqa: PLC0415 - not needed where there is no card

    count = len(_DIGIT.findall(original))
    first, *digits = draw.digits(10, count)
    body = str(first % 9 + 1) + "".join(map(str, digits[:-1]))
    right = int(luhn.calc_check_digit(body))
    last = digits[-1] if digits[-1] != right else (right + 1) % 10
    return _grouped(f"{body}{last}", original)


def ssn_like(draw: Draw, original: str) -> str:
    """Write a number of the group 00, which is never issued: 10^7 of them, less those below 100."""
    area, serial = draw.digits(10**4, 2)
    return _grouped(f"{area % 900 + 100:03}00{serial:04}", original)


def is_ssn(text: str) -> bool:
    """Whether a text is a pseudonym of a social security number."""
    return _SSN.fullmatch(text) is not None


def _grouped(made: str, original: str) -> str:
    chars = iter(made if not original.islower() else made.lower())
    return "".join(next(chars) if char.isalnum() else char for char in original)
