"""The arguments of one action, judged as far as they are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from pydantic import ValidationError

from ema_cli.documents.misfit_words import BY_VALIDATORS
from ema_cli.documents.unfit import problems_from
from ema_cli.plans.fields import has_paths
from ema_cli.plans.filling import Deferred, Filled
from ema_cli.plans.local_files import with_paths
from ema_cli.plans.path_starts import path_starts
from ema_cli.plans.written import ActionItem, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pydantic_core import ErrorDetails

    from ema_cli.errors import Problem
    from ema_cli.plans.variables import Variables
    from ema_cli.tool import Arguments
    from ema_cli.values import JsonValue

Path: TypeAlias = "tuple[str | int, ...]"


@dataclass(slots=True)
class Judgement:
    """What can be said of an action's arguments before it runs."""

    args: dict[str, Filled]
    """The arguments with absolute paths."""
    problems: list[Problem] = field(default_factory=list)
    model: Arguments | None = None
    """The arguments as far as they are known and right; None where a required one is not."""
    left_out: frozenset[str] = frozenset()
    """Arguments that `model` lacks though they are given."""
    not_text: frozenset[Path] = frozenset()
    """Paths of values to come that cannot stand as texts."""


def judge(
    item: ActionItem, args: dict[str, Filled], variables: Variables | None = None
) -> Judgement:
    """Validate arguments; what is still to come counts as text where text may stand.

    `variables` are those that were filled in, for where their paths start.
    """
    errors, model = validated(item, args if item.constant else _standing_in(args))
    problems = told(item, [error for error in errors if not _excused(item, args, error)])
    paths = has_paths(item.method.arguments)
    if paths:
        starts = path_starts(item, variables) if variables is not None else None
        args = with_paths(item, args, problems, starts)
    if item.constant and not paths and not problems:
        return Judgement(args, model=model)
    left_out = _left_out(args, errors)
    known = {name: value for name, value in args.items() if name not in left_out}
    _, model = validated(item, _standing_in(known))
    if problems:
        return Judgement(args, problems, model, left_out)
    not_text = {
        path for path, _ in deferred_in(args) if any(leads_to(e["loc"], path) for e in errors)
    }
    return Judgement(args, [], model, left_out, frozenset(not_text))


def validated(
    item: ActionItem, args: Mapping[str, object]
) -> tuple[list[ErrorDetails], Arguments | None]:
    """Make the method's arguments, or say what does not fit."""
    try:
        return [], item.method.arguments.model_validate(args)
    except ValidationError as error:
        return error.errors(include_url=False), None


def told(item: ActionItem, errors: Sequence[ErrorDetails]) -> list[Problem]:
    """Tell of what does not fit, with its places."""
    return problems_from(errors, item.node, item.method.arguments, what="argument")


def _left_out(args: dict[str, Filled], errors: Sequence[ErrorDetails]) -> frozenset[str]:
    waiting = {str(error["loc"][0]) for error in errors if error["loc"]}
    unknown = {name for name, value in args.items() if _holds_unknown(value)}
    return frozenset(waiting | unknown)


def _standing_in(args: Mapping[str, Filled]) -> dict[str, JsonValue]:
    """Put texts where values are still to come."""
    return {name: _stand_in(value) for name, value in args.items()}


def _stand_in(value: Filled) -> JsonValue:
    if isinstance(value, Deferred):
        return value.shown
    if isinstance(value, Unknown):
        return ""
    if isinstance(value, list):
        return [_stand_in(item) for item in value]
    return _standing_in(value) if isinstance(value, dict) else value


def _excused(item: ActionItem, args: dict[str, Filled], error: ErrorDetails) -> bool:
    """Whether an error may come of something that is not known yet, or was told already."""
    location = error["loc"]
    if error["type"] == "missing":
        return len(location) == 1 and location[0] in item.unjudged
    value: Filled = args
    for segment in location:
        if isinstance(value, dict) and segment in value:
            value = value[str(segment)]
        elif isinstance(value, list) and isinstance(segment, int) and segment < len(value):
            value = value[segment]
    if isinstance(value, Deferred | Unknown):
        return True
    if error["type"] not in BY_VALIDATORS:
        return False
    return bool(item.unjudged) or _holds_unknown(value) or any(deferred_in(value))


def _holds_unknown(value: Filled) -> bool:
    if isinstance(value, dict):
        return any(_holds_unknown(item) for item in value.values())
    if isinstance(value, list):
        return any(_holds_unknown(item) for item in value)
    return isinstance(value, Unknown)


def deferred_in(value: Filled, path: Path = ()) -> Iterator[tuple[Path, Deferred]]:
    """Find the values that are still to come, with their paths."""
    if isinstance(value, Deferred):
        yield path, value
    elif isinstance(value, list):
        for position, item in enumerate(value):
            yield from deferred_in(item, (*path, position))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from deferred_in(item, (*path, key))


def leads_to(location: Sequence[str | int], path: Path) -> bool:
    """Whether an error's location, without the names of a union's branches, begins with `path`."""
    rest = iter(location)
    return all(any(segment == step for segment in rest) for step in path)
