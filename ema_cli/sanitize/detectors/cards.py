"""Numbers of credit cards: by issuer, length and the Luhn checksum."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.clusters import begins, ends, group_ends
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.accounts import card_digits
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_GAP = r" ?- ?|[./]| {1,2}"
_NUMBER = re.compile(
    rf"(?<![0-9])(?:[0-9]{{4}}(?P<a>{_GAP})[0-9]{{4}}(?P=a)[0-9]{{4}}(?P=a)[0-9]{{1,4}}"
    r"(?:(?P=a)[0-9]{1,3})?"
    rf"|[0-9]{{4}}(?P<b>{_GAP})[0-9]{{6}}(?P=b)[0-9]{{4,5}}"
    rf"|[0-9]{{4,8}}(?P<c>{_GAP})[0-9]{{4,12}}(?:(?P=c)[0-9]{{4}})?|[0-9]{{13,19}})(?![0-9])"
    r"|(?<![0-9])(?P<power>[1-9]\.[0-9]{9,18}[eE]\+?1[2-8])(?![0-9])"
)
_NO_FRACTION = re.compile(r"\.0{1,6}(?![0-9.]|\w)")
"""What a program writes behind a whole number that it keeps as a decimal one."""
_ISSUED = re.compile(
    r"4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})"  # Visa
    r"|5[1-5][0-9]{14}|2(?:22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}"  # Mastercard
    r"|3[47][0-9]{13}"  # American Express
    r"|3(?:0[0-59]|[689][0-9])[0-9]{11,16}"  # Diners Club
    r"|(?:6011|64[4-9][0-9]|65[0-9]{2})[0-9]{12,15}"  # Discover
    r"|35(?:2[89]|[3-8][0-9])[0-9]{12,15}"  # JCB
    r"|62[0-9]{14,17}"  # UnionPay
    r"|(?:5018|5020|5038|5[6-8][0-9]{2}|6304|6759|676[1-3])[0-9]{8,15}"  # Maestro
)


_SHORTEST = 13
"""Digits of a card, at least."""
_POWER = len("e+18")


class CardFamily:
    """Finds card numbers in clusters of digits."""

    entities = (Entity.CREDIT_CARD,)
    least = 10

    def within(self, text: str, start: int, end: int) -> Iterator[Found]:
        """Find in the usual groupings, in one run, or with a power of ten."""
        for found in _NUMBER.finditer(text, start, min(len(text), end + _POWER)):
            if found.start() >= end:
                return
            if not begins(text, found.start()):
                continue
            if found["power"]:
                digits = card_digits(found[0])
                if is_card(digits) and ends(text, found.end()):
                    yield Found(*found.span(), Entity.CREDIT_CARD, digits)
                continue
            for last in group_ends(text, *found.span()):
                digits = re.sub("[^0-9]", "", text[found.start() : last])
                # Three groups of four are no card when a fourth one follows them.
                if len(digits) < _SHORTEST and last != found.end():
                    continue
                if is_card(digits) and (ends(text, last) or _NO_FRACTION.match(text, last)):
                    yield Found(found.start(), last, Entity.CREDIT_CARD, digits)
                    break
            else:
                yield from _no_card(text, found)


def _no_card(text: str, found: re.Match[str]) -> Iterator[Found]:
    """Keep what is grouped as cards are: with a wrong checksum it is what stands for a card.

    Its last groups would pass for a phone number otherwise.
    """
    start, end = found.span()
    grouped = (found["a"] or found["b"]) and ends(text, end)
    if grouped and text[max(0, start - 2) : start].rstrip(" (")[-1:] != "+":
        digits = re.sub("[^0-9]", "", found[0])
        yield Found(start, end, Entity.CREDIT_CARD, digits, reserved=True)


def is_card(digits: str) -> bool:
    """Whether these digits may be the number of a card."""
    from stdnum import luhn  # noqa: PLC0415 - not needed where there is no such number

    return _ISSUED.fullmatch(digits) is not None and luhn.is_valid(digits)
