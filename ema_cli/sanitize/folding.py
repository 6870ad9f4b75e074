"""Spelling variants made one, with the way back to the text that they stand in.

`normal` keeps case; `folded` is `normal` with full case folding. Both have the same length. Rules:
NFKC (fullwidth forms, ligatures, no-break spaces), canonical composition (NFC and NFD alike),
zero-width characters dropped, any decimal digit as ASCII, one apostrophe and one hyphen, and all
four Turkish letters i as one, since `İ` otherwise folds to two characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import category, decimal, normalize

from ema_cli.sanitize.pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_SAME = {
    **dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\uff07\u2032\u00b4", "'"),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2028\u2029\u0085", "\n"),
    **dict.fromkeys("\u0130\u0131", "i"),
    "\u1680": " ",
}
_DROPPED = frozenset("\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u2060\ufeff") | frozenset(
    map(chr, [*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2061, 0x2070)])
)
_VARIATION = frozenset(map(chr, [*range(0xFE00, 0xFE10), *range(0x180B, 0x180E)]))


def is_mark(char: str) -> bool:
    """Whether `char` belongs to the letter before it (an accent, a vowel sign)."""
    return char >= "\u0300" and category(char)[0] == "M"


def _normal(char: str) -> str:
    if char in _SAME:
        return _SAME[char]
    if char in _DROPPED or char in _VARIATION:
        return ""
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"
    digit = decimal(char, None)
    if digit is not None:
        return str(digit)
    plain = "".join(_SAME.get(part, part) for part in normalize("NFKC", char))
    folded = _casefold(plain)
    return plain if len(folded) == len(plain) else folded


def _casefold(text: str) -> str:
    return text.casefold().replace("i\u0307", "i")


class _Table(dict[int, str]):
    """A translation table that is worked out as characters come."""

    def __missing__(self, point: int) -> str:
        self[point] = value = _normal(chr(point))
        return value


class _FoldTable(dict[int, str]):
    def __missing__(self, point: int) -> str:
        self[point] = value = _casefold(_normal(chr(point)))
        return value


_TABLE = _Table()
_FOLD_TABLE = _FoldTable()


@dataclass(frozen=True, slots=True)
class Folded:
    """A text in its two normal forms. No `pieces`: each character stands where it stood."""

    normal: str
    folded: str
    pieces: Pieces | None = None

    def raw(self, start: int, end: int) -> tuple[int, int]:
        """Give the raw extent of `normal[start:end]`, which is not empty."""
        return (start, end) if self.pieces is None else self.pieces.extent(start, end)


def fold(raw: str) -> Folded:
    """Fold a text; linear in its length."""
    if raw.isascii():
        return Folded(raw, raw.lower())
    others = _others(raw)
    special = _special(frozenset(filter(_is_odd, others)))
    if special is None:
        swaps = _swaps(others)
        normal = _swapped(raw, swaps)
        return Folded(normal, _folded_of(normal, [swaps.get(char, char) for char in others]))
    pieces = _pieces(raw, special, _swaps(char for char in others if not _is_odd(char)))
    normal = pieces.text()
    return Folded(normal, _folded_of(normal, _others(normal)), pieces)


def _others(text: str) -> list[str]:
    return [char for char in set(text) if char > "\x7f"]


def _swaps(others: Iterable[str]) -> dict[str, str]:
    """Give which of these characters are another one in normal texts."""
    return {char: _TABLE[ord(char)] for char in others if _TABLE[ord(char)] != char}


def _swapped(text: str, swaps: Mapping[str, str]) -> str:
    """Put one character in place of another; a few are replaced faster than translated."""
    if len(swaps) > _FEW:
        return text.translate(_TABLE)
    for char, normal in swaps.items():
        text = text.replace(char, normal)
    return text


_FEW = 16


def _folded_of(normal: str, others: Sequence[str]) -> str:
    """Fold case, each character as one."""
    if all(_FOLD_TABLE[ord(char)] == char.casefold() for char in others):
        return normal.casefold() if others else normal.lower()
    return _same_length_fold(normal)


def fold_text(raw: str) -> str:
    """Fold a text without the way back."""
    return fold(raw).folded


@lru_cache(maxsize=65536)
def _is_odd(char: str) -> bool:
    return len(_normal(char)) != 1 or is_mark(char) or "\u1100" <= char <= "\u11ff"


@lru_cache(maxsize=256)
def _special(odd: frozenset[str]) -> re.Pattern[str] | None:
    """Pattern of the places where one character does not become one character."""
    if not odd:
        return None
    marks = "".join(sorted(char for char in odd if is_mark(char)))
    jamo = any("\u1100" <= char <= "\u11ff" for char in odd)
    others = "".join(sorted(char for char in odd if not is_mark(char)))
    parts = [rf"(?s:.)[{re.escape(marks)}]+"] if marks else []
    parts += ["[\u1100-\u11ff]+"] if jamo else []
    parts += [f"[{re.escape(others)}]"] if others else []
    parts += [f"[{re.escape(marks)}]"] if marks else []
    return re.compile("|".join(parts))


def _pieces(raw: str, special: re.Pattern[str], swaps: Mapping[str, str]) -> Pieces:
    """Fold what is special; what stands between is plain, and needs but `swaps`."""
    pieces = Pieces()
    at = 0
    for found in special.finditer(raw):
        pieces.add_plain(_swapped(raw[at : found.start()], swaps), at)
        for start, end, text in _clusters(found[0], found.start()):
            pieces.add(text, start, end)
        at = found.end()
    pieces.add_plain(_swapped(raw[at:], swaps), at)
    return pieces


def _clusters(text: str, at: int) -> list[tuple[int, int, str]]:
    """Fold a base with its marks, or a run of Hangul letters syllable by syllable."""
    if "\u1100" <= text[0] <= "\u11ff":
        return _syllables(text, at)
    composed = _remembered(text) if len(text) <= _SHORT else _composed(text)
    if len(composed) == len(text):
        return [(at + place, at + place + 1, char) for place, char in enumerate(composed)]
    return [(at, at + len(text), composed)]


def _composed(text: str) -> str:
    composed = "".join(map(_normal, normalize("NFKC", text)))
    folded = _casefold(composed)
    return composed if len(folded) == len(composed) else folded


_remembered = lru_cache(maxsize=4096)(_composed)
_SHORT = 8
"""Characters of a letter with its marks that is remembered."""


_SYLLABLE = re.compile("[\u1100-\u115f]+[\u1160-\u11a7]*[\u11a8-\u11ff]*|.", re.DOTALL)


def _syllables(text: str, at: int) -> list[tuple[int, int, str]]:
    return [
        (at + found.start(), at + found.end(), normalize("NFC", found[0]))
        for found in _SYLLABLE.finditer(text)
    ]


def _same_length_fold(normal: str) -> str:
    folded = normal.translate(_FOLD_TABLE)
    if len(folded) == len(normal):
        return folded
    return "".join(c if len(f := _casefold(c)) != 1 else f for c in normal)


def is_word(char: str) -> bool:
    """Whether `char` is part of a word: a letter, a digit, or a mark on one."""
    return char.isalnum() or is_mark(char)


_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3041-\u30ff"
    "\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)


def is_unspaced(char: str) -> bool:
    """Whether `char` is of a script that writes words without spaces, or joins particles on.

    Thai, Lao, Burmese, Khmer, Chinese and Japanese have no spaces between words, and Korean puts
    particles right behind a name, so next to these a word may end anywhere.
    """
    return char > "\u0dff" and _UNSPACED.match(char) is not None
