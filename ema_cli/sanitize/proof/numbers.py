"""Numbers that stand alone between white space: phones, cards, social security, IPv4."""

from __future__ import annotations

import re
from decimal import Decimal
from ipaddress import IPv4Address, ip_network
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NUMBER = re.compile(r"[0-9][0-9 ().\-]{6,}+")
_E = frozenset("eE")
_SPACE_BEFORE = " \0(:"
_NATIONAL = re.compile(
    r"\([2-9][0-9]{2}\) ?[0-9]{3}-[0-9]{4}|[2-9][0-9]{2}-[0-9]{3}-[0-9]{4}"
    r"|0[1-9][0-9]{1,4} [0-9]{6,7}"
)
_CALL = re.compile(r"\b(?:call|phone|tel|dial)[ :]{1,2}\Z", re.IGNORECASE)
_CALLED = re.compile(r"[2-9][0-9]{2}-[0-9]{4}|[2-9][0-9]{2}[2-9][0-9]{6}|[0-9]{2}(?: [0-9]{2}){3}")
_CARD = re.compile(
    r"((?:4[0-9]{3}|5[1-5][0-9]{2})( ?- ?| {0,2})[0-9]{4}\2[0-9]{4}\2[0-9]{4}"
    r"|3[47][0-9]{2}( ?- ?| {0,2})[0-9]{6}\3[0-9]{5})(?:\.0{1,6})?"
)
_POWER = re.compile(r"[1-9]\.[0-9]{11,16}[eE]\+?1[45](?![0-9])")
_ACCOUNT_BEFORE = re.compile(r"[A-Za-z]{2}[0-9]{2} \Z")
_SSN = re.compile(r"(?!000)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}")
_IP4 = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?=[0-9])|\Z)){4}")
_VERSION = re.compile(r"ver|release|build|firmware|upgrade|sdk|api|\bv", re.IGNORECASE)
_NOBODY = [
    ip_network(net) for net in ("198.18.0.0/15", "127.0.0.0/8", "0.0.0.0/32", "255.255.0.0/16")
]
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[0-9 ]{0,3}")


class Number(NamedTuple):
    """A number as it is written, and where it begins."""

    start: int
    written: str


def alone(text: str, start: int, end: int) -> bool:
    """Whether white space, a comma or the end of the text is on both sides."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 2]
    return before in _SPACE_BEFORE and (not after or after[0] in " \0,;" or after in {". ", "."})


def numbers(text: str) -> Iterator[Number]:
    """Give the numbers of seven digits or more that stand alone; no dates."""
    for run in _NUMBER.finditer(text):
        begin = run.start()
        start = begin - 1 if begin and text[begin - 1] == "(" else begin
        written = text[start : run.end()].rstrip(" ().-")
        end = start + len(written)
        if alone(text, start, end) and not _DATE.fullmatch(run[0]):
            yield Number(start, written)
        elif text[end : end + 1] in _E:
            power = _POWER.match(text, start)
            if power is not None and alone(text, start, power.end()):
                yield Number(start, f"{Decimal(power[0]):f}")


def phones(text: str, found: Sequence[Number]) -> int:
    """Count phone numbers."""
    return sum(1 for _ in _international(text)) + sum(
        _leads_abroad(text, number)
        or bool(_NATIONAL.fullmatch(number.written))
        or (
            bool(_CALLED.fullmatch(number.written))
            and bool(_CALL.search(text[max(0, number.start - 9) : number.start]))
        )
        for number in found
    )


_ABROAD = tuple(map(re.compile, (r"0011[ \-]?[1-9]", r"00[ \-]?[1-9]", r"011[ \-][1-9]")))
_GROUPED_ACCOUNT = re.compile(r"[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{0,24}\Z")
_WIDTH = 28
_LONG = 13
"""Digits from which on 011 is no area code."""


def _leads_abroad(text: str, number: Number) -> bool:
    """Whether a number begins with 00, 0011 or 011 and goes on as one of another country."""
    written = number.written
    if not written.startswith(("00", "011")):
        return False
    if written.startswith("011") and sum(map(str.isdecimal, written)) < _LONG:
        return False
    if _GROUPED_ACCOUNT.search(text[max(0, number.start - _WIDTH) : number.start]):
        return False
    codes = (found.end() - 1 for prefix in _ABROAD if (found := prefix.match(written)))
    return any(_is_possible("+" + written[code:]) for code in codes)


_PLUS = re.compile(r"\+[1-9][0-9]{0,2}[ (\-.]{0,2}[0-9][0-9 ()\-.]{5,18}+")


def _international(text: str) -> Iterator[str]:
    at = text.find("+")
    while at >= 0:
        found = None if text.startswith("999", at + 1) else _PLUS.match(text, at)
        if found:
            written = found[0].rstrip(" ()-.")
            if alone(text, at, at + len(written)) and _is_possible(written):
                yield written
        at = text.find("+", at + 1)


def _is_possible(written: str) -> bool:
    from phonenumbers import (  # noqa: PLC0415 - only where there is such a number
        NumberParseException,
        ValidationResult,
        is_possible_number_with_reason,
        parse,
    )

    try:
        reason: int = is_possible_number_with_reason(parse(written))
    except NumberParseException:
        return False
    return reason == ValidationResult.IS_POSSIBLE


def cards(text: str, found: Sequence[Number]) -> int:
    """Count card numbers; a part of an account's number is none."""
    return sum(
        _luhn(re.sub("[^0-9]", "", card[1]))
        for number in found
        if (card := _CARD.fullmatch(number.written))
        and not _ACCOUNT_BEFORE.search(text[max(0, number.start - 5) : number.start])
    )


def is_card(number: float) -> bool:
    """Whether a number that is no text is one of a card, with either sign."""
    if not _LEAST_CARD <= abs(number) < _MOST_CARD:
        return False
    written = f"{abs(number):.0f}" if abs(number) == int(abs(number)) else ""
    return _CARD.fullmatch(written) is not None and _luhn(written)


_LEAST_CARD, _MOST_CARD = 10**14, 10**16


def _luhn(digits: str) -> bool:
    doubled = [int(digit) * 2 for digit in digits[-2::-2]]
    return (sum(map(int, digits[-1::-2])) + sum(n - 9 * (n > 9) for n in doubled)) % 10 == 0  # noqa: PLR2004


def ssns(_text: str, found: Sequence[Number]) -> int:
    """Count social security numbers."""
    return sum(bool(_SSN.fullmatch(number.written)) for number in found)


def four_octets(text: str, found: Sequence[Number]) -> int:
    """Count IPv4 addresses that may be somebody's."""
    return sum(
        not any(IPv4Address(number.written) in net for net in _NOBODY)
        and not _VERSION.search(text[max(0, number.start - 20) : number.start])
        for number in found
        if _IP4.fullmatch(number.written)
    )
