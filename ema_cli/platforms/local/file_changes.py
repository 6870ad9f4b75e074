"""Writing, copying and removing own files, in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.local import file_reading
from ema_cli.platforms.local.failures import conflict
from ema_cli.platforms.local.row_lines import newest_version
from ema_cli.platforms.local.shown import own_part
from ema_cli.platforms.local.sums import changed, file_term
from ema_cli.platforms.port import FileInfo, FileWritten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held


def write(
    connection: Connection,
    held: Held,
    info: FileInfo,
    keep_bytes: Callable[[], None],
    *,
    replace: bool,
) -> FileWritten:
    """Add a file, unless its bytes stand under its name; `keep_bytes` brings them in place."""
    there = own_file(connection, held, info.name)
    if there is not None and there.sha256 == info.sha256:
        return FileWritten(there, written=False)
    if there is not None and not replace:
        raise conflict(
            f'the file "{info.name}" exists with another content',
            hint="replace it, or choose another name",
        )
    keep_bytes()
    _put(connection, held, info, there)
    return FileWritten(info, written=True)


def copy(connection: Connection, held: Held, info: FileInfo) -> FileWritten:
    """Add a file whose bytes the workspace has; a file of its name is left alone."""
    there = own_file(connection, held, info.name)
    if there is not None:
        return FileWritten(there, written=False)
    _put(connection, held, info, None)
    return FileWritten(info, written=True)


def delete(connection: Connection, held: Held, names: Iterable[str]) -> int:
    """Remove the files of these names; count those that were there."""
    found = {name: own_file(connection, held, name) for name in names}
    there = [info for info in found.values() if info is not None]
    for info in there:
        _take(connection, held, info)
    _count(connection, held, added=-len(there), by=-sum(_term(info) for info in there))
    return len(there)


def own_file(connection: Connection, held: Held, name: str) -> FileInfo | None:
    """Find a file that the persona has itself."""
    return file_reading.find(connection, [own_part(held, "files")], name)


def _put(connection: Connection, held: Held, info: FileInfo, there: FileInfo | None) -> None:
    if there is not None:
        _take(connection, held, there)
    connection.execute(
        """INSERT INTO live_files (persona, name, type, size, sha256, born)
        VALUES (?, ?, ?, ?, ?, ?)""",
        (held.number, info.name, info.type, info.size, info.sha256, held.epoch),
    )
    by = _term(info) - (0 if there is None else _term(there))
    _count(connection, held, added=1 if there is None else 0, by=by)


def _take(connection: Connection, held: Held, info: FileInfo) -> None:
    """Take a file out of the live ones; versions that hold it keep it."""
    connection.execute(
        """INSERT INTO old_files (persona, name, type, size, sha256, born, died)
        SELECT persona, name, type, size, sha256, born, ? FROM live_files
        WHERE persona = ? AND name = ? AND born <= ?""",
        (held.epoch, held.number, info.name, newest_version(connection, held.number)),
    )
    connection.execute(
        "DELETE FROM live_files WHERE persona = ? AND name = ?", (held.number, info.name)
    )
    connection.execute("INSERT OR IGNORE INTO loose_bytes VALUES (?)", (info.sha256,))


def _count(connection: Connection, held: Held, *, added: int, by: int) -> None:
    connection.execute(
        "UPDATE personas SET file_count = file_count + ?, file_sum = ? WHERE number = ?",
        (added, changed(held.file_sum, by), held.number),
    )


def _term(info: FileInfo) -> int:
    return file_term(info.name, info.type, info.sha256)
