"""Drives a run: the generator in a worker thread, signals and display in the main one.

Python runs signal handlers in the main thread and only between its own steps, so a call into
SQLite or a socket there would keep a Ctrl-C waiting. The main thread therefore only takes events
from a queue, and the worker makes the calls.
"""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.runs.events import Event, RunFinished

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from ema_cli.errors import Interrupted
    from ema_cli.runs.tally import Tally

HEARTBEAT = 0.1
"""Seconds between two looks at the display when nothing happens."""

_End: TypeAlias = "BaseException | None"


class StopRequest:
    """A wish to stop the run, set by a signal handler and looked at by the worker."""

    def __init__(self) -> None:
        """Begin without a wish."""
        self.interruption: Interrupted | None = None
        self.since: float | None = None

    def ask(self, interruption: Interrupted) -> bool:
        """Ask for a stop; False when one was asked for already."""
        if self.interruption is not None:
            return False
        self.since = time.monotonic()
        self.interruption = interruption
        return True

    def overdue(self, grace: float) -> bool:
        """Whether the call under way has had its `grace` seconds."""
        return self.since is not None and time.monotonic() - self.since > grace


def drive(
    events: Generator[Event, None, None],
    tally: Tally,
    *,
    show: Callable[[Event | None], None],
    record: Callable[[Event], None],
    stop: StopRequest,
    grace: float,
) -> bool:
    """Run to the end; answer whether the worker came back.

    `record` is called in the worker before the run goes on, so that what it writes is written
    before the next call goes out. `show` is called here, with None for a heartbeat. When the
    worker does not come back within `grace` seconds of a stop, the tally is closed without it.
    """
    waiting: queue.SimpleQueue[Event | BaseException | None] = queue.SimpleQueue()
    worker = threading.Thread(
        target=_work, args=(events, record, stop, waiting.put), name="run", daemon=True
    )
    worker.start()
    while True:
        try:
            event = waiting.get(timeout=HEARTBEAT)
        except queue.Empty:
            if stop.interruption is not None and stop.overdue(grace):
                tally.interrupt(stop.interruption)
                return False
            show(None)
            continue
        if event is None:
            worker.join()
            return True
        if isinstance(event, BaseException):
            raise event
        tally.add(event)
        show(event)


def _work(
    events: Generator[Event, None, None],
    record: Callable[[Event], None],
    stop: StopRequest,
    put: Callable[[Event | _End], None],
) -> None:
    try:
        asked = False
        event = next(events, None)
        while event is not None:
            record(event)
            put(event)
            if stop.interruption is not None and not asked and not isinstance(event, RunFinished):
                asked = True
                event = _thrown(events, stop.interruption)
            else:
                event = next(events, None)
    except BaseException as fault:  # noqa: BLE001 - the main thread raises it
        put(fault)
    else:
        put(None)


def _thrown(events: Generator[Event, None, None], interruption: Interrupted) -> Event | None:
    try:
        return events.throw(interruption)
    except StopIteration:
        return None
