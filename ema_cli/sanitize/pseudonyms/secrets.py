"""Secrets of the same shape: each letter and digit keyed within its class, the last five checking.

At least 50 keyed bits: a short password grows. The prefix by which a kind of key is known stays. So
do the signs that keys are made with; in place of others, and of letters that are not ASCII, stand
letters, since the pseudonym of a secret like `jo@corp.example` must be no mail address.
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
_SIGNS = frozenset("_-.+/=~\n\r")
_CHECKED = 5
_BITS = 50


def secret_like(draw: Draw, original: str) -> str:
    """Write a secret of the same shape."""
    chars = [char if char in _CLASSES or char in _SIGNS else _letter(char) for char in original]
    places = [place for place, char in enumerate(chars) if char in _CLASSES]
    while _bits(chars, places[:-_CHECKED]) < _BITS:
        place = places[-1] + 1 if places else 0  # before signs at the end, which may be padding
        chars.insert(place, "a")
        places.append(place)
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


def _letter(char: str) -> str:
    return "A" if char.isupper() else "a"


def _pick(chars: str, byte: int) -> str:
    return chars[byte % len(chars)]


def _bits(chars: Sequence[str], places: Sequence[int]) -> float:
    return sum(log2(len(_CLASSES[chars[place]])) for place in places[:_BITS])


def _check(chars: Sequence[str], places: Sequence[int]) -> bytes:
    """Check over the keyed letters and digits."""
    keyed = "".join(chars[place] for place in places[:-_CHECKED])
    return sha256(b"ema pseudonym of a secret\0" + keyed.encode()).digest()[:_CHECKED]
