"""The size of a workspace, and giving back what it does not need."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.local.sweeping import is_used

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.platforms.local.database import Database
    from ema_cli.platforms.local.file_bytes import FileBytes


@dataclass(frozen=True, slots=True)
class WorkspaceSize:
    """Bytes on the disk; `free` is the part of `database` that `compact` would give back."""

    database: int
    files: int
    free: int


def size(database: Database, file_bytes: FileBytes) -> WorkspaceSize:
    """Measure the workspace's file with its log, and the contents of files."""
    with database.reading() as connection:
        (free,) = connection.execute("PRAGMA freelist_count").fetchone()
        (page,) = connection.execute("PRAGMA page_size").fetchone()
    path = database.path
    return WorkspaceSize(
        database=sum(_bytes(path.with_name(path.name + end)) for end in ("", "-wal", "-shm")),
        files=sum(map(_bytes, file_bytes.folder.rglob("*"))),
        free=free * page,
    )


def rewrite(database: Database) -> None:
    """Write the workspace's file anew, without gaps and without traces of what was removed.

    `secure_delete` alone leaves copies of cells that moved before they were removed.
    """
    with database.alone() as connection:
        connection.execute("VACUUM")
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint (TRUNCATE)").fetchone()
    if busy:
        raise PlatformError(
            ErrorKind.TIMEOUT,
            f"the workspace {database.path} is in use: its log still holds what was removed",
            hint="repeat this when no other process uses the workspace",
        )


def remove_strays(database: Database, file_bytes: FileBytes) -> None:
    """Remove contents that no file has: a writer died before it could say whose they are."""
    for digest in file_bytes.digests():
        with database.changing("remove-strays") as connection:
            if not is_used(connection, digest):
                file_bytes.remove(digest)


def _bytes(path: Path) -> int:
    with suppress(FileNotFoundError):
        return path.stat().st_size if path.is_file() else 0
    return 0
