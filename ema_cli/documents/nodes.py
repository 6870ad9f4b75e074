"""What the readers give: values that know where they are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.errors import Place

if TYPE_CHECKING:
    from ema_cli.errors import Problem
    from ema_cli.values import JsonObject, JsonValue


@dataclass(slots=True)
class Scalar:
    """Text, a number, true, false or null. `line` and `column` count from 1, in characters."""

    file: str
    line: int
    column: int
    value: bool | int | float | str | None

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(self.file, self.line, self.column)


@dataclass(slots=True)
class Listing:
    """A list. `line` and `column` count from 1, in characters."""

    file: str
    line: int
    column: int
    items: list[Node] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(self.file, self.line, self.column)


@dataclass(slots=True)
class Mapping:
    """A mapping of texts to values. `line` and `column` count from 1, in characters."""

    file: str
    line: int
    column: int
    items: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Scalar] = field(default_factory=dict)
    """The same keys, with their places."""

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(self.file, self.line, self.column)


Node: TypeAlias = Scalar | Listing | Mapping


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read: its root, and what is wrong without ending the reading."""

    root: Node
    problems: tuple[Problem, ...] = ()


def value(node: Node) -> JsonValue:
    """Make plain data of a node. Two uses of one anchor share nothing."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Listing):
        return [value(item) for item in node.items]
    return mapping_value(node)


def mapping_value(node: Mapping) -> JsonObject:
    """Make a plain dictionary of a mapping."""
    return {key: value(item) for key, item in node.items.items()}


def kind(node: Node) -> str:
    """Name what a node is, for messages: `text`, `a number`, `a list` …; never its value."""
    if isinstance(node, Listing):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, bool):
        return "true or false"
    return "text" if isinstance(node.value, str) else "a number"
