"""Secrets of the same shape: each letter and digit keyed within its class, the last five checking.

At least 50 keyed bits: a short password grows. The prefix by which a kind of key is known stays.
"""

from __future__ import annotations

from hashlib import sha256
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.sanitize.pseudonyms.keyed import Draw

_DIGITS = "0123456789"
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_UPPER = _LOWER.upper()
_CLASSES = {char: chars for chars in (_DIGITS, _LOWER, _UPPER) for char in chars}
_CHECKED = 5
_BITS = 50


def secret_like(draw: Draw, original: str) -> str:
    """Write a secret of the same shape."""
    places = [place for place, char in enumerate(original) if char in _CLASSES]
    chars = list(original)
    while _bits(chars, places[:-_CHECKED]) < _BITS:
        places.append(len(chars))
        chars.append("a")
    keyed = draw.stream()
    for place in places[:-_CHECKED]:
        chars[place] = _pick(_CLASSES[chars[place]], next(keyed))
    for place, byte in zip(places[-_CHECKED:], _check(chars, places), strict=True):
        chars[place] = _pick(_CLASSES[chars[place]], byte)
    return "".join(chars)


def is_secret(text: str) -> bool:
    """Whether a text is a pseudonym of a secret."""
    places = [place for place, char in enumerate(text) if char in _CLASSES]
    if len(places) <= _CHECKED:
        return False
    return all(
        text[place] == _pick(_CLASSES[text[place]], byte)
        for place, byte in zip(places[-_CHECKED:], _check(text, places), strict=True)
    )


def _pick(chars: str, byte: int) -> str:
    return chars[byte % len(chars)]


def _bits(chars: Sequence[str], places: Sequence[int]) -> float:
    return sum(log2(len(_CLASSES[chars[place]])) for place in places[:_BITS])


def _check(chars: Sequence[str], places: Sequence[int]) -> bytes:
    """Check over the keyed letters and digits."""
    keyed = "".join(chars[place] for place in places[:-_CHECKED])
    return sha256(b"ema pseudonym of a secret\0" + keyed.encode()).digest()[:_CHECKED]
