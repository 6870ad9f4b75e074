"""Numbers that stand for values written as numbers: 999, ten keyed digits, and two that check.

Fifteen digits, so that every JSON reader keeps them exact. 10^10 of them: 33 keyed bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.sanitize.pseudonyms.keyed import Draw

_HEAD = 999
_KEYED = 10
_CHECK = 97
_LENGTH = 15
_EXACT = 2**53
"""From here on a float is no number that anybody wrote digit by digit."""


def numeral(draw: Draw) -> int:
    """Make a number."""
    body: int = _HEAD * 10**_KEYED + draw.number % 10**_KEYED
    return body * 100 + body % _CHECK


def is_numeral(number: float) -> bool:
    """Whether a number is one of these."""
    if abs(number) >= _HEAD * 10 ** (_KEYED + 3):
        return False
    if number != int(number):
        return False
    body, check = divmod(abs(int(number)), 100)
    return body // 10**_KEYED == _HEAD and body % _CHECK == check


def is_numeral_text(text: str) -> bool:
    """Whether a text is one of these, as it is written in digits."""
    return len(text) == _LENGTH and text.isascii() and text.isdecimal() and is_numeral(int(text))


def written(number: float) -> str:
    """Write a number as it would stand in a text."""
    whole = isinstance(number, int) or (abs(number) < _EXACT and number.is_integer())
    return str(int(number)) if whole else repr(number)
