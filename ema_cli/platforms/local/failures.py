"""One place that turns what SQLite and the file system say into plain platform errors."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SQLITE = {
    sqlite3.SQLITE_BUSY: (
        ErrorKind.TIMEOUT,
        "is in use: another process has been writing for 60 seconds",
        "try again when it is done",
    ),
    sqlite3.SQLITE_LOCKED: (ErrorKind.TIMEOUT, "is locked", "try again"),
    sqlite3.SQLITE_READONLY: (
        ErrorKind.UNAVAILABLE,
        "cannot be written",
        "look at the permissions of the file and its folder",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        ErrorKind.UNAVAILABLE,
        "cannot be opened",
        "look at the permissions of the file and its folder",
    ),
    sqlite3.SQLITE_PERM: (ErrorKind.UNAVAILABLE, "cannot be opened", "look at its permissions"),
    sqlite3.SQLITE_AUTH: (ErrorKind.UNAVAILABLE, "cannot be opened", "look at its permissions"),
    sqlite3.SQLITE_NOTADB: (
        ErrorKind.UNAVAILABLE,
        "is no ema workspace: it is not a database",
        "name another file",
    ),
    sqlite3.SQLITE_FULL: (
        ErrorKind.UNAVAILABLE,
        "cannot grow: the disk is full",
        "free some space, then try again",
    ),
    sqlite3.SQLITE_IOERR: (
        ErrorKind.UNAVAILABLE,
        "cannot be read or written: the disk reports an error",
        "look whether the disk is full or broken",
    ),
    sqlite3.SQLITE_CORRUPT: (ErrorKind.UNAVAILABLE, "is damaged", "take a copy of it from before"),
    sqlite3.SQLITE_TOOBIG: (ErrorKind.REJECTED, "cannot hold a value of that size", None),
    sqlite3.SQLITE_NOMEM: (ErrorKind.UNAVAILABLE, "needs more memory than there is", None),
}
_OTHER = (ErrorKind.PROTOCOL, "refused a change that would break its own rules", None)

_SYSTEM = {
    errno.ENOSPC: ("the disk is full", "free some space, then try again"),
    errno.EDQUOT: ("your quota of disk space is used up", "free some space, then try again"),
    errno.EFBIG: ("a file would become too large", "look at the limits of this process"),
    errno.EACCES: ("permission denied", "look at the permissions of the file and its folder"),
    errno.EPERM: ("permission denied", "look at the permissions of the file and its folder"),
    errno.EROFS: ("the file system is read-only", "name another file"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
    errno.EMFILE: ("too many files are open", "close some, then try again"),
}


def from_sqlite(error: sqlite3.Error, path: Path) -> PlatformError:
    """Say in plain words what SQLite found wrong with the workspace at `path`."""
    if isinstance(error, sqlite3.ProgrammingError):
        return PlatformError(ErrorKind.UNAVAILABLE, f"the workspace {path} was closed")
    code = getattr(error, "sqlite_errorcode", None)
    kind, what, hint = _SQLITE.get(code & 0xFF, _OTHER) if isinstance(code, int) else _OTHER
    return PlatformError(kind, f"the workspace {path} {what}", hint=hint)


def from_system(error: OSError, path: Path) -> PlatformError:
    """Say in plain words what the file system found wrong with the workspace at `path`."""
    reason, hint = _SYSTEM.get(error.errno or 0, ("the system reports an error", None))
    return PlatformError(
        ErrorKind.UNAVAILABLE, f"the workspace {path} cannot be used: {reason}", hint=hint
    )


@contextmanager
def plainly(path: Path) -> Iterator[None]:
    """Let no exception of SQLite or the file system out of the block."""
    try:
        yield
    except sqlite3.Error as error:
        raise from_sqlite(error, path) from error
    except OSError as error:
        raise from_system(error, path) from error


def rejected(message: str, *, hint: str | None = None) -> PlatformError:
    """Error for a body that the platform does not take."""
    return PlatformError(ErrorKind.REJECTED, message, hint=hint)


def conflict(message: str, *, hint: str | None = None) -> PlatformError:
    """Error for a change that what is there forbids."""
    return PlatformError(ErrorKind.CONFLICT, message, hint=hint)


def not_found(message: str, *, hint: str | None = None) -> PlatformError:
    """Error for what is not there."""
    return PlatformError(ErrorKind.NOT_FOUND, message, hint=hint)


def forbidden(message: str, *, hint: str | None = None) -> PlatformError:
    """Error for what may not be changed."""
    return PlatformError(ErrorKind.FORBIDDEN, message, hint=hint)
