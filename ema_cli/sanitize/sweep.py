"""Finding and replacing in many leaves at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.sanitize.candidates import Candidate, Origin, chosen
from ema_cli.sanitize.columns import column_candidate
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


class Sweep:
    """Finds values in leaves, and says what to put in their place."""

    def __init__(
        self, matcher: ExampleMatcher, detectors: Sequence[Detector], pseudonyms: Pseudonyms
    ) -> None:
        """Keep what finds and what replaces."""
        self._matcher = matcher
        self._detectors = detectors
        self._pseudonyms = pseudonyms

    def edits(self, leaves: Sequence[Leaf]) -> dict[int, list[Edit]]:
        """Give the edits of each leaf that has any, by its place, in order."""
        found: dict[int, list[Candidate]] = {}
        for view in views([leaf.text for leaf in leaves]):
            for number, candidate in self._candidates(view):
                found.setdefault(number, []).append(candidate)
        for number, leaf in enumerate(leaves):
            if leaf.column is not None:
                column = column_candidate(leaf.text, leaf.column)
                if column is not None:
                    found.setdefault(number, []).append(column)
        edits = {number: self._edits(candidates) for number, candidates in found.items()}
        return {number: of_leaf for number, of_leaf in edits.items() if of_leaf}

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


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Put edits into a text; what lies between them is not touched."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)
