"""A plan or alias as it is written: its items, not yet expanded, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.plans.templates import Variable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.documents import nodes
    from ema_cli.errors import Place, Problem
    from ema_cli.plans.templates import Part
    from ema_cli.tool import AnyMethod
    from ema_cli.values import JsonObject


class Unknown(Enum):
    """Stands where a value was refused already: whatever it is, nothing more is said of it."""

    VALUE = "unknown"


UNKNOWN = Unknown.VALUE


@dataclass(frozen=True, slots=True)
class Text:
    """A text in arguments that names variables."""

    parts: tuple[Part, ...]
    place: Place


Tree: TypeAlias = "bool | int | float | str | Text | Unknown | list[Tree] | dict[str, Tree] | None"
"""Arguments as written: JSON, in which texts with variables are parsed."""


def only_variable(written: Tree) -> str | None:
    """Name the variable that an argument consists of; None for any other argument."""
    if not isinstance(written, Text) or len(written.parts) != 1:
        return None
    only = written.parts[0]
    return only.name if isinstance(only, Variable) else None


@dataclass(frozen=True, slots=True, eq=False)
class ActionItem:
    """An action, `tool` and `args`."""

    place: Place
    method: AnyMethod
    args: dict[str, Tree]
    node: nodes.Mapping
    """The arguments again, for the places of errors."""
    unjudged: frozenset[str]
    """Arguments that were probably meant by unknown ones."""
    id: str | None
    id_place: Place
    continue_on_error: bool | None
    always: bool
    constant: bool
    """Whether the arguments name no variable."""
    results: bool
    """Whether they name results of earlier actions."""
    base: Path
    """Folder that paths in it start from."""


@dataclass(frozen=True, slots=True, eq=False)
class AliasItem:
    """The name of an alias."""

    place: Place
    name: str


Item: TypeAlias = ActionItem | AliasItem


@dataclass(slots=True, eq=False)
class Body:
    """What a plan and an alias have in common. Items that are wrong are left out of `items`."""

    place: Place
    base: Path = field(default_factory=Path)
    """Folder that paths written in it start from."""
    items: Sequence[Item] = ()
    variables: JsonObject = field(default_factory=dict)
    description: str | None = None
    problems: list[Problem] = field(default_factory=list)
    complete: bool = True
    """Whether all items could be read."""


@dataclass(slots=True, eq=False)
class PlanText:
    """A plan as it is written."""

    name: str
    base: Path
    body: Body
    aliases: dict[str, Body] = field(default_factory=dict)
    continue_on_error: bool = False
