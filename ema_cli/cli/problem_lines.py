"""Problems of plans as lines for people, and as objects of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.cli.streams import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.errors import Place, Problem
    from ema_cli.values import JsonObject, JsonValue

_WIDEST = 100
"""Columns; a mark further to the right would be broken over several lines."""


def say_problems(problems: Sequence[Problem], before: str = "") -> None:
    """Write each problem to standard error, and under it the line's number and a mark.

    The line itself is not shown: it may hold a secret or a customer's name.
    """
    for problem in problems:
        say(f"{before}{problem}")
        if problem.place is not None and problem.place.line:
            say(_mark(problem.place))


def _mark(place: Place) -> str:
    indent = " " * (place.column - 1) if place.column <= _WIDEST else f"(column {place.column}) "
    return f"{place.line:>6} | {indent}^"


def problem_objects(problems: Sequence[Problem]) -> list[JsonValue]:
    """Describe problems as every document of ema does."""
    return [problem_object(problem) for problem in problems]


def problem_object(problem: Problem) -> JsonObject:
    """Describe one problem."""
    return {
        "message": problem.message,
        "hint": problem.hint,
        "where": str(problem.place) if problem.place else None,
    }
