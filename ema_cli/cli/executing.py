"""Carries out a run that is ready: drive, record, report, write, exit code."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.cli.boundary import OutputRefused, deliver
from ema_cli.cli.reporting import reporting
from ema_cli.cli.signals import stopping
from ema_cli.cli.streams import output_kept_for_the_result, say
from ema_cli.errors import EmaError, ErrorKind, ExitCode, Problem, usage
from ema_cli.runs.driver import StopRequest, Watchers, drive
from ema_cli.runs.request import RunRequest
from ema_cli.runs.result import CompositeResult, RunStatus, run_exit_code
from ema_cli.runs.runner import run
from ema_cli.runs.tally import Tally

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.reports import Report
    from ema_cli.runs.events import Event
    from ema_cli.runs.recorder import Recorder
    from ema_cli.values import JsonObject

GRACE = 10.0
"""Seconds that the call under way gets after a signal."""


@dataclass(frozen=True, slots=True)
class ShowOptions:
    """The options that say what is shown and where the result goes."""

    output: Path | None = None
    quiet: bool = False
    verbose: bool = False
    grace: float = GRACE


def refuse_taken(record: Path | None) -> None:
    """Refuse to write a record where one is: resuming from there would go on with another run."""
    if record is not None and record.exists() and record.is_file() and record.stat().st_size:
        raise usage(
            f"{record} is there already, and may be the record of another run",
            hint="remove it, or name another file with --record",
        )


def keep_apart(record: Path | None, output: Path | None, what: str = "run record") -> None:
    """Refuse a result in place of the record, or of a plan: the run could not be resumed then."""
    if record is None or output is None:
        return
    if _followed(record) == _followed(output):
        problem = Problem(f"{output} cannot be both result and {what}", "name two files")
        raise OutputRefused(ErrorKind.USAGE, [problem])


def _followed(path: Path) -> Path:
    try:
        return path.expanduser().resolve()
    except (OSError, RuntimeError):  # links in a circle
        return path


def execute(request: RunRequest, recorder: Recorder, kept: JsonObject, options: ShowOptions) -> int:
    """Run to the end and answer the exit code. `kept` is the head of a record that is finished."""
    stop, tally = StopRequest(), Tally(request.run_id, request.env)
    with stopping(stop):
        with (
            output_kept_for_the_result(),
            reporting(quiet=options.quiet, verbose=options.verbose) as report,
        ):
            watchers = _watchers(report, recorder, options.grace)
            came_back = drive(run(request), tally, watchers, stop=stop, grace=options.grace)
        result = tally.result()
        _close(recorder, kept, result)
        interruption = stop.interruption if result.status is RunStatus.INTERRUPTED else None
        delivered = deliver_result(result, options.output)
        code = run_exit_code(result, interruption) or delivered
        if came_back:
            return code
        # The worker still waits for its call; ending the usual way would wait for it, too.
        os._exit(code)


def _watchers(report: Report, recorder: Recorder, grace: float) -> Watchers:
    told: list[str] = []

    def show(event: Event | None) -> None:
        if recorder.trouble is not None and not told:
            told.append(recorder.trouble)
            report.notify(
                f"warning: the run record cannot be written ({recorder.trouble});"
                " the run goes on, but cannot be resumed"
            )
        report.show(event)

    return Watchers(
        record=recorder.event,
        show=show,
        stopping=lambda _interruption: report.notify(
            f"interrupted: waiting up to {grace:g} s for the call under way;"
            " once more to leave at once"
        ),
    )


def _close(recorder: Recorder, kept: JsonObject, result: CompositeResult) -> None:
    """Finish the record where nothing is left to do, else tell how to go on."""
    deleted = result.persona is not None and result.persona.deleted
    if deleted or result.status in {RunStatus.SUCCESS, RunStatus.COMPLETED_WITH_ERRORS}:
        recorder.finish(kept, result)
    elif recorder.path is not None and not _began_nothing(result):
        say(f"to go on: {resume_command(recorder.path, result.run_id)}")
    recorder.close()


def _began_nothing(result: CompositeResult) -> bool:
    """Whether the name was taken, or the persona was changed: trying again finds it so again."""
    return result.persona is None and result.error_kind is ErrorKind.CONFLICT


def resume_command(record: Path, run_id: str) -> str:
    """Give the command that goes on with a run: by its id where that finds the record."""
    by_id = record.name.startswith(run_id) and record.parent.name == "runs"
    return f"ema resume {run_id if by_id else shlex.quote(str(record))}"


def deliver_result(result: CompositeResult, output: Path | None) -> ExitCode:
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
