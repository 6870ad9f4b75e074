"""Opening the file of a workspace: every way in which that can go wrong, and the pragmas."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.local.database import Connection, Database, Observer
from ema_cli.platforms.local.failures import plainly
from ema_cli.platforms.local.schema import is_workspace, make_workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

BUSY_SECONDS = 60.0
"""How long a change waits for the changes of other processes."""

_PRAGMAS = (
    # FULL with WAL: a commit has reached the disk when it returns. `fullfsync` is what that takes
    # on macOS, and means nothing elsewhere.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    # What is removed is overwritten. Moved cells can still leave copies: `upkeep.scrub` ends those.
    "PRAGMA secure_delete = ON",
    "PRAGMA cache_size = -32768",
    # Keys of copied rows are spread over the whole index: a page of rows touches a thousand pages
    # of it. With checkpoints after every 8,000 pages (32 MB) and not 1,000, copying is 1.4 times
    # as fast.
    "PRAGMA wal_autocheckpoint = 8000",
)


def open_database(path: Path, *, create: bool, observer: Observer | None) -> Database:
    """Open the workspace at `path`, or make it; without `create`, an absent one reads as empty."""
    with plainly(path):
        path = Path(os.path.realpath(path))
        present = _is_there(path)
        if not present:
            _check_folder(path.parent, needed=create)
        if not present and not create:
            return _absent(path)
        if not present:
            _make_file(path)
        return _open(path, create=create, observer=observer)


def _open(path: Path, *, create: bool, observer: Observer | None) -> Database:
    connection = _connect(f"file:{quote(os.fsencode(path))}?mode=rw")
    with _closed_on_failure(connection):
        _prepare(connection)
        if not _holds_workspace(connection, path):
            if not create:
                connection.close()
                return _absent(path)
            _use_wal(connection, path)
            _make_tables(connection, path)
        _use_wal(connection, path)
    return Database(connection, path, real=True, observer=observer)


def _holds_workspace(connection: Connection, path: Path) -> bool:
    """Look in one transaction: another process may be making the workspace at this moment."""
    connection.execute("BEGIN")
    try:
        return is_workspace(connection, path)
    finally:
        connection.execute("ROLLBACK")


def _absent(path: Path) -> Database:
    connection = _connect("file::memory:")
    with _closed_on_failure(connection):
        make_workspace(connection)
    return Database(connection, path, real=False, observer=None)


def _is_there(path: Path) -> bool:
    if path.is_symlink():
        raise _refused(f"{path} is a link that leads to itself", hint="name another file")
    if not path.exists():
        return False
    if path.is_dir():
        raise _refused(f"{path} is a folder, no workspace", hint="name a file in it")
    if not path.is_file():
        raise _refused(f"{path} is no ordinary file", hint="name another file")
    if not os.access(path, os.R_OK | os.W_OK):
        raise _refused(f"the workspace {path} is read-only", hint="look at its permissions")
    return True


def _check_folder(folder: Path, *, needed: bool) -> None:
    if folder.exists() and not folder.is_dir():
        raise _refused(f"{folder} is no folder", hint="name another file")
    if needed and not folder.exists():
        raise _refused(f"the folder {folder} does not exist", hint="make it first")


def _make_file(path: Path) -> None:
    """Make the file for its owner alone: it will hold data of customers."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _connect(uri: str) -> Connection:
    return sqlite3.connect(
        uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )


def _prepare(connection: Connection) -> None:
    for pragma in _PRAGMAS:
        connection.execute(pragma)


@contextmanager
def _closed_on_failure(connection: Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _use_wal(connection: Connection, path: Path) -> None:
    """Switch to write-ahead logging, once for the life of the file.

    SQLite does not wait for others here, whatever the timeout: two processes that make a workspace
    at the same moment would fail.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            # The low byte is the kind: `SQLITE_BUSY_RECOVERY` is as passing as `SQLITE_BUSY`.
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            break
    if mode != "wal":
        raise _refused(
            f"the file system of {path} does not let processes share memory",
            hint="keep the workspace on a local disk",
        )


def _make_tables(connection: Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not is_workspace(connection, path):
            make_workspace(connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _refused(message: str, *, hint: str) -> PlatformError:
    return PlatformError(ErrorKind.UNAVAILABLE, message, hint=hint)
