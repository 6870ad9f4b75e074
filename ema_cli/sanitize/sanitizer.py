"""The one door: rows, texts and configurations in, the same without the given values out."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.all import detectors
from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.matching import ExampleMatcher, Target, target_of
from ema_cli.sanitize.numbers import Numbers
from ema_cli.sanitize.pseudonyms.pseudonyms import Pseudonyms
from ema_cli.sanitize.segments import written
from ema_cli.sanitize.sweep import Sweep
from ema_cli.sanitize.walk import Collector, Rebuilder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ema_cli.sanitize.segments import Segment
    from ema_cli.sanitize.sweep import Edit
    from ema_cli.values import JsonValue


@dataclass(frozen=True, slots=True)
class Options:
    """What is looked for besides examples.

    `fields` says what the fields of these names hold (None: nothing that is taken whole).
    """

    entities: frozenset[Entity] = frozenset(DETECTED)
    fields: Mapping[str, Entity | None] = field(default_factory=dict)
    parts: bool = False


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A value without originals; `counts` says what was replaced, by field and entity."""

    value: JsonValue
    counts: Counter[tuple[str, Entity]]

    @property
    def changed(self) -> bool:
        """Whether anything was replaced."""
        return bool(self.counts)


def targets(examples: Sequence[Example]) -> list[Target]:
    """Say for each example what it is looked for as."""
    return [target_of(example) for example in examples]


class Sanitizer:
    """Takes examples and detected values out of texts and JSON values."""

    def __init__(self, examples: Sequence[Example], key: bytes, options: Options) -> None:
        """Prepare; the same examples in any order make the same sanitizer."""
        matcher = ExampleMatcher(examples)
        pseudonyms = Pseudonyms(key, matcher.taken)
        self._columns = FieldNames(options.fields)
        self._no_columns = FieldNames({}, known=False)
        self._numbers = Numbers(matcher.targets, pseudonyms)
        self._sweep = Sweep(matcher, detectors(options.entities), pseudonyms)

    def text(self, text: str) -> str:
        """Take values out of one text."""
        cleaned = self.values([text], columns=False)[0].value
        return cleaned if isinstance(cleaned, str) else text

    def values(self, values: Sequence[JsonValue], *, columns: bool = True) -> list[Cleaned]:
        """Take values out of JSON values: rows, or with `columns=False` configurations.

        Raises `EqualKeys` where two keys of one object would become equal.
        """
        names = self._columns if columns else self._no_columns
        collector = Collector(names, self._numbers)
        firsts: list[int] = []
        touched: set[int] = set()
        for number, value in enumerate(values):
            firsts.append(len(collector.leaves))
            collector.number_found = False
            collector.value(value)
            if collector.number_found:
                touched.add(number)
        edits = self._sweep.edits(collector.leaves)
        touched.update(bisect_right(firsts, leaf) - 1 for leaf in edits)
        return [
            self._rebuilt(value, names, edits, firsts[number])
            if number in touched
            else Cleaned(value, Counter())
            for number, value in enumerate(values)
        ]

    def segments(self, text: str, segments: Sequence[Segment]) -> list[Edit]:
        """Find what is to change in parts of a longer text, as edits of that text."""
        collector = Collector(self._columns, self._numbers)
        columns = [
            segment.field and self._columns.inside(segment.field, None) for segment in segments
        ]
        for segment, column in zip(segments, columns, strict=True):
            collector.text(segment.read(text), column or None)
        found = self._sweep.edits(collector.leaves)
        if not found and not collector.number_found:
            return []
        rebuilder = Rebuilder(self._columns, self._numbers, found, 0)
        edits: list[Edit] = []
        for segment, column in zip(segments, columns, strict=True):
            edits += written(segment, text, rebuilder.text(segment.read(text), column or None))
        return edits

    def _rebuilt(
        self,
        value: JsonValue,
        columns: FieldNames,
        edits: Mapping[int, Sequence[Edit]],
        first: int,
    ) -> Cleaned:
        rebuilder = Rebuilder(columns, self._numbers, edits, first)
        return Cleaned(rebuilder.top(value), rebuilder.counts)
