"""`--dry-run`: the same check, then look-ups only; nothing is changed and nothing is made."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ema_cli.cli.connecting import connect_to_look, other_platforms, protection
from ema_cli.cli.executing import deliver_result
from ema_cli.cli.plan_sources import checked_plan, plan_sources
from ema_cli.cli.reporting import say_planned
from ema_cli.cli.streams import say
from ema_cli.errors import EmaError
from ema_cli.personas import resolve
from ema_cli.plans.fields import argument_marks
from ema_cli.plans.templates import parse
from ema_cli.runs.identity import new_run_id
from ema_cli.runs.performing import outline
from ema_cli.runs.result import ActionStatus, CompositeResult, RunStatus, run_exit_code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ema_cli.cli.base_operation import CommandBase, Seen
    from ema_cli.cli.executing import ShowOptions
    from ema_cli.cli.plan_sources import PlanOptions
    from ema_cli.plans.models import CheckedAction, CheckedPlan, Given
    from ema_cli.platforms.port import Port
    from ema_cli.runs.result import ActionOutcome
    from ema_cli.settings import Environment


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a run would do besides its actions, and whether the platform is asked."""

    chosen: Environment
    base: CommandBase
    enable: bool
    look: bool


def dry_run(wanted: DryRun, plan: PlanOptions, given: Given, show: ShowOptions) -> int:
    """Tell what the run would do; answer the exit code that its beginning would have."""
    sources = plan_sources(plan)

    def check(given: Given) -> CheckedPlan:
        return checked_plan(sources, plan, given)

    checked = check(given)
    for warning in checked.warnings:
        say(f"warning: {warning}")
    error: EmaError | None = None
    actions = [_planned(action) for action in checked.actions]
    if wanted.look:
        with closing(connect_to_look(wanted.chosen)) as port:
            try:
                actions = _looked(wanted, given, check, port)
            except EmaError as problem:
                error = problem
    result = _result(given, wanted.chosen.name, actions, error)
    say_planned(result, wanted.base.title, quiet=show.quiet)
    delivered = deliver_result(result, show.output)
    return run_exit_code(result) or delivered


def _looked(
    wanted: DryRun, given: Given, check: Callable[[Given], CheckedPlan], port: Port
) -> list[ActionOutcome]:
    """Look at the platform; raise what the base operation would."""
    with other_platforms({wanted.chosen.name: port}) as elsewhere:
        seen = wanted.base.look(port, elsewhere)
        protected = protection(wanted.chosen, port, seen.target)
        if protected is not None and (wanted.base.changes_target or wanted.enable):
            raise protected
        # Checked once more, with what looking has told: that is what the actions would get.
        checked = check(_known(given, seen))

        def platform(env: str | None) -> Port:
            return port if env is None else elsewhere(env)

        return [_outcome(action, platform, protected) for action in checked.actions]


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


def _planned(action: CheckedAction) -> ActionOutcome:
    return outline(action).model_copy(update={"args": action.shown})


def _outcome(
    action: CheckedAction, platform: Callable[[str | None], Port], protected: EmaError | None
) -> ActionOutcome:
    """Describe an action, with what it would fail with as far as looking tells."""
    planned = _planned(action)
    try:
        if protected is not None and action.method.changes:
            raise protected
        for reference, env in _literal_references(action):
            resolve(platform(env), reference)
    except EmaError as error:
        update = {"status": ActionStatus.ERROR, "error": error.message, "hint": error.hint}
        return planned.model_copy(update={**update, "error_kind": error.kind})
    return planned


def _literal_references(action: CheckedAction) -> Iterator[tuple[str, str | None]]:
    """Give the personas that the arguments name outright, not by what is still to come.

    Each with the environment that it is in, None for that of the target.
    """
    for name, marks in argument_marks(action.method.arguments).items():
        if marks.persona is None:
            continue
        reference = _literal(action, name)
        env = _literal(action, marks.persona.env) if marks.persona.env is not None else None
        if reference is not None:
            yield reference, env


def _literal(action: CheckedAction, argument: str) -> str | None:
    text = action.written.get(argument)
    parts = parse(text) if isinstance(text, str) else [None]
    return None if not all(isinstance(part, str) for part in parts) else "".join(map(str, parts))
