"""`--dry-run`: the same check, then look-ups only; nothing is changed and nothing is made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ema_cli.cli.connecting import chosen_environment, connect_to_read
from ema_cli.cli.executing import deliver_result
from ema_cli.cli.plan_sources import checked_plan, plan_sources
from ema_cli.cli.reporting import say_planned
from ema_cli.cli.streams import say
from ema_cli.errors import EmaError
from ema_cli.personas import resolve
from ema_cli.plans.templates import parse
from ema_cli.runs.identity import new_run_id
from ema_cli.runs.performing import outline
from ema_cli.runs.result import ActionStatus, CompositeResult, RunStatus, run_exit_code
from ema_cli.tool import PersonaRefMark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.cli.bases import CommandBase, Seen
    from ema_cli.cli.executing import ShowOptions
    from ema_cli.cli.plan_sources import PlanOptions
    from ema_cli.plans.models import CheckedAction, Given
    from ema_cli.platforms.port import Port
    from ema_cli.runs.result import ActionOutcome


def dry_run(
    base: CommandBase, plan: PlanOptions, given: Given, show: ShowOptions, *, look: bool
) -> int:
    """Tell what the run would do; answer the exit code that its beginning would have."""
    chosen = chosen_environment(given.env)
    sources = plan_sources(plan)
    checked = checked_plan(sources, plan, given)
    for warning in checked.warnings:
        say(f"warning: {warning}")
    error: EmaError | None = None
    port = connect_to_read(chosen.name) if look else None
    try:
        if port is not None:
            # Checked once more, with what looking has told: that is what the actions would get.
            checked = checked_plan(sources, plan, _known(given, base.look(port)))
        actions = [_outcome(action, port, chosen.name) for action in checked.actions]
    except EmaError as problem:
        error = problem
        actions = [_outcome(action, None, chosen.name) for action in checked.actions]
    finally:
        if port is not None:
            port.close()
    result = _result(given, chosen.name, actions, error)
    say_planned(result, base.title, quiet=show.quiet)
    delivered = deliver_result(result, show.output)
    return run_exit_code(result) or delivered


def _known(given: Given, seen: Seen) -> Given:
    source, target = seen.source, seen.target
    return replace(
        given,
        source=source.id if source else None,
        source_name=source.content.name if source else None,
        target=target.id if target else None,
        target_name=target.content.name if target else given.target_name,
    )


def _result(
    given: Given, env: str, actions: list[ActionOutcome], error: EmaError | None
) -> CompositeResult:
    return CompositeResult(
        run_id=given.run_id or new_run_id(),
        status=RunStatus.FAILED if error or any(a.error for a in actions) else RunStatus.PLANNED,
        env=env,
        actions=tuple(actions),
        error=error.message if error else None,
        error_kind=error.kind if error else None,
        hint=error.hint if error else None,
    )


def _outcome(action: CheckedAction, port: Port | None, env: str) -> ActionOutcome:
    planned = outline(action).model_copy(update={"args": action.shown})
    try:
        if port is not None:
            for reference in _literal_references(action):
                other = action.written.get("from_env")
                there = port if other in {None, env} else connect_to_read(str(other))
                resolve(there, reference)
    except EmaError as error:
        update = {"status": ActionStatus.ERROR, "error": error.message, "hint": error.hint}
        return planned.model_copy(update={**update, "error_kind": error.kind})
    return planned


def _literal_references(action: CheckedAction) -> Iterator[str]:
    """Give the personas that the arguments name outright, not by what is still to come."""
    for name, field in action.method.arguments.model_fields.items():
        if not any(isinstance(mark, PersonaRefMark) for mark in field.metadata):
            continue
        text = action.written.get(field.alias or name)
        if isinstance(text, str):
            parts = parse(text)
            if all(isinstance(part, str) for part in parts):
                yield "".join(str(part) for part in parts)
