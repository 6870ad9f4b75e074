"""Taking bytes off the disk that no file has any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from ema_cli.platforms.local.database import Connection, Database
    from ema_cli.platforms.local.file_bytes import FileBytes


def sweep(database: Database, file_bytes: FileBytes) -> None:
    """Look at all bytes that became loose. Death on the way leaves the rest for the next time."""
    while _is_loose(database):
        with database.changing("sweep") as connection:
            found = connection.execute("SELECT sha256 FROM loose_bytes LIMIT ?", (PAGE,)).fetchall()
            for (digest,) in found:
                if not is_used(connection, digest):
                    file_bytes.remove(digest)
            connection.executemany("DELETE FROM loose_bytes WHERE sha256 = ?", found)


def is_used(connection: Connection, digest: str) -> bool:
    """Say whether a file, now or in a version, has these bytes."""
    (used,) = connection.execute(
        """SELECT EXISTS (SELECT 1 FROM live_files WHERE sha256 = :digest)
        OR EXISTS (SELECT 1 FROM old_files WHERE sha256 = :digest)""",
        {"digest": digest},
    ).fetchone()
    return bool(used)


def _is_loose(database: Database) -> bool:
    with database.reading() as connection:
        (loose,) = connection.execute("SELECT EXISTS (SELECT 1 FROM loose_bytes)").fetchone()
    return bool(loose)
