"""Spelling variants made one, with the way back to the text that they stand in.

`normal` keeps case; `folded` is `normal` with full case folding. Both have the same length. Rules:
NFKC (fullwidth forms, ligatures, no-break spaces), canonical composition (NFC and NFD alike),
zero-width characters dropped, any decimal digit as ASCII, one apostrophe and one hyphen, and all
four Turkish letters i as one, since `İ` otherwise folds to two characters.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import category, decimal, normalize

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """A text in its two normal forms. `starts`, `ends`: the raw extent of each of its characters.

    None for both: each character stands where it stood.
    """

    normal: str
    folded: str
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def raw(self, start: int, end: int) -> tuple[int, int]:
        """Give the raw extent of `normal[start:end]`, which is not empty."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


def fold(raw: str) -> Folded:
    """Fold a text; linear in its length."""
    if raw.isascii():
        return Folded(raw, raw.lower())
    special = _special(frozenset(_odd(raw)))
    if special is None:
        return Folded(raw.translate(_TABLE), raw.translate(_FOLD_TABLE))
    return _fold_mapped(raw, special)


def fold_text(raw: str) -> str:
    """Fold a text without the way back."""
    return fold(raw).folded


@lru_cache(maxsize=65536)
def _is_odd(char: str) -> bool:
    return len(_normal(char)) != 1 or is_mark(char) or "\u1100" <= char <= "\u11ff"


def _odd(raw: str) -> list[str]:
    return [char for char in set(raw) if char > "\x7f" and _is_odd(char)]


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


def _fold_mapped(raw: str, special: re.Pattern[str]) -> Folded:
    pieces: list[str] = []
    starts, ends = array("q"), array("q")
    at = 0
    for found in special.finditer(raw):
        _plain(raw, slice(at, found.start()), pieces, starts, ends)
        for start, end, text in _clusters(found[0], found.start()):
            pieces.append(text)
            starts.extend([start] * len(text))
            ends.extend([end] * len(text))
        at = found.end()
    _plain(raw, slice(at, len(raw)), pieces, starts, ends)
    normal = "".join(pieces)
    return Folded(normal, _same_length_fold(normal), starts, ends)


def _plain(raw: str, part: slice, pieces: list[str], starts: array[int], ends: array[int]) -> None:
    pieces.append(raw[part].translate(_TABLE))
    starts.extend(range(part.start, part.stop))
    ends.extend(range(part.start + 1, part.stop + 1))


def _clusters(text: str, at: int) -> list[tuple[int, int, str]]:
    """Fold a base with its marks, or a run of Hangul letters syllable by syllable."""
    if "\u1100" <= text[0] <= "\u11ff":
        return _syllables(text, at)
    composed = "".join(map(_normal, normalize("NFKC", text)))
    folded = _casefold(composed)
    if len(folded) != len(composed):
        composed = folded
    if len(composed) == len(text):
        return [(at + place, at + place + 1, char) for place, char in enumerate(composed)]
    return [(at, at + len(text), composed)]


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
