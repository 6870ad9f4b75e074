"""From the events of a run to its composite result, at any moment of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, Interrupted
from ema_cli.runs.events import (
    ActionFinished,
    ActionStarted,
    BaseFinished,
    Event,
    PersonaChanged,
    RunFinished,
    RunStarted,
)
from ema_cli.runs.result import (
    ActionOutcome,
    ActionStatus,
    CompositeResult,
    PersonaOutcome,
    RunStatus,
)

if TYPE_CHECKING:
    from ema_cli.errors import EmaError


class Tally:
    """Counts events; `result()` is complete and true whenever it is asked for."""

    def __init__(self, run_id: str, env: str) -> None:
        """Begin before the first event."""
        self._run_id = run_id
        self._env = env
        self._actions: dict[int, ActionOutcome] = {}
        self._persona: PersonaOutcome | None = None
        self._running: int | None = None
        self._finished: RunFinished | None = None

    @property
    def error(self) -> EmaError | None:
        """What ended the run from outside its actions, if anything did."""
        return self._finished.error if self._finished else None

    def add(self, event: Event) -> None:
        """Take in the next event."""
        match event:
            case RunStarted(actions=actions):
                self._actions = {action.index: action for action in actions}
            case BaseFinished(persona=persona) | PersonaChanged(persona=persona):
                self._persona = persona
            case ActionStarted(index=index):
                self._running = index
            case ActionFinished(outcome=outcome):
                self._actions[outcome.index] = outcome
                self._running = None
            case RunFinished():
                self._finished = event

    def interrupt(self, interruption: Interrupted) -> None:
        """End the run here, because the worker could not: its call under way did not come back."""
        if self._running is not None:
            unfinished = self._actions[self._running]
            self._actions[self._running] = unfinished.model_copy(
                update={
                    "status": ActionStatus.ERROR,
                    "error": "interrupted; its last call was still under way",
                    "error_kind": ErrorKind.INTERRUPTED,
                }
            )
        self._finished = RunFinished(RunStatus.INTERRUPTED, interruption)

    def result(self) -> CompositeResult:
        """Make the composite result of what has happened so far."""
        finished = self._finished or RunFinished(RunStatus.INTERRUPTED)
        error = finished.error
        return CompositeResult(
            run_id=self._run_id,
            status=finished.status,
            env=self._env,
            persona=self._persona,
            actions=tuple(self._actions.values()),
            error=error.message if error else None,
            error_kind=error.kind if error else None,
            hint=error.hint if error else None,
        )
