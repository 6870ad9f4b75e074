"""Texts as they are looked at: many leaves joined, as they stand and with escapes decoded."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate, compress, repeat
from operator import add, not_
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.sanitize.escapes import DEPTH, Escape, decode, encode, first
from ema_cli.sanitize.folding import Folded, fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SEPARATOR = "\0"


@dataclass(frozen=True, slots=True)
class Joined:
    """Leaves as one text; `numbers[i]` is the caller's number of the i-th of them."""

    text: str
    starts: Sequence[int]
    numbers: Sequence[int]

    @classmethod
    def of(cls, leaves: Sequence[str], numbers: Sequence[int]) -> Joined:
        """Join some leaves."""
        chosen = list(map(leaves.__getitem__, numbers))
        lengths = map(add, map(len, chosen), repeat(1))
        starts = list(accumulate(lengths, initial=0))
        return cls(_SEPARATOR.join(chosen), starts, numbers)

    def with_escapes(self, kind: Escape) -> list[int]:
        """Give the numbers of the leaves that hold an escape of this kind."""
        found: list[int] = []
        at = first(self.text, kind)
        while at >= 0:
            index = bisect_right(self.starts, at) - 1
            found.append(self.numbers[index])
            at = first(self.text, kind, self.starts[index + 1])
        return found


@dataclass(frozen=True, slots=True)
class View:
    """One way to read joined leaves: `folded` of the text under `layers` of escapes."""

    joined: Joined
    folded: Folded
    layers: tuple[Escape, ...] = ()
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Give the extent in the joined text of `folded[start:end]`, which is not empty."""
        if self.folded.pieces is not None:
            start, end = self.folded.raw(start, end)
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]

    def place(self, start: int, end: int) -> tuple[int, int, int]:
        """Give the caller's number of the leaf that holds this, and its extent in that leaf."""
        first, last = self.extent(start, end)
        joined = self.joined
        index = bisect_right(joined.starts, first) - 1
        begin = joined.starts[index]
        return joined.numbers[index], first - begin, last - begin

    def between(self, start: int, end: int) -> str:
        """Give what stands between the characters `start - 1` and `end`, as it is written."""
        before = self.extent(start - 1, start)[1]
        after = self.extent(end, end + 1)[0]
        return self.joined.text[before:after]

    def written(self, text: str) -> str:
        """Escape a text so that it can stand here."""
        return encode(text, self.layers) if self.layers else text


def views(leaves: Sequence[str]) -> Iterator[View]:
    """Give every way to read the leaves; each text is looked at in time linear in its length."""
    is_plain = list(map(str.isascii, leaves))
    plain = list(compress(range(len(leaves)), is_plain))
    others = list(compress(range(len(leaves)), map(not_, is_plain)))
    for numbers in (plain, others):
        if not numbers:
            continue
        joined = Joined.of(leaves, numbers)
        yield View(joined, fold(joined.text))
        for kind in Escape:
            escaped = joined.with_escapes(kind)
            if escaped:
                yield from _decoded(Joined.of(leaves, escaped), kind)


_Text: TypeAlias = "tuple[str, Sequence[int] | None, Sequence[int] | None, tuple[Escape, ...]]"


def _decoded(joined: Joined, kind: Escape) -> Iterator[View]:
    seen = {joined.text}
    texts: list[_Text] = [(joined.text, None, None, ())]
    for depth in range(DEPTH):
        deeper: list[_Text] = []
        for text, starts, ends, layers in texts:
            for layer in Escape if depth else (kind,):
                decoded = decode(text, layer)
                if decoded is None or decoded.text in seen:
                    continue
                seen.add(decoded.text)
                outer = _outer(decoded.starts, starts), _outer_ends(decoded.ends, ends)
                view = View(joined, fold(decoded.text), (*layers, layer), *outer)
                yield view
                deeper.append((decoded.text, *outer, view.layers))
        texts = deeper


def _outer(inner: Sequence[int], outer: Sequence[int] | None) -> Sequence[int]:
    return inner if outer is None else [outer[at] for at in inner]


def _outer_ends(inner: Sequence[int], outer: Sequence[int] | None) -> Sequence[int]:
    return inner if outer is None else [outer[at - 1] for at in inner]
