"""Plans that are no text: trees made of options, whose places are the options' names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ema_cli.documents.nodes import Listing, Mapping, Node, Scalar
from ema_cli.errors import ErrorKind, InvalidInput, Place, Problem
from ema_cli.plans.models import PlanSource
from ema_cli.plans.templates import escaped

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.values import JsonObject, JsonValue


def text(name: str, value: bool | float | str | None) -> Scalar:
    """Make a leaf that the option `name` gave. `plan_invalid` for bytes that were not UTF-8."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            problem = Problem("the value is not UTF-8", place=Place(name, 0, 0))
            raise InvalidInput(ErrorKind.PLAN_INVALID, [problem]) from None
    return Scalar(name, 0, 0, value)


def put(mapping: Mapping, key: str, node: Node) -> None:
    """Add an entry to a mapping; its key is where the value is."""
    mapping.items[key] = node
    mapping.keys[key] = Scalar(node.file, node.line, node.column, key)


def action(name: str, tool: str, arguments: Mapping) -> Mapping:
    """Make an action that stands at `name`."""
    made = Mapping(name, 0, 0)
    put(made, "tool", text(name, tool))
    if arguments.items:
        put(made, "args", arguments)
    return made


def literal(node: Node) -> Node:
    """Copy a tree so that `$` in its values is a character: in plans `$$` is one `$`."""
    if isinstance(node, Listing):
        items = [literal(item) for item in node.items]
        return Listing(node.file, node.line, node.column, items)
    if isinstance(node, Mapping):
        entries = {key: literal(item) for key, item in node.items.items()}
        return Mapping(node.file, node.line, node.column, entries, node.keys)
    if isinstance(node.value, str):
        return Scalar(node.file, node.line, node.column, escaped(node.value))
    return node


def stored(source: PlanSource) -> JsonObject:
    """Describe the source for a record; `restored` makes it again."""
    return {"name": source.name, "node": _stored(source.node) if source.node else None}


def restored(stored: dict[str, Any], folder: Path) -> PlanSource:
    """Make the source again that a record describes."""
    return PlanSource(stored["name"], b"", folder, node=_restored(stored["node"]))


def _stored(node: Node) -> JsonObject:
    place: JsonObject = {"at": [node.file, node.line, node.column]}
    if isinstance(node, Listing):
        return place | {"items": [_stored(item) for item in node.items]}
    if isinstance(node, Mapping):
        entries: list[JsonValue] = [
            [_stored(node.keys[key]), _stored(item)] for key, item in node.items.items()
        ]
        return place | {"entries": entries}
    return place | {"value": node.value}


def _restored(stored: dict[str, Any]) -> Node:
    file, line, column = stored["at"]
    if "items" in stored:
        return Listing(file, line, column, [_restored(item) for item in stored["items"]])
    if "entries" in stored:
        mapping = Mapping(file, line, column)
        for key, item in stored["entries"]:
            name, (key_file, key_line, key_column) = key["value"], key["at"]
            mapping.items[name] = _restored(item)
            mapping.keys[name] = Scalar(key_file, key_line, key_column, name)
        return mapping
    return Scalar(file, line, column, stored["value"])
