"""Adding and removing own rows: a page at most, in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.local.failures import rejected
from ema_cli.platforms.local.names import check_row_key
from ema_cli.platforms.local.places import row_id
from ema_cli.platforms.local.row_lines import archive, count, last_key, own_rows, pairs
from ema_cli.platforms.local.row_reading import present
from ema_cli.platforms.local.shown import own_part
from ema_cli.platforms.local.sums import pair_term, row_term
from ema_cli.platforms.port import PAGE, RowsCopied, RowsWritten, copied_row_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Sized

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held
    from ema_cli.platforms.local.row_reading import LinePage


def check_page(items: Sized) -> None:
    """Refuse more than a page."""
    if len(items) > PAGE:
        raise rejected(f"{len(items)} rows are more than a page", hint=f"send at most {PAGE}")


def write(connection: Connection, held: Held, rows: Sequence[tuple[str, str]]) -> RowsWritten:
    """Add rows, given as key and stored fields; those whose key exists are skipped."""
    for number, (key, _) in enumerate(rows, start=1):
        check_row_key(key, f"row {number}")
    there = present(connection, own_part(held, "rows"), (key for key, _ in rows))
    fresh: dict[str, str] = {}
    skipped: list[int] = []
    for position, (key, fields) in enumerate(rows):
        if key in there or key in fresh:
            skipped.append(position)
        else:
            fresh[key] = fields
    _append(connection, held, fresh)
    return RowsWritten(len(fresh), len(skipped), tuple(skipped))


def copy(
    connection: Connection, source: Held, target: Held, page: LinePage, platform: str
) -> RowsCopied:
    """Write a page of what the source shows, under keys that the same rows always get."""
    rows = [
        (copied_row_key(platform, source.id, key), fields) for _, (_, key, fields, _) in page.lines
    ]
    done = write(connection, target, rows)
    return RowsCopied(len(rows), done.written, done.skipped, page.after)


def delete(connection: Connection, held: Held, keys: Sequence[str]) -> int:
    """Remove the rows of these keys; count those that were there."""
    rows = own_rows(connection, held, keys).values()
    ids = [row.id for row in rows]
    before = pairs(connection, held, ids)
    archive(connection, held, ids)
    connection.executemany("DELETE FROM live_rows WHERE id = ?", ((row,) for row in ids))
    by = pairs(connection, held, ids) - before
    by -= sum(row_term(row.key, row.fields) for row in rows)
    if ids:
        count(connection, held, added=-len(ids), by=by)
    return len(ids)


def _append(connection: Connection, held: Held, fresh: Mapping[str, str]) -> None:
    if not fresh:
        return
    before = last_key(connection, held)
    by = 0
    lines = []
    for place, (key, fields) in enumerate(fresh.items(), start=held.places + 1):
        by += row_term(key, fields) + pair_term(before, key)
        before = key
        line = row_id(held.number, place), held.number, held.row_revision + 1, held.epoch
        lines.append((*line, key, fields))
    connection.executemany(
        """INSERT INTO live_rows (id, persona, revision, born, key, fields)
        VALUES (?, ?, ?, ?, ?, ?)""",
        lines,
    )
    count(connection, held, added=len(lines), by=by, places=len(lines))
