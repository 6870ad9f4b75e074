"""The run record: what a run writes down, step by step, so that it can be resumed.

A file of JSON lines. The first describes the whole run; then one line stands before and one after
each step, written before the step's first call goes out. A line that is torn, as the last one is
when the process or the machine went down in it, reads as absent. An OS lock (`flock`) is held on
the file while the run lives. When nothing is left to do, the file is replaced by two lines: the
run without its plan and pseudonym key, and its result.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from typing import TYPE_CHECKING

from ema_cli.runs.events import (
    ActionFinished,
    ActionSaved,
    ActionStarted,
    BaseFinished,
    BaseReady,
    BaseStarted,
    Event,
    PersonaChanged,
    PersonaDeleting,
    RunFinished,
)

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.runs.result import CompositeResult
    from ema_cli.values import JsonObject

FORMAT = 1
"""Number of the format; a record of another one is not read."""
_CLOSED = -1
"""No descriptor: the number that was one may by now belong to another file."""


class RecordWriter:
    """Appends to the record of a run that is under way. Raises `OSError` when it cannot."""

    def __init__(self, path: Path, descriptor: int) -> None:
        """Take over an open, locked descriptor."""
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def create(cls, path: Path, head: JsonObject) -> RecordWriter:
        """Make the file, for its owner alone, and write its first line."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # An empty file may be what `mktemp` made, or what was left of a full disk.
        new = 0 if path.is_file() and not path.stat().st_size else os.O_EXCL
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | new, 0o600)
        writer = cls(path, descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_size:
            os.close(descriptor)
            raise FileExistsError(errno.EEXIST, "another run writes its record there")
        writer.append({"line": "run", "format": FORMAT, **head})
        os.fsync(descriptor)
        return writer

    @classmethod
    def reopen(cls, path: Path) -> RecordWriter:
        """Go on with a record. `BlockingIOError` while another process holds it."""
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
        writer = cls(path, descriptor)
        try:
            writer._claim()
            writer._end_torn_line()
        except BaseException:
            writer.close()
            raise
        return writer

    def _claim(self) -> None:
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(self._descriptor).st_ino != self.path.stat().st_ino:
            # It was finished, and replaced, between opening and locking it.
            raise BlockingIOError

    def append(self, line: JsonObject) -> None:
        """Write a line in one call.

        It is not forced down to the disk: a killed process loses nothing, and after a power cut
        the steps that seem missing are sent again with the same keys, which changes nothing.
        """
        self._write((json.dumps(line, separators=(",", ":")) + "\n").encode())

    def _end_torn_line(self) -> None:
        """Keep the next line apart from one that was torn when the process was killed in it."""
        size = os.fstat(self._descriptor).st_size
        if size and os.pread(self._descriptor, 1, size - 1) != b"\n":
            self._write(b"\n")

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    def event(self, event: Event) -> None:
        """Write the line of an event, if it is one that resuming must know of."""
        line = _line(event)
        if line is not None:
            self.append(line)

    def finish(self, head: JsonObject, result: CompositeResult) -> None:
        """Replace everything by the run's head and result; the lock stays on the old file."""
        lines = [
            {"line": "run", "format": FORMAT, **head},
            {"line": "result", "result": result.model_dump(mode="json", exclude_none=True)},
        ]
        draft = self.path.with_name(self.path.name + ".new")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(self.path)

    def close(self) -> None:
        """Let go of the lock; what is written after that fails, and changes no other file."""
        descriptor, self._descriptor = self._descriptor, _CLOSED
        if descriptor != _CLOSED:
            os.close(descriptor)


def _line(event: Event) -> JsonObject | None:
    line: JsonObject | None = None
    match event:
        case BaseStarted():
            line = {"line": "base", "state": "started"}
        case BaseReady(base=base):
            line = {"line": "base", "state": "ready", "base": base}
        case BaseFinished(persona=persona, source_id=source):
            line = {"line": "base", "state": "finished", "source": source}
            line["source_name"] = event.source_name
            line["persona"] = persona.model_dump(mode="json", exclude_none=True)
        case ActionStarted(index=index):
            line = {"line": "action", "state": "started", "index": index}
        case ActionSaved(index=index, saved=saved):
            line = {"line": "action", "state": "saved", "index": index}
            line |= {"part": saved.part, "saved": saved.state}
        case ActionFinished(outcome=outcome):
            line = {"line": "action", "state": "finished"}
            line["outcome"] = outcome.model_dump(mode="json", exclude_none=True)
        case PersonaDeleting():
            line = {"line": "deleting"}
        case PersonaChanged(persona=persona):
            line = {"line": "persona"}
            line["persona"] = persona.model_dump(mode="json", exclude_none=True)
        case RunFinished(status=status, error=error):
            line = {"line": "end", "status": status.value}
            line["error_kind"] = error.kind.value if error else None
    return line
