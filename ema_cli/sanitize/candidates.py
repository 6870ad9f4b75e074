"""Values found in a leaf, and which of overlapping ones count."""

from __future__ import annotations

from bisect import bisect_left
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from ema_cli.sanitize.entities import Entity

if TYPE_CHECKING:
    from ema_cli.sanitize.inference import NameShape
    from ema_cli.sanitize.views import View


class Origin(IntEnum):
    """Why a value was found; among those of one extent the first counts."""

    RESERVED = 0
    EXAMPLE = 1
    DETECTED = 2
    COLUMN = 3


class Candidate(NamedTuple):
    """A value found in a leaf; `start` and `end` count in the leaf as it is written.

    `first` and `last` are its extent in the view. `shape`: how it is built, where it is a name.
    `replace`: what the user wants in its place.
    """

    start: int
    end: int
    origin: Origin
    entity: Entity
    value: str
    view: View
    first: int
    last: int
    shape: NameShape | None = None
    replace: str | None = None


def chosen(candidates: list[Candidate]) -> list[Candidate]:
    """Choose the longest first, none over another; pseudonyms hold their place and go.

    The outcome does not depend on the order of `candidates`.
    """
    taken = candidates if len(candidates) == 1 else _apart(sorted(candidates, key=_rank))
    return [candidate for candidate in taken if candidate.origin]


def _apart(ranked: list[Candidate]) -> list[Candidate]:
    starts: list[int] = []
    taken: list[Candidate] = []
    for candidate in ranked:
        first = last = bisect_left(starts, candidate.start)
        while first and taken[first - 1].end > candidate.start:
            first -= 1
        while last < len(taken) and taken[last].start < candidate.end:
            last += 1
        together = _together(candidate, taken[first:last])
        if together is not None:
            starts[first:last] = [together.start]
            taken[first:last] = [together]
    return taken


def _together(candidate: Candidate, over: list[Candidate]) -> Candidate | None:
    """Give what counts in place of all these; None: `over` alone, which is longer.

    What a detector finds partly outside of them must go as well, so all become one value.
    """
    if not over:
        return candidate
    start = min(candidate.start, over[0].start)
    end = max(candidate.end, over[-1].end)
    inside = start == over[0].start and end == over[-1].end
    alike = all(other.view is candidate.view for other in over)
    if inside or candidate.origin is not Origin.DETECTED or not alike:
        return None
    first = min(candidate.first, over[0].first)
    last = max(candidate.last, over[-1].last)
    value = candidate.view.folded.folded[first:last]
    return candidate._replace(start=start, end=end, first=first, last=last, value=value)


def _rank(candidate: Candidate) -> tuple[int, int, int, int, str]:
    length = candidate.end - candidate.start
    layers = len(candidate.view.layers)
    return -length, _precedence(candidate), layers, candidate.start, candidate.value


def _precedence(candidate: Candidate) -> int:
    """Give the place among candidates of one extent.

    A card in a field that is taken whole counts for the field: its pseudonym is any number that
    fails a checksum, so nobody could tell there that it is one.
    """
    if candidate.origin is Origin.DETECTED and candidate.entity is Entity.CREDIT_CARD:
        return Origin.COLUMN + 1
    return candidate.origin
