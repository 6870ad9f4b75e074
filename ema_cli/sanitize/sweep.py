"""Finding and replacing in many leaves at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ema_cli.sanitize.candidates import Candidate, Origin, chosen
from ema_cli.sanitize.columns import column_candidate
from ema_cli.sanitize.folding import fold_text
from ema_cli.sanitize.views import View, views

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ema_cli.sanitize.detectors.detector import Detector
    from ema_cli.sanitize.entities import Entity
    from ema_cli.sanitize.matching import ExampleMatcher
    from ema_cli.sanitize.pseudonyms.pseudonyms import Pseudonyms


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text to look at; `column`: what it is as a whole, by the name of its field."""

    text: str
    column: Entity | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """What is put in place of a part of a leaf."""

    start: int
    end: int
    text: str
    entity: Entity


_LONG = 1_000_000
"""Characters of a leaf from which on it is gone through in parts."""
_AROUND = 16_384
"""Characters around such a part; a longer value may be cut in two."""
_NOTHING = Leaf("")


class Sweep:
    """Finds values in leaves, and says what to put in their place."""

    def __init__(
        self, matcher: ExampleMatcher, detectors: Sequence[Detector], pseudonyms: Pseudonyms
    ) -> None:
        """Keep what finds and what replaces."""
        self._matcher = matcher
        self._detectors = detectors
        self._pseudonyms = pseudonyms
        self._given = frozenset(
            fold_text(target.example.replace).strip()
            for target in matcher.targets
            if target.example.replace is not None
        )

    def edits(self, leaves: Sequence[Leaf]) -> dict[int, list[Edit]]:
        """Give the edits of each leaf that has any, by its place, in order."""
        long = [number for number, leaf in enumerate(leaves) if len(leaf.text) > _LONG]
        edits = self._short([leaf if len(leaf.text) <= _LONG else _NOTHING for leaf in leaves])
        edits.update((number, self._windowed(leaves[number])) for number in long)
        return {number: of_leaf for number, of_leaf in edits.items() if of_leaf}

    def _windowed(self, leaf: Leaf) -> list[Edit]:
        """Go through a long text in parts, each with what stands around it."""
        edits: list[Edit] = []
        text, at = leaf.text, 0
        while at < len(text):
            begin, end = max(0, at - _AROUND), at + _LONG
            window = Leaf(text[begin : end + _AROUND])
            for edit in self._short([window]).get(0, ()):
                moved = replace(edit, start=edit.start + begin, end=edit.end + begin)
                if at <= moved.start < end:
                    edits.append(moved)
            at = max(end, edits[-1].end if edits else 0)
        return edits

    def _short(self, leaves: Sequence[Leaf]) -> dict[int, list[Edit]]:
        found: dict[int, list[Candidate]] = {}
        for view in views([leaf.text for leaf in leaves]):
            for number, candidate in self._candidates(view):
                found.setdefault(number, []).append(candidate)
        for number, leaf in enumerate(leaves):
            if leaf.column is not None:
                column = column_candidate(leaf.text, leaf.column, self._given)
                if column is not None:
                    found.setdefault(number, []).append(column)
        return {number: self._edits(candidates) for number, candidates in found.items()}

    def _candidates(self, view: View) -> Iterator[tuple[int, Candidate]]:
        for match in self._matcher.find(view.folded):
            target = match.target
            inside = (match.start, match.end)
            number, start, end = _place(view, inside)
            yield number, Candidate(
                start, end, Origin.EXAMPLE, target.entity, target.value, view, inside,
                target.shape, target.example.replace,
            )  # fmt: skip
        for detector in self._detectors:
            for found in detector.find(view.folded.normal):
                inside = (found.start, found.end)
                number, start, end = _place(view, inside)
                origin = Origin.RESERVED if found.reserved else Origin.DETECTED
                yield number, Candidate(start, end, origin, found.entity, found.value, view, inside)

    def _edits(self, candidates: Sequence[Candidate]) -> list[Edit]:
        return [
            Edit(candidate.start, candidate.end, self._replacement(candidate), candidate.entity)
            for candidate in chosen(candidates)
        ]

    def _replacement(self, candidate: Candidate) -> str:
        if candidate.replace is not None:
            return candidate.view.written(candidate.replace)
        return self._pseudonyms.write(candidate)


def _place(view: View, inside: tuple[int, int]) -> tuple[int, int, int]:
    start, end = view.extent(*inside)
    number, begin = view.joined.place(start)
    return number, start - begin, end - begin


def apply(text: str, edits: Sequence[Edit], start: int = 0, end: int | None = None) -> str:
    """Put edits into `text[start:end]`; what lies between them is not touched."""
    if not edits and start == 0 and end is None:
        return text
    parts: list[str] = []
    at = start
    for edit in edits:
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    parts.append(text[at:end])
    return "".join(parts)
