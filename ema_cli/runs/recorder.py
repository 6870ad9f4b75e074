"""Keeps a run's record, and lets the run go on when that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.runs.events import ActionFinished, Event

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from ema_cli.runs.record import RecordWriter
    from ema_cli.runs.result import CompositeResult
    from ema_cli.values import JsonObject


class Recorder:
    """Writes the record of one run. The first failure ends the writing, and is told once."""

    def __init__(
        self, opened: Callable[[], RecordWriter] | None, earlier: Collection[int] = ()
    ) -> None:
        """Open the record; `earlier` are the actions whose outcomes it holds already.

        None keeps no record, of a run on something that is not there afterwards.
        """
        self.trouble: str | None = None
        """Why the record is not written any more; None while it is."""
        self._writer: RecordWriter | None = None
        self._earlier = frozenset(earlier)
        if opened is not None:
            self._try(lambda: self._set(opened()))

    @property
    def path(self) -> Path | None:
        """Where the record is, None where there is none to resume from."""
        return self._writer.path if self._writer is not None and self.trouble is None else None

    def event(self, event: Event) -> None:
        """Write what resuming must know of an event."""
        if isinstance(event, ActionFinished) and event.outcome.index in self._earlier:
            return
        writer = self._writer
        if writer is not None:
            self._try(lambda: writer.event(event))

    def finish(self, head: JsonObject, result: CompositeResult) -> None:
        """Keep only the result: nothing is left to do."""
        writer = self._writer
        if writer is not None:
            self._try(lambda: writer.finish(head, result))

    def close(self) -> None:
        """Let go of the record."""
        if self._writer is not None:
            self._writer.close()

    def _set(self, writer: RecordWriter) -> None:
        self._writer = writer

    def _try(self, act: Callable[[], None]) -> None:
        if self.trouble is not None:
            return
        try:
            act()
        except OSError as error:
            self.trouble = error.strerror or type(error).__name__
