"""Reading a run record: what it says, as far as it was written."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ema_cli.errors import ErrorKind, InvalidInput, Problem
from ema_cli.runs.base import Source
from ema_cli.runs.record import FORMAT
from ema_cli.runs.result import ActionOutcome, CompositeResult, PersonaOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ema_cli.values import JsonObject

KEPT = ("run_id", "ema", "env", "workspace", "url", "title")
"""What the first line tells of any run."""
RESUMED = (
    *("plan", "has_source", "target_name", "actions", "digest", "base"),
    *("enable", "delete_on_failure", "pseudonym_key"),
)
"""What it tells besides while something is left to do."""

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


@dataclass(slots=True)
class Record:
    """What a record says, as far as it was written."""

    path: Path
    head: dict[str, Any]
    base: JsonObject | None = None
    """The base operation whose calls may have gone out: it is to make the same ones again."""
    base_finished: bool = False
    persona: PersonaOutcome | None = None
    source: Source | None = None
    deleting: bool = False
    """Whether the run had come to deleting its persona."""
    outcomes: dict[int, ActionOutcome] = field(default_factory=dict)
    """The last outcome of each action that ended, by index."""
    saved: dict[int, dict[str, JsonObject]] = field(default_factory=dict)
    """What actions that have not succeeded had saved, by index and part."""
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
    try:
        with path.open("rb") as stream:
            record = _read(path, stream)
    except (KeyError, TypeError, ValueError):
        # JSON lines of another shape: by hand, by another program, or by a fault of a disk.
        record = None
    if record is None:
        raise InvalidInput(ErrorKind.USAGE, [Problem(f"{path} is not a run record")])
    if record.head["format"] != FORMAT:
        raise InvalidInput(
            ErrorKind.USAGE,
            [Problem(f"{path} was written by another version of ema", "resume it with that one")],
        )
    return record


def _read(path: Path, stream: Any) -> Record | None:  # noqa: ANN401 - a binary stream
    record: Record | None = None
    for line in _whole_lines(stream):
        if record is not None:
            record.status = None
            _TAKERS.get(str(line.get("line")), _ignored)(record, line)
        elif line.get("line") != "run":
            return None
        else:
            record = Record(path, line)
            if line["format"] != FORMAT:
                return record
    if record is not None:
        needed = {*KEPT, *(RESUMED if record.result is None else ())}
        if needed - record.head.keys():
            return None
    return record


def _whole_lines(stream: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - a binary stream
    for data in stream:
        try:
            line = json.loads(data)
        except (ValueError, RecursionError):
            continue
        if isinstance(line, dict):
            yield line


def _ignored(record: Record, line: dict[str, Any]) -> None:
    """Pass over a line that a later ema may have added."""


def _take_base(record: Record, line: dict[str, Any]) -> None:
    if line["state"] == "ready":
        record.base = line["base"]
    elif line["state"] == "finished":
        record.base_finished = True
        _take_persona(record, line)
        if line["source"] is not None:
            record.source = Source(line["source"], line["source_name"])


def _take_persona(record: Record, line: dict[str, Any]) -> None:
    record.persona = PersonaOutcome.model_validate(line["persona"])


def _take_action(record: Record, line: dict[str, Any]) -> None:
    if line["state"] == "saved":
        record.saved.setdefault(line["index"], {})[line["part"]] = line["saved"]
    elif line["state"] == "finished":
        done = ActionOutcome.model_validate(line["outcome"])
        record.outcomes[done.index] = done
        if done.error_kind is None:
            record.saved.pop(done.index, None)
        if done.error_kind not in UNSETTLED:
            record.attempts[done.index] = record.attempts.get(done.index, 0) + 1


def _take_deleting(record: Record, line: dict[str, Any]) -> None:  # noqa: ARG001 - as the others
    record.deleting = True


def _take_plan(record: Record, line: dict[str, Any]) -> None:
    record.head |= {"actions": line["actions"], "digest": line["digest"]}


def _take_end(record: Record, line: dict[str, Any]) -> None:
    record.status = str(line["status"])
    if line["error_kind"] is not None and line["error_kind"] not in UNSETTLED:
        # Whatever was asked for last was refused: it is asked for anew.
        record.base, record.deleting = None, False


def _take_result(record: Record, line: dict[str, Any]) -> None:
    record.result = CompositeResult.model_validate(line["result"]).document()


_TAKERS: dict[str, Callable[[Record, dict[str, Any]], None]] = {
    "base": _take_base,
    "action": _take_action,
    "deleting": _take_deleting,
    "persona": _take_persona,
    "plan": _take_plan,
    "end": _take_end,
    "result": _take_result,
}
"""What each kind of line adds to what is known of a run."""
