"""What every command that runs a plan does: settings, plan, check, connect, run, show, write."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ema_cli.cli.boundary import deliver, internal
from ema_cli.cli.connecting import connect
from ema_cli.cli.plan_sources import plan_sources
from ema_cli.cli.reporting import reporting
from ema_cli.cli.signals import stopping
from ema_cli.cli.streams import say
from ema_cli.errors import EmaError, ExitCode
from ema_cli.plans.checking import check
from ema_cli.plans.folders import shipped_aliases
from ema_cli.plans.models import Given
from ema_cli.runs.driver import StopRequest, Watchers, drive
from ema_cli.runs.identity import new_run_id
from ema_cli.runs.result import RunStatus, run_exit_code
from ema_cli.runs.runner import RunRequest, run
from ema_cli.runs.tally import Tally
from ema_cli.settings import environment, folders
from ema_cli.tools.registry import table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ema_cli.plans.models import CheckedPlan
    from ema_cli.reports import Report
    from ema_cli.runs.base import Base
    from ema_cli.runs.result import CompositeResult
    from ema_cli.settings import Environment

GRACE = 10.0
"""Seconds that the call under way gets after a signal."""


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """The options that say what runs."""

    files: Sequence[str] = ()
    inline: Sequence[str] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    aliases: Sequence[Path] = ()
    continue_on_error: bool = False


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options that say how it runs and where the result goes."""

    env: str | None = None
    output: Path | None = None
    quiet: bool = False
    verbose: bool = False
    enable: bool = False
    delete_on_failure: bool = False
    grace: float = GRACE


def run_plan(
    base: Base, plan: PlanOptions, options: RunOptions, *, source: bool, target_name: str | None
) -> int:
    """Check a plan and run it on what `base` yields; answer the exit code."""
    chosen = environment(options.env, os.environ)
    run_id = new_run_id()
    given = Given(has_source=source, env=chosen.name, run_id=run_id, target_name=target_name)
    checked = checked_plan(plan, given)
    for warning in checked.warnings:
        say(f"warning: {warning}")
    request = _request(base, checked, chosen, options, run_id)
    try:
        return _run(request, options)
    finally:
        request.port.close()


def checked_plan(plan: PlanOptions, given: Given) -> CheckedPlan:
    """Check everything that can be known before anything is sent."""
    return check(
        plan_sources(plan.files, plan.inline),
        tools=table(),
        given=given,
        variables=plan.variables,
        alias_paths=plan.aliases,
        shipped_aliases=shipped_aliases(),
        user_aliases=folders(os.environ).config / "aliases",
        continue_on_error=plan.continue_on_error,
    )


def _request(
    base: Base, plan: CheckedPlan, chosen: Environment, options: RunOptions, run_id: str
) -> RunRequest:
    return RunRequest(
        run_id=run_id,
        env=chosen.name,
        base=base,
        plan=plan,
        port=connect(chosen),
        platforms=lambda name: connect(environment(name, os.environ), create=False),
        pseudonym_key=secrets.token_bytes(32),
        on_fault=internal,
        enable=options.enable,
        delete_on_failure=options.delete_on_failure,
    )


def _run(request: RunRequest, options: RunOptions) -> int:
    stop, tally = StopRequest(), Tally(request.run_id, request.env)
    with stopping(stop):
        with reporting(quiet=options.quiet, verbose=options.verbose) as report:
            came_back = drive(
                run(request), tally, _watchers(report, options), stop=stop, grace=options.grace
            )
        result = tally.result()
        interruption = stop.interruption if result.status is RunStatus.INTERRUPTED else None
        code = max(_deliver(result, options.output), run_exit_code(result, interruption))
    if not came_back:
        # The worker still waits for its call; ending the usual way would wait for it, too.
        sys.stdout.flush()
        os._exit(code)
    return code


def _watchers(report: Report, options: RunOptions) -> Watchers:
    return Watchers(
        record=lambda _event: None,
        show=report.show,
        stopping=lambda _interruption: report.notify(
            f"interrupted: waiting up to {options.grace:g} s for the call under way;"
            " once more to leave at once"
        ),
    )


def _deliver(result: CompositeResult, output: Path | None) -> ExitCode:
    """Write the result; where it cannot be saved any more, print it, so that it is not lost."""
    try:
        deliver(result.document(), output)
    except EmaError as error:
        say(f"error: {error.message}")
        if output is not None:
            _print_unsaved(result, error)
        return ExitCode.FAILED
    return ExitCode.SUCCESS


def _print_unsaved(result: CompositeResult, error: EmaError) -> None:
    if result.error is None:
        result = result.model_copy(update={"error": error.message, "error_kind": error.kind})
    try:
        deliver(result.document(), None)
    except EmaError as second:
        say(f"error: {second.message}")
