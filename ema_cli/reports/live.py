"""The display on a terminal: each action with its state, its time, and rows done of rows to do."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ema_cli.reports.plain import Detail
from ema_cli.reports.words import duration, origin, outcome, progressed, title
from ema_cli.runs.events import (
    ActionFinished,
    ActionNoticed,
    ActionProgressed,
    ActionStarted,
    BaseFinished,
    BaseStarted,
    Event,
    PersonaChanged,
    RunFinished,
    RunStarted,
)
from ema_cli.runs.result import ActionOutcome, ActionStatus, RunStatus

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.tool import Progress

MARKS = {
    ActionStatus.SUCCESS: ("✓", "green"),
    ActionStatus.ERROR: ("✗", "red"),
    ActionStatus.NOT_RUN: ("·", "dim"),
}
RUNNING = ("▸", "cyan")
_ENDS = {RunStatus.SUCCESS: "green", RunStatus.COMPLETED_WITH_ERRORS: "yellow"}
_REDRAW = 0.1
"""Seconds between two drawings, at least: a run may make thousands of events a second."""


class LiveReport:
    """Draws the run in place with rich. All text is drawn as `Text`: none of it is markup."""

    def __init__(self, stream: TextIO, escape: Callable[[str], str], detail: Detail) -> None:
        """Take the terminal; `escape` makes foreign text a harmless line."""
        self._console = Console(file=stream, markup=False, highlight=False, emoji=False)
        self._live = Live(
            console=self._console,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
            vertical_overflow="crop",
        )
        self._escape = escape
        self._detail = detail
        self._base = ""
        self._base_state = MARKS[ActionStatus.NOT_RUN]
        self._base_note = ""
        self._actions: dict[int, ActionOutcome] = {}
        self._running: int | None = None
        self._over = False
        """Whether what has not run by now does not run any more."""
        self._progress: Progress | None = None
        self._began = time.monotonic()
        self._drawn = 0.0

    def show(self, event: Event | None) -> None:
        """Take in an event and draw again, if it is time."""
        if isinstance(event, RunStarted):
            self._base = event.base
            self._actions = {action.index: action for action in event.actions}
            self._live.start()
        self._take(event)
        if isinstance(event, RunFinished):
            self._draw()
            self.close()
            self._end(event)
        elif time.monotonic() - self._drawn >= _REDRAW:
            self._draw()

    def notify(self, line: str) -> None:
        """Write a line above the display, at once."""
        self._console.print(Text(self._escape(line)))

    def close(self) -> None:
        """Leave the last drawing standing and show the cursor again."""
        self._live.stop()

    def _take(self, event: Event | None) -> None:
        match event:
            case BaseStarted():
                self._base_state, self._began = RUNNING, time.monotonic()
            case BaseFinished(persona=persona, duration_ms=taken, note=note):
                self._base_state = MARKS[ActionStatus.SUCCESS]
                told = f"{persona.id}  {note}" if note else persona.id
                self._base_note = f"{told}  {duration(taken)}"
            case ActionStarted(index=index):
                self._running, self._progress = index, None
                self._began = time.monotonic()
            case ActionProgressed(progress=progress):
                self._progress = progress
            case ActionNoticed(index=index, message=message):
                self.notify(f"[{index}] note: {message}")
            case ActionFinished(outcome=done):
                self._actions[done.index] = done
                self._running = None
            case PersonaChanged(persona=persona) if persona.deleted:
                self._base_note = f"{persona.id}  deleted again"
            case RunFinished(error=error):
                self._over = True
                if error is not None and self._base_state is RUNNING:
                    self._base_state = MARKS[ActionStatus.ERROR]

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        self._live.update(self._table(), refresh=True)

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        note = self._base_note if self._base_state is not RUNNING else self._elapsed()
        self._row(table, self._base_state, self._base, note)
        shown, before, after = self._window()
        if before:
            self._row(table, ("", "dim"), f"({before} before)", "")
        for action in shown:
            if action.index == self._running:
                self._row(table, RUNNING, self._label(action), self._elapsed())
            else:
                self._row(table, MARKS[action.status], self._label(action), self._note(action))
        if after:
            self._row(table, ("", "dim"), f"({after} more)", "")
        return table

    def _row(self, table: Table, mark: tuple[str, str], name: str, note: str) -> None:
        sign, style = mark
        table.add_row(
            Text(sign, style), Text(self._escape(name), style), Text(self._escape(note), "dim")
        )

    def _window(self) -> tuple[list[ActionOutcome], int, int]:
        """Choose the actions that fit on the screen, around the one that is running."""
        actions = list(self._actions.values())
        room = max(self._console.height - 5, 3)
        if len(actions) <= room:
            return actions, 0, 0
        finished = sum(action.status is not ActionStatus.NOT_RUN for action in actions)
        first = min(max(finished - room // 2, 0), len(actions) - room)
        return actions[first : first + room], first, len(actions) - first - room

    def _label(self, action: ActionOutcome) -> str:
        name = f"{action.index} {title(action)}"
        return f"{name}  ({origin(action)})" if self._detail is Detail.VERBOSE else name

    def _note(self, action: ActionOutcome) -> str:
        if action.status is ActionStatus.NOT_RUN:
            return "not run" if self._over else ""
        taken = duration(action.duration_ms or 0)
        return f"{taken}  {outcome(action)}"

    def _elapsed(self) -> str:
        taken = duration(round((time.monotonic() - self._began) * 1000))
        if self._running is None or self._progress is None:
            return taken
        now = self._progress
        return f"{taken}  {progressed(now.done, now.total, now.unit)}"

    def _end(self, event: RunFinished) -> None:
        if event.error is not None:
            hint = f" ({event.error.hint})" if event.error.hint else ""
            self.notify(f"error: {event.error.message}{hint}")
        done = sum(a.status is ActionStatus.SUCCESS for a in self._actions.values())
        self._console.print(
            Text(
                f"{event.status.value}: {done} of {len(self._actions)} actions done",
                _ENDS.get(event.status, "red"),
            )
        )
