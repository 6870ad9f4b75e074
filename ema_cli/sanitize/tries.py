"""What stands before or behind an anchor, for many examples at once.

A trie over the words and gaps of examples. Walking it costs a dictionary look-up for each length
of word that occurs at a node, however many words there are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

Step = tuple[str, str]
"""A gap (a pattern that matches one way only) and the word that follows it."""


@dataclass(slots=True)
class Node(Generic[T]):
    """A place in the trie; `ends` are what may end here."""

    ends: list[T] = field(default_factory=list)
    branches: dict[str, _Branch[T]] = field(default_factory=dict)

    def reach(self, steps: Sequence[Step]) -> Node[T]:
        """Give the node at the end of these steps; make it if there is none."""
        node = self
        for gap, word in steps:
            branch = node.branches.get(gap)
            if branch is None:
                branch = node.branches[gap] = _Branch(_gap(gap))
            node = branch.child(word)
        return node

    def forward(self, text: str, at: int) -> list[tuple[int, T]]:
        """Give everything that ends behind `text[:at]`, and where."""
        found = [(at, end) for end in self.ends]
        for branch in self.branches.values():
            gap = branch.gap.match(text, at)
            if gap is None:
                continue
            begin = gap.end()
            for length in branch.lengths:
                child = branch.children.get(text[begin : begin + length])
                if child is not None:
                    found += child.forward(text, begin + length)
        return found

    def backward(self, text: str, at: int) -> list[tuple[int, T]]:
        """Give everything that begins before `text[at:]`, and where; gaps are looked for behind."""
        found = [(at, end) for end in self.ends]
        for branch in self.branches.values():
            window = text[max(0, at - _WIDEST) : at]
            gap = branch.before.search(window)
            if gap is None:
                continue
            begin = at - len(window) + gap.start()
            for length in branch.lengths:
                child = branch.children.get(text[max(0, begin - length) : begin])
                if child is not None:
                    found += child.backward(text, begin - length)
        return found


@dataclass(slots=True)
class _Branch(Generic[T]):
    gap: re.Pattern[str]
    children: dict[str, Node[T]] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)

    @property
    def before(self) -> re.Pattern[str]:
        return _gap_before(self.gap.pattern)

    def child(self, word: str) -> Node[T]:
        node = self.children.get(word)
        if node is None:
            node = self.children[word] = Node()
            if len(word) not in self.lengths:
                self.lengths.append(len(word))
        return node


_WIDEST = 256
"""Characters of a gap that is looked for backwards."""


@lru_cache(maxsize=4096)
def _gap(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@lru_cache(maxsize=4096)
def _gap_before(pattern: str) -> re.Pattern[str]:
    r"""Make the pattern match at the end of a text: the longest gap that ends there."""
    return re.compile(rf"(?:{pattern})\Z")
