"""The one door: rows, texts and configurations in, the same without the given values out."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ema_cli.sanitize.detectors.all import detectors
from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.matching import ExampleMatcher
from ema_cli.sanitize.numbers import Numbers
from ema_cli.sanitize.parts import with_parts
from ema_cli.sanitize.pseudonyms.pseudonyms import Pseudonyms
from ema_cli.sanitize.segments import written
from ema_cli.sanitize.sweep import Sweep
from ema_cli.sanitize.targets import Target, detected, target_of
from ema_cli.sanitize.walk import Collector, Rebuilder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ema_cli.sanitize.leaves import Edit
    from ema_cli.sanitize.segments import Segment
    from ema_cli.sanitize.walk import Counts
    from ema_cli.values import JsonValue


@dataclass(frozen=True, slots=True)
class Options:
    """What is looked for besides examples.

    `fields` says what the fields of these names hold (None: nothing that is taken whole).
    """

    entities: frozenset[Entity] = frozenset(DETECTED)
    fields: Mapping[str, Entity | None] = field(default_factory=dict)
    parts: bool = False


class Cleaned(NamedTuple):
    """A value without originals; `counts` says what was replaced, by field and entity."""

    value: JsonValue
    counts: Mapping[tuple[str, Entity], int]

    @property
    def changed(self) -> bool:
        """Whether anything was replaced."""
        return bool(self.counts)


_NOTHING: Counts = {}
_REMEMBERED = 10_000
"""Keys of objects that are remembered."""


def targets(examples: Sequence[Example]) -> list[Target]:
    """Say for each example what it is looked for as."""
    return [target_of(example) for example in examples]


class Sanitizer:
    """Takes examples and detected values out of texts and JSON values."""

    def __init__(self, examples: Sequence[Example], key: bytes, options: Options) -> None:
        """Prepare; the same examples in any order make the same sanitizer."""
        matcher = ExampleMatcher(with_parts(examples) if options.parts else examples)
        pseudonyms = Pseudonyms(key, matcher.taken)
        self._columns = FieldNames(options.fields)
        self._no_columns = FieldNames({}, known=False)
        self._numbers = Numbers(matcher.targets, pseudonyms, options.entities)
        self._clean: set[str] = set()
        self._sweep = Sweep(matcher, detectors(options.entities), pseudonyms)
        self._matcher = matcher

    def text(self, text: str) -> str:
        """Take values out of one text."""
        cleaned = self.values([text], columns=False)[0].value
        return cleaned if isinstance(cleaned, str) else text

    def not_found(self, examples: Sequence[Example]) -> list[int]:
        """Give which of the examples were found nowhere, counted from 1.

        Those that a detector would take for something, such as a phone number, are left out: they
        may have been found in another spelling.
        """
        found = self._sweep.found | self._numbers.found
        missing = {target.example for target in self._matcher.targets if target.value not in found}
        return [
            number
            for number, example in enumerate(examples, start=1)
            if example in missing and detected(example.value) is None
        ]

    def values(self, values: Sequence[JsonValue], *, columns: bool = True) -> list[Cleaned]:
        """Take values out of JSON values: rows, or with `columns=False` configurations.

        Raises `EqualKeys` where two keys of one object would become equal.
        """
        collector = self._collector(self._columns if columns else self._no_columns)
        for value in values:
            collector.top(value)
        edits = self._sweep.edits(collector.leaves)
        touched: dict[int, list[int]] = {}
        for part in collector.touched(edits):
            touched.setdefault(bisect_right(collector.begins, part) - 1, []).append(part)
        rebuilder = Rebuilder(collector, edits)
        cleaned = [Cleaned(value, _NOTHING) for value in values]
        for number, parts in touched.items():
            rebuilder.counts = {}
            rebuilt = rebuilder.top(values[number], collector.begins[number], parts)
            cleaned[number] = Cleaned(rebuilt, rebuilder.counts)
        self._learn(collector, edits)
        return cleaned

    def segments(self, text: str, segments: Sequence[Segment]) -> list[Edit]:
        """Find what is to change in parts of a longer text, as edits of that text."""
        collector = self._collector(self._columns)
        columns = [self._column(segment) for segment in segments]
        for segment, column in zip(segments, columns, strict=True):
            collector.part(segment.read(text), column)
        found = self._sweep.edits(collector.leaves)
        rebuilder = Rebuilder(collector, found)
        edits: list[Edit] = []
        for part in collector.touched(found):
            segment = segments[part]
            within = rebuilder.part_edits(segment.read(text), part, columns[part])
            edits += written(segment, text, within)
        return edits

    def _column(self, segment: Segment) -> Entity | None:
        return None if segment.field is None else self._columns.inside(segment.field, None)

    def _collector(self, names: FieldNames) -> Collector:
        return Collector(names, self._numbers, self._clean)

    def _learn(self, collector: Collector, edits: Mapping[int, Sequence[Edit]]) -> None:
        """Remember keys in which nothing was found, since rows repeat their keys."""
        if len(self._clean) + len(collector.keys) <= _REMEMBERED:
            found = {collector.leaves.texts[leaf] for leaf in edits}
            self._clean |= collector.keys - found
