"""Differences between two JSON values, each with its path."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.values import JsonObject, JsonValue

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")

Named: TypeAlias = "dict[str, JsonObject]"


class Change(StrEnum):
    """What became of something on the way from the first side to the second."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    REORDERED = "reordered"


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One difference. `before` and `after` are None where there is nothing, or only an order."""

    path: str
    change: Change
    before: JsonValue = None
    after: JsonValue = None


def value_changes(before: JsonValue, after: JsonValue, path: str) -> Iterator[ValueChange]:
    """Find all differences; the order of an object's keys is none, that of a list is.

    Items of a list that all have a `name` of their own are compared by it, others by position.
    """
    if same(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _object_changes(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _list_changes(before, after, path)
    else:
        yield ValueChange(path, Change.CHANGED, before, after)


def same(one: JsonValue, other: JsonValue) -> bool:
    """Compare as JSON does: 1, 1.0 and true are three values."""
    return canonical(one) == canonical(other)


def canonical(value: JsonValue) -> str:
    """Write a value as the one text that all equal values have."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def by_name(items: JsonValue) -> Named | None:
    """Give the items of a list by their names; None unless each has one of its own."""
    if not isinstance(items, list):
        return None
    named: Named = {}
    for item in items:
        name = item.get("name") if isinstance(item, dict) else None
        if not isinstance(name, str) or name in named:
            return None
        named[name] = cast("JsonObject", item)
    return named


def moved(before: Named, after: Named) -> bool:
    """Tell whether the items that both have stand in another order."""
    return [name for name in before if name in after] != [name for name in after if name in before]


def step(name: str | int) -> str:
    """Write one step of a path into a list: `[3]`, `[model]`, or `["two words"]`."""
    plain = isinstance(name, int) or _PLAIN.fullmatch(name)
    return f"[{name if plain else json.dumps(name, ensure_ascii=False)}]"


def _object_changes(before: JsonObject, after: JsonObject, path: str) -> Iterator[ValueChange]:
    for key in {**before, **after}:
        at = f"{path}.{key}" if _PLAIN.fullmatch(key) else path + step(key)
        if key not in after:
            yield ValueChange(at, Change.REMOVED, before=before[key])
        elif key not in before:
            yield ValueChange(at, Change.ADDED, after=after[key])
        else:
            yield from value_changes(before[key], after[key], at)


def _list_changes(
    before: list[JsonValue], after: list[JsonValue], path: str
) -> Iterator[ValueChange]:
    old, new = by_name(before), by_name(after)
    if old is not None and new is not None:
        yield from _named_changes(old, new, path)
        return
    for number in range(max(len(before), len(after))):
        at = path + step(number)
        if number >= len(after):
            yield ValueChange(at, Change.REMOVED, before=before[number])
        elif number >= len(before):
            yield ValueChange(at, Change.ADDED, after=after[number])
        else:
            yield from value_changes(before[number], after[number], at)


def _named_changes(before: Named, after: Named, path: str) -> Iterator[ValueChange]:
    for name in {**before, **after}:
        at = path + step(name)
        if name not in after:
            yield ValueChange(at, Change.REMOVED, before=before[name])
        elif name not in before:
            yield ValueChange(at, Change.ADDED, after=after[name])
        else:
            yield from value_changes(before[name], after[name], at)
    if moved(before, after):
        yield ValueChange(path, Change.REORDERED)
