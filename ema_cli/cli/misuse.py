"""Command lines that typer cannot read: what to do about them, beside its own words."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    import typer

    _Hint: TypeAlias = Callable[[Any, Any], str | None]

_EXTRA = "Got unexpected extra argument"
_PLAN_COMMAND = re.compile(r"No such command '(?P<file>[^']*\.ya?ml)'")
_NUMBER = re.compile(r"is not a valid (?:(?P<whole>int)|float)(?:eger)?(?: range)?$")
_LISTS = {
    "PERSONA": "ema persona list",
    "A": "ema snapshot list",
    "VERSION": "ema snapshot list",
    "RUN": "ema runs list",
    "ALIAS": "ema alias list",
}
"""Commands that list what an argument names."""
_ELSEWHERE = {
    ("--actions", "plans"): "name the plan itself: `{path} PLAN`",
    ("--from", "source"): "the persona that $source stands for is given with --source",
    ("--source", "from_"): "the persona to start from is given with --from",
    ("--plan", "actions"): "a plan is given with --actions",
    ("--persona", "target"): "the persona to work on is given with --target",
}
"""What to do about an option that another command has, by a parameter that this one has."""


def misuse(error: typer.TyperException) -> tuple[str, str]:
    """Say what is wrong with a command line, and what to do about it."""
    context: typer.Context | None = getattr(error, "ctx", None)
    message = _NUMBER.sub(_as_said, _words(error))
    path = context.command_path if context is not None else "ema"
    find: _Hint = _HINTS.get(type(error).__name__, _usage_hint)
    hint = find(error, context) if context else None
    if hint is None:
        return message, f"see {path} --help"
    if type(error).__name__ == "NoSuchOption":
        message = str(error).rstrip(".")
    return message, hint


def _as_said(match: re.Match[str]) -> str:
    return "is not a whole number" if match["whole"] else "is not a number"


def _words(error: typer.TyperException) -> str:
    """Give typer's own words."""
    words: Callable[[], str] = getattr(error, "format_message", error.__str__)
    return words().rstrip(".")


def listed_by(metavar: str, persona: str | None = None) -> str | None:
    """Name the command that lists what an argument called `metavar` may be."""
    lists = _LISTS.get(metavar.strip(".[]"))
    if lists is None:
        return None
    of = f" {shlex.quote(persona or 'PERSONA')}" if lists.startswith("ema snapshot") else ""
    return f"`{lists}{of}` shows them"


def _missing(error: Any, context: typer.Context) -> str | None:  # noqa: ANN401 - no public type
    parameter = error.param
    if parameter is None:
        return None
    if "--target" in parameter.opts:
        return f"name the persona to work on; {listed_by('PERSONA')}"
    if "--name" in parameter.opts:
        return "say what it is to be called: --name 'Acme demo'"
    return listed_by(str(parameter.metavar or ""), context.params.get("persona"))


def _bad_value(error: Any, context: typer.Context) -> str | None:  # noqa: ANN401
    metavar = str(getattr(error.param, "metavar", None) or "")
    return listed_by(metavar, context.params.get("persona"))


def _no_option(error: Any, context: typer.Context) -> str | None:  # noqa: ANN401
    if hasattr(context.command, "list_commands"):
        return "options stand after the name of the command, as in `ema persona list --env demo`"
    has = {parameter.name for parameter in context.command.params}
    for (option, parameter), hint in _ELSEWHERE.items():
        if option == error.option_name and parameter in has:
            return hint.format(path=context.command_path)
    return None


def _usage_hint(error: Any, context: typer.Context) -> str | None:  # noqa: ANN401
    has = {parameter.name for parameter in getattr(context.command, "params", ())}
    text = str(error)
    if text.startswith(_EXTRA) and "actions" in has:
        return "a plan is given with --actions, an alias or an action with -a"
    plan = _PLAN_COMMAND.match(text)
    if plan is not None:
        return f"a plan is run on a persona: ema run {shlex.quote(plan['file'])} --target PERSONA"
    return None


_HINTS: dict[str, _Hint] = {
    "MissingParameter": _missing,
    "BadParameter": _bad_value,
    "NoSuchOption": _no_option,
}
