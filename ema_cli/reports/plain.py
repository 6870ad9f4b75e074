"""One plain line an action, for logs and everything that is no terminal."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from ema_cli.reports.words import duration, origin, outcome, title
from ema_cli.runs.events import (
    ActionFinished,
    ActionNoticed,
    ActionStarted,
    BaseFinished,
    Event,
    PersonaChanged,
    RunFinished,
    RunStarted,
)
from ema_cli.runs.result import ActionOutcome, ActionStatus, RunStatus

if TYPE_CHECKING:
    from collections.abc import Callable


class Detail(IntEnum):
    """How much a report tells."""

    QUIET = 0
    """Errors only."""
    NORMAL = 1
    VERBOSE = 2
    """Also where each action is written, and its start."""


class PlainReport:
    """Writes lines through `say`, which makes foreign text harmless."""

    def __init__(self, say: Callable[[str], None], detail: Detail) -> None:
        """Begin; nothing is written yet."""
        self._say = say
        self._detail = detail
        self._base = ""
        self._actions: dict[int, ActionOutcome] = {}
        self._before: set[int] = set()
        """Actions that an earlier part of the run has done."""

    def show(self, event: Event | None) -> None:
        """Write the lines of an event, if it has any."""
        match event:
            case RunStarted(base=base, actions=actions):
                self._base = base
                self._actions = {action.index: action for action in actions}
                self._before = {a.index for a in actions if a.status is not ActionStatus.NOT_RUN}
                self._tell(Detail.VERBOSE, f"run {event.run_id} on {event.env}")
            case BaseFinished(persona=persona, duration_ms=taken, note=note):
                told = f"{persona.id}; {note}" if note else persona.id
                self._tell(Detail.NORMAL, f"{self._base}: {told} ({duration(taken)})")
            case ActionStarted(index=index):
                self._tell(Detail.VERBOSE, f"{self._label(index)}: from {self._origin(index)}")
            case ActionNoticed(index=index, message=message):
                self._tell(Detail.NORMAL, f"{self._label(index)}: note: {message}")
            case ActionFinished(outcome=done):
                self._finished(done)
            case PersonaChanged(persona=persona) if persona.deleted:
                self._tell(Detail.NORMAL, f"deleted {persona.id} again")
            case RunFinished():
                self._end(event)

    def notify(self, line: str) -> None:
        """Write a line whatever the detail is."""
        self._say(line)

    def close(self) -> None:
        """Nothing is left to do."""

    def _tell(self, detail: Detail, line: str) -> None:
        if self._detail >= detail:
            self._say(line)

    def _label(self, index: int) -> str:
        return f"[{index}/{len(self._actions)}] {title(self._actions[index])}"

    def _origin(self, index: int) -> str:
        return origin(self._actions[index])

    def _finished(self, done: ActionOutcome) -> None:
        self._actions[done.index] = done
        failed = done.status is ActionStatus.ERROR
        taken = f" ({duration(done.duration_ms)})" if done.duration_ms is not None else ""
        if done.index in self._before:
            self._tell(Detail.NORMAL, f"{self._label(done.index)}: {done.status.value} before")
            return
        detail = Detail.QUIET if failed else Detail.NORMAL
        self._tell(detail, f"{self._label(done.index)}: {outcome(done)}{taken}")

    def _end(self, event: RunFinished) -> None:
        for action in self._actions.values():
            if action.status is ActionStatus.NOT_RUN:
                self._tell(Detail.NORMAL, f"{self._label(action.index)}: not run")
        if event.error is not None:
            hint = f" ({event.error.hint})" if event.error.hint else ""
            self._tell(Detail.QUIET, f"error: {event.error.message}{hint}")
        done = sum(a.status is ActionStatus.SUCCESS for a in self._actions.values())
        detail = Detail.NORMAL if event.status is RunStatus.SUCCESS else Detail.QUIET
        self._tell(detail, f"{event.status.value}: {done} of {len(self._actions)} actions done")
