"""The folder of run records: finding one, listing them, removing old ones."""

from __future__ import annotations

import fcntl
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.errors import EmaError, ErrorKind, InvalidInput, Problem, usage
from ema_cli.runs.record_reading import Record, read

if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIX = ".jsonl"
KEPT_DAYS = 14
"""Days after which the record of an unfinished run goes: it holds the plan and a key."""
_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Listed:
    """A record in the folder and what became of its run."""

    record: Record
    state: str
    """`running`, `killed`, or the status with which the run ended."""


def path_of(folder: Path, run_id: str) -> Path:
    """Path of the record of a run."""
    return folder / (run_id + SUFFIX)


def find(folder: Path, ref: str) -> Path:
    """Find a record by run id, `last`, or the path of a result or of a record.

    `not_found` errors are of kind `usage`: nothing was changed.
    """
    if ref == "last":
        last = next(filter(_is_readable, sorted(folder.glob("*" + SUFFIX), reverse=True)), None)
        if last is None:
            raise usage("there is no run to go on with", hint="`ema runs list` shows those kept")
        return last
    if _is_id(ref) and _is_file(path_of(folder, ref)):
        return path_of(folder, ref)
    if _is_file(Path(ref)):
        return _from_file(folder, Path(ref))
    raise usage(f"there is no run {ref!r}", hint="`ema runs list` shows those that are kept")


def _is_id(ref: str) -> bool:
    return "/" not in ref and ref not in {"", ".", ".."}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long, a folder that may not be entered
        return False


def _is_readable(path: Path) -> bool:
    """Tell whether it is a record: one whose run was killed in its first line is none."""
    try:
        read(path)
    except (OSError, EmaError):
        return False
    return True


def _from_file(folder: Path, path: Path) -> Path:
    """Tell a result (one JSON document with a run id) from a record (JSON lines)."""
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise unreadable(path, error) from None
    except (ValueError, RecursionError):
        return path
    run_id = document.get("run_id") if isinstance(document, dict) else None
    if not isinstance(run_id, str) or document.get("line") == "run":
        return path
    if _is_id(run_id) and _is_file(path_of(folder, run_id)):
        return path_of(folder, run_id)
    raise usage(
        f"{path} is the result of run {run_id}, whose record is not kept here",
        hint="go on where the run was started, or give the file that --record named",
    )


def listed(folder: Path) -> Iterator[Listed]:
    """Read all records, oldest first; a file that is none is passed over."""
    for path in sorted(folder.glob("*" + SUFFIX)):
        try:
            record = read(path)
        except (OSError, EmaError):
            continue
        yield Listed(record, state(record))


def state(record: Record) -> str:
    """Tell what became of a run."""
    if record.result is not None:
        return str(record.result["status"])
    if _is_locked(record.path):
        return "running"
    return record.status or "killed"


def _is_locked(path: Path) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def prune(folder: Path, *, days: float, finished: bool) -> list[str]:
    """Remove records older than `days`, of unfinished runs and with `finished` of all; name them.

    One whose run is alive stays, whatever its age.
    """
    removed = []
    for path in sorted(folder.glob("*" + SUFFIX)):
        if not path.is_file():
            continue
        if time.time() - path.stat().st_mtime < days * _DAY or _is_locked(path):
            continue
        if finished or _is_unfinished(path):
            path.unlink(missing_ok=True)
            removed.append(path.name.removesuffix(SUFFIX))
    return removed


def _is_unfinished(path: Path) -> bool:
    try:
        return read(path).result is None
    except (OSError, EmaError):
        return False


def unreadable(path: Path, error: OSError) -> InvalidInput:
    """Error for a record that the system does not let us read."""
    return InvalidInput(
        ErrorKind.USAGE, [Problem(f"{path}: the record cannot be read: {error.strerror}")]
    )
