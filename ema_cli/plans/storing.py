"""Checked actions as plain data and back, so that a run can be resumed without its plan."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ema_cli.documents.nodes import Mapping
from ema_cli.errors import Place, usage
from ema_cli.plans.arguments import deferred_in, judge
from ema_cli.plans.fields import argument_marks
from ema_cli.plans.filling import Deferred
from ema_cli.plans.making import make
from ema_cli.plans.templates import parse
from ema_cli.plans.written import ActionItem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.plans.filling import Filled
    from ema_cli.plans.models import CheckedAction, RunValues
    from ema_cli.tool import AnyMethod, Arguments, ToolTable
    from ema_cli.values import JsonObject, JsonValue


def store(action: CheckedAction) -> JsonObject:
    """Describe a checked action; `restore` makes it again."""
    return {
        "index": action.index,
        "id": action.id,
        "scope": action.scope,
        "tool": action.method.tool,
        "method": action.method.name,
        "alias": action.alias,
        "where": action.where,
        "continue_on_error": action.continue_on_error,
        "always": action.always,
        "args": action.written,
    }


def restore(stored: dict[str, Any], tools: ToolTable) -> StoredAction:
    """Make an action again. `usage` where its tool or method is there no longer."""
    tool = tools.get(stored["tool"])
    method = tool.methods.get(stored["method"]) if tool else None
    if method is None:
        name = " ".join(filter(None, (stored["tool"], stored["method"])))
        raise usage(
            f"this run needs the method {name!r}, which ema does not have here",
            hint="resume it with the version of ema, and the plugins, that began it",
        )
    return StoredAction(method=method, **{k: v for k, v in stored.items() if k in _FIELDS})


_FIELDS = ("index", "id", "scope", "alias", "where", "continue_on_error", "always", "args")


@dataclass(frozen=True, slots=True)
class StoredAction:
    """A `CheckedAction` that was read back."""

    index: int
    id: str | None
    scope: str
    method: AnyMethod
    alias: str | None
    where: str
    continue_on_error: bool
    always: bool
    args: JsonObject
    """Arguments as `CheckedAction.written` gives them."""

    @property
    def written(self) -> JsonObject:
        """Arguments with known values filled in."""
        return self.args

    @property
    def shown(self) -> JsonObject:
        """Names of the arguments alone: their values were shown when the run began."""
        return dict.fromkeys(self.args, "(as recorded)")

    @property
    def deferred(self) -> tuple[str, ...]:
        """Names of the arguments whose values are known only when it runs."""
        place = _place(self.where)
        args = {name: _filled(value, place) for name, value in self.args.items()}
        return tuple(dict.fromkeys(str(path[0]) for path, _ in deferred_in(args)))

    def arguments(self, values: RunValues) -> Arguments:
        """Make the arguments to run with. `InvalidInput` where a value does not fit after all."""
        place = _place(self.where)
        item = ActionItem(
            place=place,
            method=self.method,
            args={},
            node=Mapping(place.file, place.line, place.column),
            unjudged=frozenset(),
            id=self.id,
            id_place=place,
            continue_on_error=self.continue_on_error,
            always=self.always,
            constant=False,
            results=True,
            base=Path("/"),
        )
        args = {name: _filled(value, place) for name, value in self.args.items()}
        return make(item, judge(item, args), values, self.scope)


def _place(where: str) -> Place:
    file, _, rest = where.rpartition(":")
    file, _, line = file.rpartition(":")
    if line.isdecimal() and rest.isdecimal():
        return Place(file, int(line), int(rest))
    return Place(where, 0, 0)


def _filled(value: JsonValue, place: Place) -> Filled:
    if isinstance(value, str):
        parts = parse(value)
        if all(isinstance(part, str) for part in parts):
            return "".join(part for part in parts if isinstance(part, str))
        return Deferred(parts, place)
    if isinstance(value, list):
        return [_filled(item, place) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, place) for key, item in value.items()}
    return value


def local_files(action: CheckedAction) -> Iterator[Path]:
    """Give the local files that an action names, as far as they are known when it is checked."""
    marks = argument_marks(action.method.arguments)
    paths = [name for name, mark in marks.items() if mark.path is not None]
    written = action.written if paths else {}
    for name in paths:
        value = written.get(name)
        for item in value if isinstance(value, list) else [value]:
            text = _filled(item, Place(action.where, 0, 0))
            if isinstance(text, str):
                yield Path(text)
