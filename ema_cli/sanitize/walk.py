"""The way through JSON values: the leaves of many values at once, and back again.

The way is gone twice in the same order: once to collect the leaves, and once more through those
parts only in which something was found. A part is a field of an object at the top, or a value
that is no object.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.sanitize.embedded import Part, looks_like_json, parts
from ema_cli.sanitize.escapes import Escape, encode
from ema_cli.sanitize.leaves import Edit, Leaves, apply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ema_cli.sanitize.entities import Entity
    from ema_cli.sanitize.field_names import FieldNames
    from ema_cli.sanitize.numbers import Numbers
    from ema_cli.values import JsonValue


Counts: TypeAlias = "dict[tuple[str, Entity], int]"
"""How often which entity was replaced, by the field at the top."""


class EqualKeys(Exception):
    """Two keys of one object would become equal."""


class Collector:
    """The first way: writes down every text, and in which parts a number has to go.

    `clean` are keys known to hold nothing; they are no leaves.
    """

    def __init__(self, names: FieldNames, numbers: Numbers, clean: AbstractSet[str]) -> None:
        """Begin with no leaves."""
        self.leaves = Leaves()
        self.firsts: list[int] = []
        """For each part its first leaf."""
        self.begins: list[int] = []
        """For each value its first part."""
        self.with_numbers: set[int] = set()
        self.keys: set[str] = set()
        self.embedded: dict[tuple[str, Entity | None], list[Part]] = {}
        self.names = names
        self.numbers = numbers
        self.clean = clean

    def top(self, value: JsonValue) -> None:
        """Go through a whole value."""
        self.begins.append(len(self.firsts))
        if not isinstance(value, dict):
            self.part(value, None)
            return
        firsts, texts = self.firsts, self.leaves.texts
        for key, item in value.items():
            firsts.append(len(texts))
            self._field(key, item, None)

    def part(self, value: JsonValue, column: Entity | None) -> None:
        """Go through what is a part of its own."""
        self.firsts.append(len(self.leaves.texts))
        self._value(value, column)

    def touched(self, edits: Mapping[int, Sequence[Edit]]) -> list[int]:
        """Give the parts in which something is to change, in order."""
        return sorted(self.with_numbers | {bisect_right(self.firsts, leaf) - 1 for leaf in edits})

    def _key(self, key: str) -> None:
        self.keys.add(key)
        self.leaves.add(key)

    def _field(self, key: str, item: JsonValue, outer: Entity | None) -> None:
        if key not in self.clean:
            self._key(key)
        column = self.names.inside(key, outer)
        if column is None and type(item) is str and not item.endswith(_CLOSING):
            self.leaves.texts.append(item)  # what most fields are, without any detour
        else:
            self._value(item, column)

    def _value(self, value: JsonValue, column: Entity | None) -> None:
        if isinstance(value, str):
            self._text(value, column)
        elif isinstance(value, dict):
            for key, item in value.items():
                self._field(key, item, column)
        elif isinstance(value, list):
            for item in value:
                self._value(item, column)
        elif value is not None and self.numbers.replacement(value, column):
            self.with_numbers.add(len(self.firsts) - 1)

    def _text(self, text: str, column: Entity | None) -> None:
        if not text.endswith(_CLOSING) or not looks_like_json(text):
            self.leaves.add(text, column)
            return
        inner = self.embedded[text, column] = list(parts(text, column, self.names))
        for part in inner:
            if part.kind == "number":
                self._value(number_of(part.text), part.column)
            elif part.kind == "string":
                self._text(part.text, part.column)
            elif part.text not in self.clean:
                self._key(part.text)


_CLOSING = ("}", "]", " ", "\t", "\r", "\n")
"""Ends of texts that may be JSON."""


class Rebuilder:
    """The second way: puts the edits in. `counts` says what was replaced, by field and entity."""

    def __init__(self, collected: Collector, edits: Mapping[int, Sequence[Edit]]) -> None:
        """Keep what was collected, and what is to change."""
        self.counts: Counts = {}
        self._collected = collected
        self._names = collected.names
        self._numbers = collected.numbers
        self._clean = collected.clean
        self._edits = edits
        self._at = 0
        self._field = ""

    def top(self, value: JsonValue, begin: int, touched: Sequence[int]) -> JsonValue:
        """Rebuild a value whose first part is `begin`; parts that are not touched stay."""
        if not isinstance(value, dict):
            return self.part(value, begin, None)
        items = list(value.items())
        rebuilt = dict(value)
        renamed: dict[str, str] = {}
        for part in touched:
            key, item = items[part - begin]
            self._at, self._field = self._collected.firsts[part], key
            edits = () if key in self._clean else self._next()
            if edits:
                self._field = renamed[key] = apply(key, edits)
                self._count(edits)
            rebuilt[key] = self._value(item, self._names.inside(key, None))
        return _renamed(rebuilt, renamed) if renamed else rebuilt

    def part(self, value: JsonValue, part: int, column: Entity | None) -> JsonValue:
        """Rebuild what is a part of its own."""
        self._at, self._field = self._collected.firsts[part], ""
        return self._value(value, column)

    def part_edits(self, text: str, part: int, column: Entity | None) -> Sequence[Edit]:
        """Give the edits of a text that is a part of its own."""
        self._at, self._field = self._collected.firsts[part], ""
        return self._text(text, column)

    def _value(self, value: JsonValue, column: Entity | None) -> JsonValue:
        if isinstance(value, str):
            edits = self._text(value, column)
            return apply(value, edits) if edits else value
        if isinstance(value, dict):
            return self._object(value, column)
        if isinstance(value, list):
            return [self._value(item, column) for item in value]
        if value is None:
            return None
        replaced = self._numbers.replacement(value, column)
        if replaced is None:
            return value
        self._count_one(replaced[1])
        return replaced[0]

    def _object(self, value: dict[str, JsonValue], column: Entity | None) -> JsonValue:
        rebuilt: dict[str, JsonValue] = {}
        for key, item in value.items():
            edits = () if key in self._clean else self._next()
            new = key
            if edits:
                self._count(edits)
                new = apply(key, edits)
            if new in rebuilt:
                raise EqualKeys
            rebuilt[new] = self._value(item, self._names.inside(key, column))
        return rebuilt

    def _text(self, text: str, column: Entity | None) -> Sequence[Edit]:
        if self._collected.embedded:
            inner = self._collected.embedded.get((text, column))
            if inner is not None:
                return list(self._embedded(inner))
        edits = self._next()
        if edits:
            self._count(edits)
        return edits

    def _embedded(self, inner: Sequence[Part]) -> Iterator[Edit]:
        keys: set[tuple[int, str]] = set()
        for part in inner:
            if part.kind == "number":
                yield from self._number(part)
            elif part.kind == "string":
                yield from _written(part, self._text(part.text, part.column))
            else:
                edits = () if part.text in self._clean else self._next()
                self._count(edits)
                key = part.owner, apply(part.text, edits)
                if key in keys and edits:
                    raise EqualKeys
                keys.add(key)
                yield from _written(part, edits)

    def _number(self, part: Part) -> Iterator[Edit]:
        replaced = self._numbers.replacement(number_of(part.text), part.column)
        if replaced is not None:
            self._count_one(replaced[1])
            yield Edit(part.start, part.end, json.dumps(replaced[0]), replaced[1])

    def _next(self) -> Sequence[Edit]:
        self._at += 1
        return self._edits.get(self._at - 1, ())

    def _count(self, edits: Sequence[Edit]) -> None:
        for edit in edits:
            what = self._field, edit.entity
            self.counts[what] = self.counts.get(what, 0) + 1

    def _count_one(self, entity: Entity) -> None:
        what = self._field, entity
        self.counts[what] = self.counts.get(what, 0) + 1


def _renamed(value: dict[str, JsonValue], renamed: Mapping[str, str]) -> dict[str, JsonValue]:
    new: dict[str, JsonValue] = {}
    for key, item in value.items():
        name = renamed.get(key, key)
        if name in new:
            raise EqualKeys
        new[name] = item
    return new


def _written(part: Part, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Give the edits of a JSON string as edits of the text that holds it."""
    for edit in edits:
        start, end = part.outer(edit.start, edit.end)
        yield Edit(start, end, encode(edit.text, [Escape.JSON]), edit.entity)


def number_of(digits: str) -> int | float | None:
    """Read a number as JSON writes it, exactly where it is whole; None where it is too long."""
    try:
        if not set(digits) & set(".eE"):
            return int(digits)
        exact = Decimal(digits)
        whole = abs(exact) < _MOST_EXACT and exact == exact.to_integral_value()
        return int(exact) if whole else float(digits)
    except (ValueError, ArithmeticError):
        return None


_MOST_EXACT = Decimal(10) ** 27
