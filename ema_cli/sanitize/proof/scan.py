"""The door of the independent scan."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.proof.columns import is_left
from ema_cli.sanitize.proof.examples import ExampleScan
from ema_cli.sanitize.proof.numbers import is_card
from ema_cli.sanitize.proof.readings import plain, plain_digits, readings
from ema_cli.sanitize.proof.shapes import shapes
from ema_cli.sanitize.proof.spaces import without

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ema_cli.sanitize.entities import Example
    from ema_cli.sanitize.field_names import FieldNames
    from ema_cli.values import JsonObject, JsonValue


class Scan:
    """Looks for what was to go."""

    def __init__(
        self,
        examples: Sequence[Example],
        entities: Collection[Entity],
        fields: FieldNames | None = None,
    ) -> None:
        """Prepare; without `fields` no field is taken for what its name says."""
        self._examples = ExampleScan(example.value for example in examples)
        self._entities = entities
        self._fields = fields
        self._given = {plain(example.replace).strip() for example in examples if example.replace}

    def residual(self, values: Sequence[JsonValue], *, columns: bool = True) -> list[int]:
        """Count what is left in each value; without `columns` names of fields tell nothing."""
        fields = self._fields if columns else None
        if not self._count(values, fields):
            return [0] * len(values)
        return [self._count([value], fields) for value in values]

    def text(self, text: str) -> int:
        """Count what is left in a text."""
        return self.residual([text])[0]

    def _count(self, values: Sequence[JsonValue], fields: FieldNames | None) -> int:
        collected = _Collected(fields)
        for value in values:
            collected.add(value, None)
        others = self._others(collected)
        texts = [*collected.texts, *collected.names]
        return others + sum(map(self._in_text, readings(texts)))

    def _in_text(self, text: str) -> int:
        text = without(plain_digits(text), mail=self._examples.are_mail_like)
        return self._examples.in_text(plain(text)) + shapes(text, self._entities)

    def _others(self, collected: _Collected) -> int:
        numbers = sum(map(self._examples.is_number, collected.numbers))
        if Entity.CREDIT_CARD in self._entities:
            numbers += sum(map(is_card, collected.loose))
        return numbers + sum(
            is_left(value, entity)
            for value, entity in collected.columns
            if not self._given
            or not isinstance(value, str)
            or plain(value).strip() not in self._given
        )


class _Collected:
    """The leaves of values."""

    def __init__(self, fields: FieldNames | None) -> None:
        self.texts: list[str] = []
        self.names: set[str] = set()
        """Names of fields, which rows repeat."""
        self.numbers: list[float] = []
        self.loose: list[float] = []
        """Those whose field does not say what they are."""
        self.columns: list[tuple[str | float, Entity]] = []
        self._inside = fields.inside if fields else _nothing

    def add(self, value: JsonValue, column: Entity | None) -> None:
        if isinstance(value, str):
            self._add_text(value, column)
        elif isinstance(value, dict):
            self._add_fields(value, column)
        elif isinstance(value, list):
            for item in value:
                self.add(item, column)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            self.numbers.append(value)
            if column is None:
                self.loose.append(value)
            else:
                self.columns.append((value, column))

    def _add_fields(self, value: JsonObject, outer: Entity | None) -> None:
        texts, inside = self.texts, self._inside
        self.names.update(value)
        for key, item in value.items():
            column = inside(key, outer)
            if column is None and type(item) is str and not item.startswith(_OPENING):
                texts.append(item)  # what most fields are, without any detour
            else:
                self.add(item, column)

    def _add_text(self, text: str, column: Entity | None) -> None:
        if text.startswith(_OPENING):
            inner = _read(text) if text.lstrip()[:1] in {"{", "["} else None
            if inner is not None:
                self.add(inner, column)
                return
        self.texts.append(text)
        if column is not None:
            self.columns.append((text, column))


_OPENING = ("{", "[", " ", "\t", "\r", "\n")
"""Beginnings of texts that may be JSON."""


def _read(text: str) -> JsonValue:
    """Read JSON inside a text; None where it is none."""
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_all_of, parse_float=_exact)
    except (ValueError, RecursionError):
        return None
    return value


def _all_of(pairs: list[tuple[str, JsonValue]]) -> JsonValue:
    """Keep all values of a name that stands twice."""
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else [{name: value} for name, value in pairs]


def _exact(digits: str) -> float:
    """Read a number; exactly, if it is a whole one that is written as `1.0` or `1e3`."""
    number = float(digits)
    if not number.is_integer() or abs(number) > _MOST:
        return number
    return int(Decimal(digits))


_MOST = 1e20


def _nothing(_name: str, _outer: Entity | None) -> None:
    """Say that fields hold nothing that their names tell."""
