"""The run record: what a run writes down, step by step, so that it can be resumed.

A file of JSON lines. The first describes the whole run; then one line stands before and one after
each step, written before the step's first call goes out. A line that is torn, as the last one is
when the process or the machine went down in it, reads as absent. An OS lock (`flock`) is held on
the file while the run lives. When nothing is left to do, the file is replaced by two lines: the
run without its plan and pseudonym key, and its result.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ema_cli.errors import ErrorKind, InvalidInput, Problem
from ema_cli.runs.events import (
    ActionFinished,
    ActionSaved,
    ActionStarted,
    BaseFinished,
    BaseStarted,
    Event,
    PersonaChanged,
    RunFinished,
)
from ema_cli.runs.result import ActionOutcome, PersonaOutcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ema_cli.runs.result import CompositeResult
    from ema_cli.values import JsonObject

FORMAT = 1
"""Number of the format; a record of another one is not read."""


UNSETTLED = frozenset(
    {
        ErrorKind.INTERRUPTED,
        ErrorKind.TIMEOUT,
        ErrorKind.UNAVAILABLE,
        ErrorKind.PROTOCOL,
        ErrorKind.UNCLEAR,
        ErrorKind.AUTH,
        ErrorKind.INTERNAL,
    }
)
"""Errors after which the last call may have gone through all the same.

An action that ended so is resumed with the keys it had, so that such a call is not made twice. One
that ended in any other way is done anew, with keys of its own: what it answered then is no answer
to what it asks now.
"""


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
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        writer = cls(path, descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
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
        """Let go of the lock."""
        with suppress(OSError):
            os.close(self._descriptor)


def _line(event: Event) -> JsonObject | None:
    line: JsonObject | None = None
    match event:
        case BaseStarted():
            line = {"line": "base", "state": "started"}
        case BaseFinished(persona=persona, source_id=source):
            line = {"line": "base", "state": "finished", "source": source}
            line["persona"] = persona.model_dump(mode="json", exclude_none=True)
        case ActionStarted(index=index):
            line = {"line": "action", "state": "started", "index": index}
        case ActionSaved(index=index, saved=saved):
            line = {"line": "action", "state": "saved", "index": index}
            line |= {"part": saved.part, "saved": saved.state}
        case ActionFinished(outcome=outcome):
            line = {"line": "action", "state": "finished"}
            line["outcome"] = outcome.model_dump(mode="json", exclude_none=True)
        case PersonaChanged(persona=persona):
            line = {"line": "persona"}
            line["persona"] = persona.model_dump(mode="json", exclude_none=True)
        case RunFinished(status=status):
            line = {"line": "end", "status": status.value}
    return line


@dataclass(slots=True)
class Record:
    """What a record says, as far as it was written."""

    path: Path
    head: dict[str, Any]
    base_finished: bool = False
    persona: PersonaOutcome | None = None
    source_id: str | None = None
    outcomes: dict[int, ActionOutcome] = field(default_factory=dict)
    """The last outcome of each action that ended, by index."""
    saved: dict[int, dict[str, JsonObject]] = field(default_factory=dict)
    """What actions that have not ended for certain had saved, by index and part."""
    attempts: dict[int, int] = field(default_factory=dict)
    """How often each action ended for certain, by index: see `UNSETTLED`."""
    status: str | None = None
    """How the run ended last; None while it is under way, or was killed."""
    result: dict[str, Any] | None = None
    """The composite result of a run with nothing left to do."""

    @property
    def run_id(self) -> str:
        """Id of the run."""
        return str(self.head["run_id"])


def read(path: Path) -> Record:
    """Read a record. `usage` where the file is none; `OSError` where it cannot be read."""
    record: Record | None = None
    with path.open("rb") as stream:
        for line in _whole_lines(stream):
            if record is None:
                if line.get("line") != "run":
                    break
                record = Record(path, line)
            else:
                _take(record, line)
    if record is None:
        raise InvalidInput(ErrorKind.USAGE, [Problem(f"{path} is not a run record")])
    if record.head.get("format") != FORMAT:
        raise InvalidInput(
            ErrorKind.USAGE,
            [Problem(f"{path} was written by another version of ema", "resume it with that one")],
        )
    return record


def _whole_lines(stream: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - a binary stream
    for data in stream:
        try:
            line = json.loads(data)
        except ValueError:
            continue
        if isinstance(line, dict):
            yield line


def _take(record: Record, line: dict[str, Any]) -> None:
    record.status = None
    match line:
        case {"line": "base", "state": "finished", "persona": persona}:
            record.base_finished = True
            record.persona = PersonaOutcome.model_validate(persona)
            record.source_id = line.get("source")
        case {"line": "persona", "persona": persona}:
            record.persona = PersonaOutcome.model_validate(persona)
        case {"line": "action", "state": "saved", "index": index, "part": part, "saved": saved}:
            record.saved.setdefault(index, {})[part] = saved
        case {"line": "action", "state": "finished", "outcome": outcome}:
            done = ActionOutcome.model_validate(outcome)
            record.outcomes[done.index] = done
            if done.error_kind not in UNSETTLED:
                record.saved.pop(done.index, None)
                record.attempts[done.index] = record.attempts.get(done.index, 0) + 1
        case {"line": "plan", "actions": actions, "digest": digest}:
            record.head |= {"actions": actions, "digest": digest}
        case {"line": "end", "status": status}:
            record.status = str(status)
        case {"line": "result", "result": result}:
            record.result = dict(result)
