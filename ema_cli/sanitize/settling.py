"""Edits that make something new together with what stands beside them.

A pseudonym right beside digits, say, may read as another number than either. Such a text is looked
at once more, and what is found then becomes a part of the first edits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.sanitize.leaves import Edit, apply

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NEXT = re.compile(r"\s?\Z|[\s)\]<>\"'}.,;:!?]{1,2}(?:[^\W\d_]|\Z)|[.,;:!?]\s")


def is_settled(text: str, edits: Sequence[Edit]) -> bool:
    """Whether all edits plainly stand alone: between white space and words, or at the ends."""
    for edit in edits:
        if not _quiet_before(text, edit.start) or not _NEXT.match(text, edit.end):
            return False
    return True


def _quiet_before(text: str, start: int) -> bool:
    if not start:
        return True
    before = text[max(0, start - 2) : start]
    if before[-1] not in _QUIET:
        return False
    return len(before) == 1 or before[0].isalpha() or before[0] in _QUIET_FURTHER


_QUIET = frozenset(" \t\n\r([<>\"'{;,")
_QUIET_FURTHER = frozenset(" \t\n\r([<>\"'{;,.!?)")


def composed(text: str, first: Sequence[Edit], second: Sequence[Edit]) -> list[Edit]:
    """Give edits of `text` that do what `first` does, and then `second` with the outcome."""
    after = apply(text, first)
    edits = list(_merged(after, list(first), second))
    outcome = apply(after, second)
    if apply(text, edits) == outcome:
        return edits
    return [Edit(0, len(text), outcome, first[0].entity)]


def _merged(after: str, waiting: list[Edit], second: Sequence[Edit]) -> Iterator[Edit]:
    """Merge edits; a second one takes up the first ones that it touches."""
    shift = 0
    for later in second:
        while waiting and waiting[0].start + shift + len(waiting[0].text) <= later.start:
            done = waiting.pop(0)
            shift += len(done.text) - (done.end - done.start)
            yield done
        start, end, head, tail = later.start - shift, later.end - shift, "", ""
        while waiting and waiting[0].start + shift < later.end:
            taken = waiting.pop(0)
            begins, ends = taken.start + shift, taken.start + shift + len(taken.text)
            if begins < later.start:
                head, start = after[begins : later.start], taken.start
            shift += len(taken.text) - (taken.end - taken.start)
            end = later.end - shift
            if ends > later.end:
                tail, end = after[later.end : ends], taken.end
        yield Edit(start, end, head + later.text + tail, later.entity)
    yield from waiting
