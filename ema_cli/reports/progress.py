"""One line on a terminal for a call that is no run: what it does, its time, and how far it is."""

from __future__ import annotations

import time
from threading import Event, Thread
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from ema_cli.reports.live import MARKS, RUNNING
from ema_cli.reports.words import duration, progressed
from ema_cli.runs.result import ActionStatus

if TYPE_CHECKING:
    from collections.abc import Callable

_REDRAW = 0.2
"""Seconds between two drawings."""
_PATIENCE = 0.5
"""Seconds that a call may take before it is worth a line."""


class LiveProgress:
    """Draws in a thread of its own, so that the time goes on whatever the call waits for."""

    def __init__(self, stream: TextIO, escape: Callable[[str], str], title: str) -> None:
        """Wait for the moment to draw; `escape` makes foreign text a harmless line."""
        self._console = Console(file=stream, markup=False, highlight=False, emoji=False)
        self._live = Live(
            console=self._console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )
        self._title = escape(title)
        self._state = RUNNING
        self._counts: dict[str, tuple[int, int | None]] = {}
        self._began = time.monotonic()
        self._ended = Event()
        self._thread = Thread(target=self._draw_until_the_end, daemon=True)
        self._thread.start()

    def tell(self, done: int, total: int | None, unit: str) -> None:
        """Take note of how far the call is."""
        self._counts[unit] = (done, total)

    def close(self, *, well: bool) -> None:
        """Leave the last drawing standing, if there is one, with what came of the call."""
        self._state = MARKS[ActionStatus.SUCCESS if well else ActionStatus.ERROR]
        self._ended.set()
        self._thread.join()

    def _draw_until_the_end(self) -> None:
        if self._ended.wait(_PATIENCE):
            return
        try:
            self._live.start()
            while not self._ended.wait(_REDRAW):
                self._live.update(self._line(), refresh=True)
            self._live.update(self._line(), refresh=True)
            self._live.stop()
        except (OSError, ValueError):
            # The terminal is gone; the call goes on without it.
            return

    def _line(self) -> Text:
        sign, style = self._state
        line = Text(f"{sign} ", style)
        line.append(self._title, style)
        taken = duration(round((time.monotonic() - self._began) * 1000))
        counts = [progressed(*count, unit) for unit, count in [*self._counts.items()]]
        line.append("  ".join(["", taken, *counts]), "dim")
        return line
