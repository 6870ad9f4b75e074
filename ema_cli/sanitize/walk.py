"""The way through JSON values: the leaves of many values at once, and back again.

The way is gone twice in the same order: once to collect the leaves, and once more through those
values only in which something was found.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from ema_cli.sanitize.embedded import Part, looks_like_json, parts
from ema_cli.sanitize.escapes import Escape, encode
from ema_cli.sanitize.sweep import Edit, Leaf, apply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ema_cli.sanitize.entities import Entity
    from ema_cli.sanitize.field_names import FieldNames
    from ema_cli.sanitize.numbers import Numbers
    from ema_cli.values import JsonValue


class EqualKeys(Exception):
    """Two keys of one object would become equal."""


class Collector:
    """The first way: writes down every text, and notes whether a number has to go."""

    def __init__(self, columns: FieldNames, numbers: Numbers) -> None:
        """Begin with no leaves."""
        self.leaves: list[Leaf] = []
        self.number_found = False
        self._columns = columns
        self._numbers = numbers

    def value(self, value: JsonValue, column: Entity | None = None) -> None:
        """Go through a value; `column`: what the field that holds it holds."""
        if isinstance(value, str):
            self.text(value, column)
        elif isinstance(value, dict):
            for key, item in value.items():
                self.leaves.append(Leaf(key))
                self.value(item, self._columns.inside(key, column))
        elif isinstance(value, list):
            for item in value:
                self.value(item, column)
        elif value is not None and self._numbers.replacement(value, column):
            self.number_found = True

    def text(self, text: str, column: Entity | None) -> None:
        """Go through a text, and through what it holds if it is JSON."""
        if not looks_like_json(text):
            self.leaves.append(Leaf(text, column))
            return
        for part in parts(text, column, self._columns):
            if part.kind == "number":
                self.value(_number(part.text), part.column)
            elif part.kind == "key":
                self.leaves.append(Leaf(part.text))
            else:
                self.text(part.text, part.column)


class Rebuilder:
    """The second way: puts the edits in. `counts` says what was replaced, by field and entity."""

    def __init__(
        self,
        columns: FieldNames,
        numbers: Numbers,
        edits: Mapping[int, Sequence[Edit]],
        first: int,
        field: str = "",
    ) -> None:
        """Begin at the leaf number `first`; `field` names what has no field of its own."""
        self.counts: Counter[tuple[str, Entity]] = Counter()
        self._columns = columns
        self._numbers = numbers
        self._edits = edits
        self._at = first
        self._field = field

    def top(self, value: JsonValue) -> JsonValue:
        """Rebuild a value; what is found below a field of it counts for that field."""
        if not isinstance(value, dict):
            return self.value(value, None)
        rebuilt: dict[str, JsonValue] = {}
        for key, item in value.items():
            self._field = ""
            edits = self._next()
            self._field = new = apply(key, edits)
            self._count(edits)
            if new in rebuilt:
                raise EqualKeys
            rebuilt[new] = self.value(item, self._columns.inside(key, None))
        return rebuilt

    def value(self, value: JsonValue, column: Entity | None) -> JsonValue:
        """Rebuild a value that a field holds."""
        if isinstance(value, str):
            return apply(value, self.text(value, column))
        if isinstance(value, dict):
            return self._object(value, column)
        if isinstance(value, list):
            return [self.value(item, column) for item in value]
        if value is None:
            return None
        replaced = self._numbers.replacement(value, column)
        if replaced is None:
            return value
        self.counts[self._field, replaced[1]] += 1
        return replaced[0]

    def text(self, text: str, column: Entity | None) -> list[Edit]:
        """Give the edits of a text, in order."""
        if not looks_like_json(text):
            edits = self._next()
            self._count(edits)
            return list(edits)
        return list(self._embedded(text, column))

    def _object(self, value: dict[str, JsonValue], column: Entity | None) -> JsonValue:
        rebuilt: dict[str, JsonValue] = {}
        for key, item in value.items():
            edits = self._next()
            self._count(edits)
            new = apply(key, edits)
            if new in rebuilt:
                raise EqualKeys
            rebuilt[new] = self.value(item, self._columns.inside(key, column))
        return rebuilt

    def _embedded(self, text: str, column: Entity | None) -> Iterator[Edit]:
        keys: set[tuple[int, str]] = set()
        for part in parts(text, column, self._columns):
            if part.kind == "number":
                yield from self._number(part)
            elif part.kind == "string":
                yield from _written(part, self.text(part.text, part.column))
            else:
                edits = self._next()
                self._count(edits)
                key = part.owner, apply(part.text, edits)
                if key in keys and edits:
                    raise EqualKeys
                keys.add(key)
                yield from _written(part, edits)

    def _number(self, part: Part) -> Iterator[Edit]:
        replaced = self._numbers.replacement(_number(part.text), part.column)
        if replaced is not None:
            self.counts[self._field, replaced[1]] += 1
            yield Edit(part.start, part.end, json.dumps(replaced[0]), replaced[1])

    def _next(self) -> Sequence[Edit]:
        self._at += 1
        return self._edits.get(self._at - 1, ())

    def _count(self, edits: Sequence[Edit]) -> None:
        for edit in edits:
            self.counts[self._field, edit.entity] += 1


def _written(part: Part, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Give the edits of a JSON string as edits of the text that holds it."""
    for edit in edits:
        start, end = part.outer(edit.start, edit.end)
        yield Edit(start, end, encode(edit.text, [Escape.JSON]), edit.entity)


def _number(digits: str) -> int | float | None:
    try:
        return float(digits) if set(digits) & set(".eE") else int(digits)
    except ValueError:
        return None
