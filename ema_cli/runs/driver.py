"""Drives a run: the generator in a worker thread, signals and display in the main one.

Python runs signal handlers in the main thread and only between its own steps, so a call into
SQLite or a socket there would keep a Ctrl-C waiting. The main thread therefore only takes events
from a queue, and the worker makes the calls.
"""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.errors import Interrupted
from ema_cli.runs.events import Event, RunFinished

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from ema_cli.runs.tally import Tally

HEARTBEAT = 0.1
"""Seconds between two looks at the display when nothing happens."""
_GATHERING = 0.02
"""Seconds for which events gather before they are shown. Waking up for each of them would take the
interpreter from the worker as often: a tenth of the time of small actions, for what no eye sees."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """The worker's last word: nothing, or the fault that it fell over."""

    fault: BaseException | None = None


_Message: TypeAlias = "Event | Interrupted | _Ended"


class StopRequest:
    """A wish to stop the run: set by a signal handler, looked at by the worker."""

    def __init__(self) -> None:
        """Begin without a wish."""
        self.interruption: Interrupted | None = None
        self.messages: queue.SimpleQueue[_Message] = queue.SimpleQueue()
        """What the main thread waits for. `put` may be called in a signal handler."""
        self.ended = threading.Event()
        """Set when the worker has nothing more to say."""
        self._since = 0.0

    def ask(self, interruption: Interrupted) -> bool:
        """Ask for a stop; False when one was asked for already."""
        if self.interruption is not None:
            return False
        self._since = time.monotonic()
        self.interruption = interruption
        self.messages.put(interruption)
        return True

    def overdue(self, grace: float) -> Interrupted | None:
        """Give the interruption when the call under way has had its `grace` seconds since."""
        if self.interruption is None or time.monotonic() - self._since < grace:
            return None
        return self.interruption


@dataclass(frozen=True, slots=True)
class Watchers:
    """Who is told of what happens."""

    record: Callable[[Event], None]
    """Called in the worker before the run goes on: what it writes is there before the next call."""
    show: Callable[[Event | None], None]
    """Called in the main thread, with None for a heartbeat."""
    stopping: Callable[[Interrupted], None]
    """Called in the main thread as soon as a stop is asked for."""


def drive(
    events: Generator[Event, None, None],
    tally: Tally,
    watchers: Watchers,
    *,
    stop: StopRequest,
    grace: float,
) -> bool:
    """Run to the end; answer whether the worker came back.

    When it does not within `grace` seconds of a stop, the tally is closed without it. A fault of
    the runner itself is raised here.
    """
    threading.Thread(
        target=_work, args=(events, watchers.record, stop), name="run", daemon=True
    ).start()
    while True:
        overdue = stop.overdue(grace)
        if overdue is not None:
            tally.interrupt(overdue)
            return False
        match _next(stop):
            case _Ended(fault=None):
                return True
            case _Ended(fault=fault) if fault is not None:
                raise fault
            case Interrupted() as interruption:
                watchers.stopping(interruption)
            case None:
                watchers.show(None)
            case event:
                tally.add(event)  # type: ignore[arg-type]  # only events are left
                watchers.show(event)  # type: ignore[arg-type]


def _next(stop: StopRequest) -> _Message | None:
    if stop.messages.empty():
        stop.ended.wait(_GATHERING)
    try:
        return stop.messages.get(timeout=HEARTBEAT)
    except queue.Empty:
        return None


def _work(
    events: Generator[Event, None, None], record: Callable[[Event], None], stop: StopRequest
) -> None:
    try:
        asked = False
        event = next(events, None)
        while event is not None:
            record(event)
            stop.messages.put(event)
            if stop.interruption is None or asked or isinstance(event, RunFinished):
                event = next(events, None)
            else:
                asked = True
                event = _thrown(events, stop.interruption)
    except BaseException as fault:  # noqa: BLE001 - the main thread raises it
        stop.messages.put(_Ended(fault))
    else:
        stop.messages.put(_Ended())
    stop.ended.set()


def _thrown(events: Generator[Event, None, None], interruption: Interrupted) -> Event | None:
    try:
        return events.throw(interruption)
    except StopIteration:
        return None
