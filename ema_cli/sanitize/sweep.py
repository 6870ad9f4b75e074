"""Finding and replacing in many leaves at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.sanitize.candidates import Candidate, Origin, chosen
from ema_cli.sanitize.columns import column_candidate
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.folding import fold_text
from ema_cli.sanitize.leaves import Edit, Leaves, apply
from ema_cli.sanitize.settling import composed, is_settled
from ema_cli.sanitize.views import View, views

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ema_cli.sanitize.detectors.detector import Detector
    from ema_cli.sanitize.matching import ExampleMatcher
    from ema_cli.sanitize.pseudonyms.pseudonyms import Pseudonyms

_LONG = 1_000_000
"""Characters of a leaf from which on it is gone through in parts."""
_AROUND = 16_384
"""Characters around such a part; a longer value may be cut in two."""
_AGAIN = 4
"""How often a leaf is looked at again, at most."""


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

    def edits(self, leaves: Leaves) -> dict[int, list[Edit]]:
        """Give the edits of each leaf that has any, by its number, in order."""
        texts = leaves.texts
        long = [number for number, text in enumerate(texts) if len(text) > _LONG]
        if not long:
            return self._short(leaves)
        short = ["" if len(text) > _LONG else text for text in texts]
        edits = self._short(Leaves(short, leaves.columns))
        found = ((number, self._windowed(texts[number])) for number in long)
        return edits | {number: of_leaf for number, of_leaf in found if of_leaf}

    def _windowed(self, text: str) -> list[Edit]:
        """Go through a long text in parts, each with what stands around it."""
        edits: list[Edit] = []
        at = 0
        while at < len(text):
            begin, end = max(0, at - _AROUND), at + _LONG
            window = Leaves([text[begin : end + _AROUND]])
            for edit in self._short(window).get(0, ()):
                start = edit.start + begin
                if at <= start < end:
                    edits.append(edit._replace(start=start, end=edit.end + begin))
            at = max(end, edits[-1].end if edits else 0)
        return edits

    def _short(self, leaves: Leaves, again: int = _AGAIN) -> dict[int, list[Edit]]:
        found: dict[int, list[Candidate]] = {}
        for view in views(leaves.texts):
            for number, candidate in self._candidates(view):
                found.setdefault(number, []).append(candidate)
        for number, column in leaves.columns.items():
            candidates = found.setdefault(number, [])
            if not _is_taken(leaves.texts[number], candidates):
                candidates += column_candidate(leaves.texts[number], column, self._given)
        edits = {number: self._edits(candidates) for number, candidates in found.items()}
        found_any = {number: of_leaf for number, of_leaf in edits.items() if of_leaf}
        return self._settled(leaves, found_any, again)

    def _settled(
        self, leaves: Leaves, edits: dict[int, list[Edit]], again: int
    ) -> dict[int, list[Edit]]:
        """Look once more at leaves in which an edit may read as something else with its context."""
        numbers = [n for n, found in edits.items() if not is_settled(leaves.texts[n], found)]
        if not numbers or not again:
            return edits
        after = Leaves()
        for number in numbers:
            text = apply(leaves.texts[number], edits[number])
            after.add(text, leaves.columns.get(number))
        for place, more in self._short(after, again - 1).items():
            number = numbers[place]
            edits[number] = composed(leaves.texts[number], edits[number], more)
        return edits

    def _candidates(self, view: View) -> Iterator[tuple[int, Candidate]]:
        for match in self._matcher.find(view.folded):
            target = match.target
            number, start, end = _place(view, match.start, match.end)
            yield number, Candidate(
                start, end, Origin.EXAMPLE, target.entity, target.value, view,
                match.start, match.end, target.shape, target.example.replace,
            )  # fmt: skip
        for detector in self._detectors:
            for found in detector.find(view.folded.normal):
                number, start, end = _place(view, found.start, found.end)
                origin = Origin.RESERVED if found.reserved else Origin.DETECTED
                yield (
                    number,
                    Candidate(
                        start, end, origin, found.entity, found.value, view, found.start, found.end
                    ),
                )

    def _edits(self, candidates: list[Candidate]) -> list[Edit]:
        return [
            Edit(candidate.start, candidate.end, self._replacement(candidate), candidate.entity)
            for candidate in chosen(candidates)
        ]

    def _replacement(self, candidate: Candidate) -> str:
        if candidate.replace is not None:
            return candidate.view.written(candidate.replace)
        return self._pseudonyms.write(candidate)


def _place(view: View, first: int, last: int) -> tuple[int, int, int]:
    start, end = view.extent(first, last)
    number, begin = view.joined.place(start)
    return number, start - begin, end - begin


def _is_taken(text: str, candidates: Sequence[Candidate]) -> bool:
    """Whether something that was found is the whole text anyway."""
    return any(
        candidate.end - candidate.start == len(text) and candidate.entity is not Entity.CREDIT_CARD
        for candidate in candidates
    )
