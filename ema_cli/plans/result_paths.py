"""Paths into results of actions: checked against the result's model, looked up in a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_origin

from pydantic import BaseModel

from ema_cli.documents.model_types import branches
from ema_cli.documents.nearest import did_you_mean

if TYPE_CHECKING:
    from ema_cli.values import JsonValue

_SCALARS = (str, int, float, bool, NoneType)


class NotThere(LookupError):
    """A path that leads nowhere."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Keep what is wrong and what to do."""
        super().__init__(message)
        self.message = message
        self.hint = hint


def check_path(model: type[BaseModel], path: Sequence[str]) -> None:
    """Check that results of this model can have the path. `NotThere` where they never do."""
    kinds: list[Any] = [model]
    walked = "result"
    for segment in path:
        names: list[str] = []
        found = [inner for kind in branches(kinds) for inner in _inside(kind, segment, names)]
        if not found:
            hint = did_you_mean(segment, names, listed=f"`{walked}` has:")
            raise NotThere(f"`{walked}` has no such part", hint or f"`{walked}` has no parts")
        kinds = found
        walked += f".{segment}"


def _inside(kind: Any, segment: str, names: list[str]) -> list[Any]:  # noqa: ANN401 - any type
    """Give the types of one part, and add the names of all parts that there are."""
    origin, arguments = get_origin(kind) or kind, get_args(kind)
    if not isinstance(origin, type):
        return [Any]  # nothing is known of it
    if issubclass(origin, BaseModel):
        names += origin.model_fields
        field = origin.model_fields.get(segment)
        return [field.annotation] if field else []
    if issubclass(origin, _SCALARS):
        return []
    if issubclass(origin, Mapping):
        return list(arguments[1:]) or [Any]
    if issubclass(origin, Sequence):
        is_index = segment.isascii() and segment.isdigit()
        return (list(arguments[:1]) or [Any]) if is_index else []
    return [Any]


def look_up(result: JsonValue, path: Sequence[str]) -> JsonValue:
    """Follow a path in a result. `NotThere` where this one ends before it."""
    value = result
    walked = "result"
    for segment in path:
        walked += f".{segment}"
        if isinstance(value, dict) and segment in value:
            value = value[segment]
        elif isinstance(value, list) and segment.isdigit() and int(segment) < len(value):
            value = value[int(segment)]
        else:
            raise NotThere(f"there is no `{walked}` this time")
    return value
