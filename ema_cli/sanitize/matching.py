"""Examples found as whole words, in one pass however many there are.

Each example is known by an anchor: its first word of three letters or more. An Aho-Corasick
automaton finds all anchors of a text at once; what stands around one is then matched in its other
spellings: any white space between words, or joined by one of `-_.+/` or by nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import ahocorasick_rs

from ema_cli.sanitize.folding import Folded, fold_text, is_unspaced, is_word
from ema_cli.sanitize.numbers import numbers_of
from ema_cli.sanitize.targets import Target, target_of
from ema_cli.sanitize.tries import Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ema_cli.sanitize.entities import Example

_NAME_PREFIXES = frozenset(
    [
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
    ]
)
_POWER = re.compile(
    r"(?<![\w.])[0-9]{1,17}(?:\.[0-9]{1,17})?e[+\-]?[0-9]{1,2}(?![\w]|\.[0-9])", re.ASCII
)
"""A number with a power of ten, as programs write long ones."""
_POWER_SIGN = re.compile(r"[0-9]e[+\-]?[0-9]")
"""What each of them has; it is found much faster."""
_LONGEST_POWER = 40
_PREFIX = 5
_SMALL = 100_000
"""Characters of anchors for which the fastest kind of automaton takes some 15 MB at most."""


class Match(NamedTuple):
    """An example in a folded text."""

    start: int
    end: int
    target: Target


@dataclass(slots=True)
class _Group:
    """All examples with one anchor: a way to the left, and from each of its ends to the right."""

    anchor: str
    left: Node[Node[Target]] = field(default_factory=Node)
    rights: dict[object, Node[Target]] = field(default_factory=dict)
    from_anchor: bool = True
    """Whether all of them begin with the anchor."""

    def add(self, target: Target) -> None:
        right = self.rights.get(target.left)
        if right is None:
            right = self.rights[target.left] = Node()
            self.left.reach(target.left).ends.append(right)
        right.reach(target.right).ends.append(target)
        self.from_anchor = self.from_anchor and not target.left


def _automaton(anchors: Sequence[str]) -> ahocorasick_rs.AhoCorasick:
    small = sum(map(len, anchors)) < _SMALL
    fastest = ahocorasick_rs.Implementation.DFA if small else None
    return ahocorasick_rs.AhoCorasick(anchors, implementation=fastest)


class ExampleMatcher:
    """Finds examples in folded texts."""

    def __init__(self, examples: Iterable[Example]) -> None:
        """Prepare; the same value given twice counts once, and the order does not matter."""
        ordered = sorted(examples, key=lambda example: (example.value, example.replace or ""))
        found = {
            (target.value, target.shape.swapped): target
            for target in map(target_of, reversed(ordered))
        }
        self.targets = list(found.values())
        groups: dict[str, _Group] = {}
        for target in self.targets:
            groups.setdefault(target.anchor, _Group(target.anchor)).add(target)
        self._groups = list(groups.values())
        self._automaton = _automaton(list(groups)) if groups else None
        self._numbers = {n: target for target in self.targets for n in numbers_of(target)}

    @property
    def taken(self) -> frozenset[str]:
        """First words and joined forms of all examples: no pseudonym may be one of them."""
        firsts = {
            re.split(r"[\W_]+", fold_text(target.example.value).strip())[0]
            for target in self.targets
        }
        return frozenset(firsts | {target.value for target in self.targets})

    def find(self, text: Folded) -> list[Match]:
        """Find all examples, overlapping ones too."""
        found: list[Match] = []
        if self._automaton is None:
            return found
        folded, normal = text.folded, text.normal
        if self._numbers:
            found += self._powers(folded)
        for index, start, end in self._automaton.find_matches_as_indexes(folded, overlapping=True):
            group = self._groups[index]
            if not group.from_anchor:
                for begin, right in group.left.backward(folded, start):
                    found += _behind(right, text, end, begin)
            elif not start or not _inside_word(folded, normal, start):
                found += _behind(group.rights[()], text, end, start)
        return found

    def _powers(self, folded: str) -> Iterator[Match]:
        """Find examples that are numbers where they are written with a power of ten."""
        for sign in _POWER_SIGN.finditer(folded):
            before = folded[max(0, sign.start() - _LONGEST_POWER) : sign.start() + 1]
            start = sign.start() + 1 - len(before) + len(before.rstrip("0123456789."))
            found = _POWER.match(folded, start)
            target = self._numbers.get(float(found[0])) if found else None
            if found is not None and target is not None:
                yield Match(*found.span(), target)


def _inside_word(folded: str, normal: str, start: int) -> bool:
    """Whether `start` is plainly in the middle of a word; what is left is judged closely."""
    before, after = folded[start - 1], folded[start]
    plain = before < "\x80" and after < "\x80"
    return plain and before.isalpha() and after.isalnum() and normal[start] == after


def _behind(right: Node[Target], text: Folded, end: int, begin: int) -> list[Match]:
    return [
        Match(begin, last, target)
        for last, target in right.forward(text.folded, end)
        if _begins(text, begin, target) and _ends(text, last, target)
    ]


def _begins(text: Folded, start: int, target: Target) -> bool:
    if start == 0:
        return True
    before = text.folded[start - 1]
    if not is_word(before) or not is_word(target.first):
        return True
    if is_unspaced(before) or is_unspaced(target.first):
        return True
    if target.numbered and before.isdecimal():
        return True
    return target.camel and _camel(text.normal, start) and not _name_prefix(text.normal, start)


def _ends(text: Folded, end: int, target: Target) -> bool:
    if end == len(text.folded):
        return True
    after = text.folded[end]
    if not is_word(after) or not is_word(target.last):
        return True
    if is_unspaced(after) or is_unspaced(target.last):
        return after < "\u0300" or after.isalnum()
    if target.numbered and after.isdecimal():
        return True
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
    while start and normal[start - 1].isalpha() and at - start <= _PREFIX:
        start -= 1
    return normal[start:at].lower() in _NAME_PREFIXES
