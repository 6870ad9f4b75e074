"""Finding and replacing in many leaves at once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ema_cli.sanitize.candidates import Candidate, Origin, chosen
from ema_cli.sanitize.columns import column_candidate
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.folding import fold_text
from ema_cli.sanitize.leaves import Edit, Leaves, apply
from ema_cli.sanitize.settling import composed, is_settled
from ema_cli.sanitize.views import views

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.sanitize.detectors.detector import Detector
    from ema_cli.sanitize.matching import ExampleMatcher
    from ema_cli.sanitize.pseudonyms.pseudonyms import Pseudonyms
    from ema_cli.sanitize.views import View

_LONG = 1_000_000
"""Characters of a leaf from which on it is gone through in parts."""
_AROUND = 16_384
"""Characters around such a part; a longer value may be cut in two."""
_AGAIN = 4
"""How often a leaf is looked at again, at most."""
_REMEMBERED = 4096
"""Values of fields taken whole that are remembered."""
_REMEMBERED_LENGTH = 100
"""Characters that such a value may have."""


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
        self._replaced = {
            (target.entity, target.value): target.example.replace
            for target in matcher.targets
            if target.example.replace is not None and target.example.swaps is None
        }
        self.found: set[str] = set()
        """Values of the examples that were found so far."""
        self._remembered = lru_cache(_REMEMBERED)(self._whole)

    def edits(self, leaves: Leaves) -> dict[int, list[Edit]]:
        """Give the edits of each leaf that has any, by its number, in order."""
        texts = leaves.texts
        if max(map(len, texts), default=0) <= _LONG:
            return self._short(leaves)
        long = [number for number, text in enumerate(texts) if len(text) > _LONG]
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
            self._look(view, found)
        for number, column in leaves.columns.items():
            text = leaves.texts[number]
            candidates = found.setdefault(number, [])
            if not _is_taken(text, candidates):
                candidates += self._column(text, column)
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

    def _look(self, view: View, found: dict[int, list[Candidate]]) -> None:
        """Put what is found in a view to that of its leaf."""
        for first, last, target in self._matcher.find(view.folded):
            self.found.add(target.value)
            number, start, end = view.place(first, last)
            candidate = Candidate(
                start, end, Origin.EXAMPLE, target.entity, target.value, view, first, last,
                target.shape, target.example.replace,
            )  # fmt: skip
            found.setdefault(number, []).append(candidate)
        normal = view.folded.normal
        for detector in self._detectors:
            for first, last, entity, value, reserved in detector.find(normal):
                number, start, end = view.place(first, last)
                origin = Origin.RESERVED if reserved else Origin.DETECTED
                candidate = Candidate(start, end, origin, entity, value, view, first, last)
                found.setdefault(number, []).append(candidate)

    def _column(self, text: str, column: Entity) -> Sequence[Candidate]:
        """Judge a field that is taken whole; the same values stand in many rows."""
        judge = self._remembered if len(text) <= _REMEMBERED_LENGTH else self._whole
        return judge(text, column)

    def _whole(self, text: str, column: Entity) -> Sequence[Candidate]:
        return column_candidate(text, column, self._given)

    def _edits(self, candidates: list[Candidate]) -> list[Edit]:
        return [
            Edit(candidate.start, candidate.end, self._replacement(candidate), candidate.entity)
            for candidate in chosen(candidates)
        ]

    def _replacement(self, candidate: Candidate) -> str:
        replace = candidate.replace
        if replace is None and self._replaced:
            replace = self._replaced.get((candidate.entity, candidate.value))
        if replace is not None:
            return candidate.view.written(replace)
        return self._pseudonyms.write(candidate)


def _is_taken(text: str, candidates: Sequence[Candidate]) -> bool:
    """Whether something that was found is the whole text anyway."""
    return bool(candidates) and any(
        candidate.end - candidate.start == len(text) and candidate.entity is not Entity.CREDIT_CARD
        for candidate in candidates
    )
