"""The independent scan: whether anything that was to go is still there.

It shares no rule with the part that replaces: neither detectors nor folding nor pseudonyms are
imported here, so that a mistake there is seen here. It says how much is left, never what.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING
from unicodedata import combining, normalize
from urllib.parse import unquote

import ahocorasick_rs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ema_cli.sanitize.entities import Entity, Example
    from ema_cli.values import JsonValue

_JOINERS = (" ", "-", "_", ".", "+", "/", "")
_MASKED = re.compile(
    r"[\w.+\-]+(?:@|%40|&#64;|&#x40;|&commat;|\\u0040)pseudonym\.example", re.IGNORECASE
)
_MAIL = re.compile(r"[\w.+\-']+@(?:[\w\-]+\.)+[^\W\d_]{2,}")
_LAYERS = 3
_LONGEST = 40


class Scan:
    """Looks for examples and values of known shapes, by means of its own."""

    def __init__(self, examples: Sequence[Example], entities: Collection[Entity]) -> None:
        """Prepare the spellings in which each example is looked for."""
        spellings: set[str] = set()
        self._numbers: set[float] = set()
        for example in examples:
            spellings.update(_spellings(_plain(example.value)))
            self._numbers.update(_as_number(example.value))
        self._spellings = sorted(spelling for spelling in spellings if spelling)
        self._automaton = ahocorasick_rs.AhoCorasick(self._spellings) if spellings else None
        self._entities = frozenset(entities)

    def residual(self, values: Sequence[JsonValue]) -> list[int]:
        """Count what is left in each value."""
        counts = [self._count(list(_texts(value))) for value in values]
        return [
            count + sum(number in self._numbers for number in _numbers(value))
            for count, value in zip(counts, values, strict=True)
        ]

    def _count(self, texts: list[str]) -> int:
        joined = "\n\0\n".join(texts)
        return max((self._in(reading) for reading in _readings(joined)), default=0)

    def _in(self, text: str) -> int:
        masked = _MASKED.sub("\0", text)
        found = sum(1 for _ in self._examples(_plain(masked)))
        if "email" in self._entities:
            found += len(_MAIL.findall(masked))
        return found

    def _examples(self, text: str) -> Iterator[int]:
        if self._automaton is None:
            return
        for index, start, end in self._automaton.find_matches_as_indexes(text, overlapping=True):
            spelling = self._spellings[index]
            before, after = text[start - 1 : start], text[end : end + 1]
            if _parts(before, spelling[0]) and _parts(spelling[-1], after):
                yield index


def _readings(text: str) -> Iterator[str]:
    """Read a text as it stands, and with its escapes undone, layer by layer."""
    yield text
    for _ in range(_LAYERS):
        undone = text
        if "%" in undone:
            undone = unquote(undone)
        if "&" in undone:
            undone = unescape(undone)
        if "\\" in undone:
            undone = _ESCAPED.sub(_undo, undone)
        if undone == text:
            return
        text = undone
        yield text


_ESCAPED = re.compile(r'(?:\\u[0-9A-Fa-f]{4})+|\\["\\/bfnrt]')


def _undo(found: re.Match[str]) -> str:
    return str(json.loads(f'"{found[0]}"'))


def _plain(text: str) -> str:
    """Make one spelling of many, in this module's own way."""
    if not text.isascii():
        text = text.replace("\u0130", "i").replace("\u0131", "i")
        text = _INVISIBLE.sub("", normalize("NFKC", text))
        text = normalize("NFC", text.casefold()).replace("\u2019", "'").replace("\u2018", "'")
        text = _HYPHENS.sub("-", text)
    return _SPACE.sub(" ", text.lower())


_SPACE = re.compile(r"\s+")
_HYPHENS = re.compile("[\u2010-\u2015\u2212]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_WORD = re.compile(r"[^\W_]+")


def _spellings(plain: str) -> Iterator[str]:
    plain = plain.strip()
    words = _WORD.findall(plain)
    yield plain.rstrip(".") or plain
    edges = (
        plain[: plain.find(words[0])] + plain[plain.rfind(words[-1]) + len(words[-1]) :]
        if words
        else ""
    )
    if len(words) > 1 and any(map(str.isalpha, plain)) and not edges.strip("."):
        yield from (joiner.join(words) for joiner in _JOINERS)


def _parts(before: str, after: str) -> bool:
    """Whether a word may end between these two characters."""
    if not before or not after or not _in_word(before) or not _in_word(after):
        return True
    return bool(_UNSPACED.match(before) or _UNSPACED.match(after))


def _in_word(char: str) -> bool:
    return char.isalnum() or combining(char) > 0


_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u3005-\u318f\u31f0-\ud7a3\U00020000-\U0003ffff]"
)


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)


def _numbers(value: JsonValue) -> Iterator[float]:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _numbers(item)


def _as_number(value: str) -> Iterable[float]:
    digits = re.sub(r"[\s().+/\-]", "", value)
    return (
        [int(digits)] if digits.isdecimal() and len(digits) <= _LONGEST and digits[0] != "0" else []
    )
