"""Puts the values of variables in their places, once: what a value holds is not looked at again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.errors import Place, Problem
from ema_cli.plans.result_paths import NotThere, look_up
from ema_cli.plans.templates import ResultPath, Variable, as_text, escaped, joined
from ema_cli.plans.written import UNKNOWN, Text, Tree, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.plans.models import RunValues
    from ema_cli.plans.templates import Part, Reference
    from ema_cli.plans.variables import Variables
    from ema_cli.values import JsonValue


@dataclass(frozen=True, slots=True)
class Deferred:
    """A text whose variables get their values only when its action runs."""

    parts: tuple[Part, ...]
    place: Place

    @property
    def shown(self) -> str:
        """The text, with the variables as they were written."""
        return "".join(p if isinstance(p, str) else p.written for p in self.parts)

    @property
    def written(self) -> str:
        """The text, such that reading it as a template gives the same parts."""
        return "".join(escaped(p) if isinstance(p, str) else p.written for p in self.parts)


Filled: TypeAlias = (
    "bool | int | float | str | Deferred | Unknown | list[Filled] | dict[str, Filled] | None"
)


@dataclass(frozen=True, slots=True)
class Filler:
    """Fills in what is known when a plan is checked."""

    variables: Variables
    judge_result: Callable[[ResultPath], Problem | None]
    """Says what is wrong with a path into an earlier action's result; the place is left out."""
    report: Callable[[Problem], None]

    def tree(self, tree: Tree) -> Filled:
        """Fill in at any depth, in values and never in keys."""
        if isinstance(tree, Text):
            return self.text(tree)
        if isinstance(tree, list):
            return [self.tree(item) for item in tree]
        if isinstance(tree, dict):
            return {key: self.tree(item) for key, item in tree.items()}
        return tree

    def text(self, text: Text) -> Filled:
        """Fill in one text; alone, a variable keeps its value's type."""
        parts: list[Part] = []
        for part in text.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            value = self._value(part, text.place)
            if isinstance(value, Unknown):
                return UNKNOWN
            if not isinstance(value, tuple):
                parts.append(value)
            elif len(text.parts) == 1:
                return copied(value[0])  # type: ignore[return-value]  # JSON is a kind of it
            else:
                parts.append(as_text(value[0]))
        filled = joined(parts) or ("",)
        only = filled[0] if len(filled) == 1 else None
        return only if isinstance(only, str) else Deferred(filled, text.place)

    def _value(self, part: Reference, place: Place) -> tuple[JsonValue] | Reference | Unknown:
        """Give a value in a tuple, the reference where it is to come, or nothing to go on with."""
        if isinstance(part, ResultPath):
            problem = self.judge_result(part)
            if problem is None:
                return part
        else:
            found = self.variables.find(part.name)
            if found is not None:
                return found
            if part.name in self.variables.later:
                return part
            if part.name in self.variables.command.broken:
                return UNKNOWN
            if part.default is not None:
                return (part.default.value,)
            problem = Problem(*self.variables.unknown(part.name))
        self.report(Problem(problem.message, problem.hint, place))
        return UNKNOWN


def copied(value: JsonValue) -> JsonValue:
    """Copy a value, so that two uses share nothing."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return value


class NoValue(LookupError):
    """A variable has no value after all when its action runs."""

    def __init__(self, problem: Problem) -> None:
        """Keep what to tell."""
        super().__init__(problem.message)
        self.problem = problem


def settled(deferred: Deferred, values: RunValues, scope: str) -> JsonValue:
    """Give the value of a deferred text just before its action runs; `NoValue` for none."""
    if len(deferred.parts) == 1:
        return _at_run(deferred.parts[0], values, scope, deferred.place)
    return "".join(as_text(_at_run(part, values, scope, deferred.place)) for part in deferred.parts)


def _at_run(part: Part, values: RunValues, scope: str, place: Place) -> JsonValue:
    if isinstance(part, str):
        return part
    if isinstance(part, Variable):
        value: str | None = getattr(values, part.name)
        if value is not None:
            return value
        hint, message = "give a default: ${name:-…}", f"`${part.name}` has no value"
    else:
        hint = "give a default: ${actions.…:-…}"
        result = values.results.get((scope, part.action))
        if result is not None:
            try:
                return copied(look_up(result, part.path))
            except NotThere as error:
                message = f"`{part.written}` has no value: {error.message}"
        else:
            message = f"`{part.written}` has no value: action `{part.action}` did not succeed"
    if part.default is not None:
        return copied(part.default.value)
    raise NoValue(Problem(message, hint, place))
