"""Driving a run: order of recording and sending, stops, a worker that does not come back."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import ErrorKind, ExitCode, Interrupted
from ema_cli.runs.driver import StopRequest, Watchers, drive
from ema_cli.runs.events import (
    ActionFinished,
    ActionStarted,
    Event,
    RunFinished,
    RunStarted,
)
from ema_cli.runs.result import ActionOutcome, ActionStatus, RunStatus
from ema_cli.runs.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Generator

OUTLINE = ActionOutcome(index=1, tool="data", method="copy", where="plan.yaml:1:3")
STARTED = RunStarted("r1", "local", "create", (OUTLINE,))


def watchers(
    recorded: list[Event] | None = None, stopped: list[Interrupted] | None = None
) -> Watchers:
    return Watchers(
        record=(recorded if recorded is not None else []).append,
        show=lambda _event: None,
        stopping=(stopped if stopped is not None else []).append,
    )


def test_each_event_is_recorded_before_the_run_goes_on() -> None:
    recorded: list[Event] = []
    seen: list[int] = []

    def events() -> Generator[Event, None, None]:
        yield STARTED
        seen.append(len(recorded))
        yield ActionStarted(1)
        seen.append(len(recorded))
        yield RunFinished(RunStatus.SUCCESS)

    tally = Tally("r1", "local")
    assert drive(events(), tally, watchers(recorded), stop=StopRequest(), grace=1)
    assert seen == [1, 2]
    assert tally.result().status is RunStatus.SUCCESS


def test_a_stop_reaches_the_run_at_its_next_event() -> None:
    stop = StopRequest()
    reached: list[str] = []

    def events() -> Generator[Event, None, None]:
        try:
            yield STARTED
            stop.ask(Interrupted(ExitCode.SIGTERM))
            yield ActionStarted(1)
            reached.append("the call of action 1")
        except Interrupted as interruption:
            yield RunFinished(RunStatus.INTERRUPTED, interruption)

    stopped: list[Interrupted] = []
    tally = Tally("r1", "local")
    assert drive(events(), tally, watchers(stopped=stopped), stop=stop, grace=5)
    assert [s.code for s in stopped] == [ExitCode.SIGTERM]
    assert not reached
    assert tally.result().status is RunStatus.INTERRUPTED


def test_a_worker_that_does_not_come_back_is_left_behind() -> None:
    stop, release = StopRequest(), threading.Event()

    def events() -> Generator[Event, None, None]:
        yield STARTED
        yield ActionStarted(1)
        stop.ask(Interrupted(ExitCode.SIGINT))
        release.wait(30)
        yield RunFinished(RunStatus.SUCCESS)

    tally = Tally("r1", "local")
    assert not drive(events(), tally, watchers(), stop=stop, grace=0.2)
    result = tally.result()
    release.set()
    assert result.status is RunStatus.INTERRUPTED
    assert result.actions[0].status is ActionStatus.ERROR
    assert result.actions[0].error_kind is ErrorKind.INTERRUPTED


def test_a_second_wish_is_told_apart_from_the_first() -> None:
    stop = StopRequest()
    assert stop.ask(Interrupted(ExitCode.SIGINT))
    assert not stop.ask(Interrupted(ExitCode.SIGTERM))
    assert stop.interruption is not None
    assert stop.interruption.code is ExitCode.SIGINT


def test_a_fault_of_the_runner_is_raised_in_the_main_thread() -> None:
    def events() -> Generator[Event, None, None]:
        yield STARTED
        message = "planted"
        raise LookupError(message)

    with pytest.raises(LookupError, match="planted"):
        drive(events(), Tally("r1", "local"), watchers(), stop=StopRequest(), grace=1)


def test_a_tally_is_complete_at_any_moment() -> None:
    tally = Tally("r1", "local")
    assert tally.result().status is RunStatus.INTERRUPTED
    tally.add(STARTED)
    tally.add(ActionFinished(OUTLINE.model_copy(update={"status": ActionStatus.SUCCESS})))
    assert [a.status for a in tally.result().actions] == [ActionStatus.SUCCESS]
    tally.add(RunFinished(RunStatus.SUCCESS))
    assert list(tally.result().document()) == [
        *("schema_version", "run_id", "status", "env", "persona", "actions")
    ]
