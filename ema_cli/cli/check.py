"""`ema check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.connecting import chosen_environment, known_environments
from ema_cli.cli.plan_sources import PlanOptions, examined_plan, plan_sources
from ema_cli.cli.problem_lines import ProblemLines, problem_objects
from ema_cli.cli.reads import answer
from ema_cli.cli.streams import say
from ema_cli.errors import ExitCode, usage
from ema_cli.plans.models import Given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.errors import Problem
    from ema_cli.plans.checking import Examined
    from ema_cli.plans.models import PlanSource
    from ema_cli.plans.planned import PlannedAction
    from ema_cli.values import JsonObject, JsonValue

EXAMPLE = "ema check plan.yaml --show | jq '.actions[].where'"


def command(
    plans: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAN...", help="Plans to check as one run; - is standard input."),
    ] = None,
    *,
    inline: opt.Inline = [],  # noqa: B006 - typer makes a new list for each call
    var: opt.Variables = [],  # noqa: B006
    aliases: opt.Aliases = [],  # noqa: B006
    env: opt.Env = None,
    show: Annotated[
        bool,
        typer.Option("--show", help="Show the actions, aliases expanded and values filled in."),
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Take warnings for errors.")] = False,
    output: opt.Output = None,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Show no lines, only the document.")
    ] = False,
) -> int:
    """Check plans without changing anything: all that can be known before a run."""
    if not plans and not inline:
        raise usage("there is no plan to check", hint="name a plan file, or give -a")
    options = PlanOptions(plans or [], inline, opt.variables(var), aliases)
    given = Given(
        has_source=True,
        env=chosen_environment(env).name,
        environments=known_environments,
    )
    sources = plan_sources(options)
    found = examined_plan(sources, options, given)
    errors, warnings = [*found.errors], [*found.plan.warnings]
    if strict:
        errors, warnings = errors + warnings, []
    if not quiet:
        _say(sources, found, errors, warnings)
    shown: dict[str, JsonValue] = {"actions": _actions(found)} if show and not errors else {}
    answer(
        output,
        plans=_plans(sources, found),
        errors=problem_objects(errors),
        warnings=problem_objects(warnings),
        **shown,
    )
    return ExitCode.INVALID if errors else ExitCode.SUCCESS


def _say(
    sources: Sequence[PlanSource],
    found: Examined,
    errors: Sequence[Problem],
    warnings: Sequence[Problem],
) -> None:
    lines = ProblemLines(sources)
    lines.say(errors)
    lines.say(warnings, "warning: ")
    if not errors:
        count = len(found.plan.actions)
        say(f"ok: {count} action{'' if count == 1 else 's'}")


def _plans(sources: Sequence[PlanSource], found: Examined) -> list[JsonValue]:
    return [
        {"name": source.name, "description": text.body.description, "actions": count}
        for source, text, count in zip(sources, found.texts, found.counts, strict=True)
    ]


def _actions(found: Examined) -> list[JsonValue]:
    return [_action(action) for action in found.actions]


def _action(action: PlannedAction) -> JsonObject:
    deferred: list[JsonValue] = [*action.deferred]
    return {
        "index": action.index,
        "id": action.id,
        "tool": action.method.tool,
        "method": action.method.name,
        "alias": action.alias,
        "where": action.where,
        "alias_where": action.alias_where,
        "args": action.shown,
        "deferred": deferred,
        "continue_on_error": action.continue_on_error,
        "always": action.always,
    }
