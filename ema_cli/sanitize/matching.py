"""Examples found as whole words, in one pass however many there are.

Each example is known by an anchor: its first word of three letters or more. An Aho-Corasick
automaton finds all anchors of a text at once; what stands around one is then matched in its other
spellings: any white space between words, or joined by one of `-_.+/` or by nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import ahocorasick_rs

from ema_cli.sanitize.entities import Entity, Example
from ema_cli.sanitize.folding import Folded, fold_text, is_unspaced, is_word
from ema_cli.sanitize.inference import (
    NameShape,
    has_joined_forms,
    infer,
    name_shape,
    words_of,
)
from ema_cli.sanitize.reserved import value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ANCHOR = 3
_JOINERS = r"[\-_.+/]"
_NAME_PREFIXES = frozenset(
    (
        "mc",
        "mac",
        "fitz",
        "de",
        "del",
        "della",
        "di",
        "du",
        "la",
        "le",
        "van",
        "von",
        "o",
        "jo",
        "st",
    )
)
_CAMEL = 4


@dataclass(frozen=True, slots=True)
class Target:
    """An example as it is looked for."""

    example: Example
    entity: Entity
    value: str
    """What its pseudonym is made from."""
    left: str
    """Pattern of what stands before the anchor."""
    right: str
    anchor: str
    camel: bool
    """Whether it is found as a part of an identifier in camel case, too."""
    first: str
    last: str
    shape: NameShape


@dataclass(frozen=True, slots=True)
class Match:
    """An example in a folded text."""

    start: int
    end: int
    target: Target


@dataclass(slots=True)
class _Group:
    """All examples with one anchor, longest first."""

    targets: list[Target] = field(default_factory=list)
    patterns: list[tuple[re.Pattern[str] | None, re.Pattern[str], Target]] | None = None

    def compiled(self) -> list[tuple[re.Pattern[str] | None, re.Pattern[str], Target]]:
        if self.patterns is None:
            self.targets.sort(key=lambda target: (-len(target.value), target.value))
            self.patterns = [
                (
                    re.compile(f"(?:{target.left})\\Z") if target.left else None,
                    re.compile(target.right),
                    target,
                )
                for target in self.targets
            ]
        return self.patterns


class ExampleMatcher:
    """Finds examples in folded texts."""

    def __init__(self, examples: Iterable[Example]) -> None:
        """Prepare; the same value given twice counts once."""
        groups: dict[str, _Group] = defaultdict(_Group)
        ordered = sorted(examples, key=lambda example: (example.value, example.replace or ""))
        targets = {(target.value, target.camel): target for target in map(target_of, ordered)}
        self.targets = list(targets.values())
        for target in self.targets:
            groups[target.anchor].targets.append(target)
        self._groups = list(groups.values())
        self._automaton = ahocorasick_rs.AhoCorasick(list(groups)) if groups else None

    @property
    def taken(self) -> frozenset[str]:
        """First words and joined forms of all examples: no pseudonym may be one of them."""
        words = {
            re.split(r"[\W_]+", fold_text(target.example.value).strip())[0]
            for target in self.targets
        }
        return frozenset(words | {target.value for target in self.targets})

    def find(self, text: Folded) -> Iterator[Match]:
        """Find all examples, overlapping ones too."""
        if self._automaton is None:
            return
        folded = text.folded
        for index, start, _end in self._automaton.find_matches_as_indexes(folded, overlapping=True):
            for left, right, target in self._groups[index].compiled():
                match = _match(text, start, left, right, target)
                if match is not None:
                    yield match


_WINDOW = 64


def _match(
    text: Folded,
    anchor: int,
    left: re.Pattern[str] | None,
    right: re.Pattern[str],
    target: Target,
) -> Match | None:
    start = anchor
    if left is not None:
        window = text.folded[max(0, anchor - _WINDOW) : anchor]
        before = left.search(window)
        if before is None:
            return None
        start = anchor - len(window) + before.start()
    if not _begins(text, start, target):
        return None
    after = right.match(text.folded, anchor)
    if after is None or not _ends(text, after.end(), target):
        return None
    return Match(start, after.end(), target)


def _begins(text: Folded, start: int, target: Target) -> bool:
    if start == 0 or not is_word(target.first):
        return True
    before = text.folded[start - 1]
    if not is_word(before) or is_unspaced(before) or is_unspaced(target.first):
        return True
    return target.camel and _camel(text.normal, start) and not _name_prefix(text.normal, start)


def _ends(text: Folded, end: int, target: Target) -> bool:
    if end == len(text.folded) or not is_word(target.last):
        return True
    after = text.folded[end]
    if not is_word(after):
        return True
    if is_unspaced(after) or is_unspaced(target.last):
        return not (after >= "\u0300" and not after.isalnum())
    return target.camel and _camel(text.normal, end)


def _camel(normal: str, at: int) -> bool:
    """Whether a word of an identifier in camel case begins at `at`."""
    before, after = normal[at - 1], normal[at]
    if not after.isupper():
        return False
    return before.islower() or (before.isupper() and normal[at + 1 : at + 2].islower())


def _name_prefix(normal: str, at: int) -> bool:
    """Whether what stands before `at` is a part of a name, as in `MacDonald`."""
    start = at
    while start and normal[start - 1].isalpha() and at - start < _CAMEL + 1:
        start -= 1
    return normal[start:at].lower() in _NAME_PREFIXES


def target_of(example: Example) -> Target:
    """Work out how an example is looked for."""
    entity = example.entity or infer(example.value)
    folded = " ".join(fold_text(example.value).split())
    words = words_of(folded)
    if not words:
        return Target(
            *(example, entity, folded, "", _spaced(folded), folded, False, " ", " "),
            NameShape(single=True, suffix=""),
        )
    folded = folded.rstrip(".") if words[-1][1] < len(folded) else folded
    chosen = next((w for w in words if w[1] - w[0] >= _ANCHOR), max(words, key=_length))
    joined = has_joined_forms(folded)
    return Target(
        example=example,
        entity=entity,
        value=value_of(example.value, entity),
        left=_pattern(folded, 0, chosen[0], words, joined=joined),
        right=_pattern(folded, chosen[0], len(folded), words, joined=joined),
        anchor=folded[chosen[0] : chosen[1]],
        camel=_is_camel(entity, words, folded),
        first=folded[0],
        last=folded[-1],
        shape=name_shape(folded, entity),
    )


def _length(word: tuple[int, int]) -> int:
    return word[1] - word[0]


def _is_camel(entity: Entity, words: list[tuple[int, int]], folded: str) -> bool:
    if sum(map(_length, words)) < _CAMEL or not has_joined_forms(folded):
        return False
    return len(words) > 1 or entity in {Entity.ORGANIZATION, Entity.TEXT}


def _pattern(
    folded: str, start: int, end: int, words: list[tuple[int, int]], *, joined: bool
) -> str:
    """Pattern of `folded[start:end]` in all its spellings."""
    first, last = words[0][0], words[-1][1]
    parts: list[str] = []
    at = start
    for word_start, word_end in [word for word in words if start <= word[0] < end]:
        parts.append(_gap(folded[at:word_start], joined=joined and at > first))
        parts.append(re.escape(folded[word_start:word_end]))
        at = word_end
    parts.append(_gap(folded[at:end], joined=joined and first < end < last))
    return "".join(parts)


def _gap(gap: str, *, joined: bool) -> str:
    """Pattern of what stands between two words, or literally what stands at an edge."""
    if not gap:
        return ""
    if not joined:
        return _spaced(gap)
    mark = re.escape(gap.strip())
    return rf"(?:\s*+{mark}\s*+|\s++|{_JOINERS})?+" if mark else rf"(?:\s++|{_JOINERS})?+"


def _spaced(text: str) -> str:
    return r"\s+".join(map(re.escape, re.split(r"\s+", text)))
