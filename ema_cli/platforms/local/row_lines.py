"""A persona's own rows as lines of the live table: finding, archiving and counting them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ema_cli.platforms.local.encoding import to_plain_text
from ema_cli.platforms.local.places import first_id, last_id
from ema_cli.platforms.local.sums import changed, pair_term
from ema_cli.platforms.port import is_row_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held

_BEFORE = "SELECT id, key FROM live_rows WHERE id > ? AND id < ? ORDER BY id DESC LIMIT 1"
_AT_OR_AFTER = "SELECT id, key FROM live_rows WHERE id >= ? AND id <= ? ORDER BY id LIMIT 2"


class OwnRow(NamedTuple):
    """A row that the persona has itself; `fields` is JSON text."""

    id: int
    key: str
    fields: str
    revision: int


def own_rows(connection: Connection, held: Held, keys: Iterable[str]) -> dict[str, OwnRow]:
    """Find own rows by key. Text that can be no row's key is no row's key."""
    asked = to_plain_text([key for key in keys if is_row_key(key)], "the keys")
    found = connection.execute(
        """SELECT id, key, fields, revision FROM live_rows
        WHERE persona = ? AND key IN (SELECT value FROM json_each(?))""",
        (held.number, asked),
    )
    return {row.key: row for row in map(OwnRow._make, found)}


def last_key(connection: Connection, held: Held) -> str:
    """Give the key of the last row; empty where there is none."""
    ids = first_id(held.number), last_id(held.number) + 1
    found = connection.execute(_BEFORE, ids).fetchone()
    return found[1] if found else ""


def pairs(connection: Connection, held: Held, ids: Iterable[int]) -> int:
    """Sum up the pairs of neighbours around these ids, be there rows at them or not.

    Taken before and after a change of these rows, the difference is what the change did to the
    order of rows (see `sums.py`).
    """
    terms: dict[int, int] = {}
    for row in ids:
        before = connection.execute(_BEFORE, (first_id(held.number), row)).fetchone()
        key = before[1] if before else ""
        for after, after_key in connection.execute(_AT_OR_AFTER, (row, last_id(held.number))):
            terms[after] = pair_term(key, after_key)
            key = after_key
            if after != row:
                break
    return sum(terms.values())


def archive(connection: Connection, held: Held, ids: Iterable[int]) -> None:
    """Keep these rows as they are now for the versions that hold them."""
    newest = newest_version(connection, held.number)
    if not newest:
        return
    connection.executemany(
        """INSERT INTO old_rows (id, persona, key, fields, revision, born, died)
        SELECT id, persona, key, fields, revision, born, ? FROM live_rows
        WHERE id = ? AND born <= ?""",
        ((held.epoch, row, newest) for row in ids),
    )


def newest_version(connection: Connection, number: int) -> int:
    """Give the epoch of the newest version that is kept, 0 where there is none."""
    (epoch,) = connection.execute(
        "SELECT coalesce(max(epoch), 0) FROM versions WHERE persona = ?", (number,)
    ).fetchone()
    return int(epoch)


def count(connection: Connection, held: Held, *, added: int, by: int, places: int = 0) -> None:
    """Note how a change altered number and sum of the rows; `places` is how many it gave out."""
    connection.execute(
        """UPDATE personas SET row_count = row_count + ?, row_sum = ?, places = places + ?,
        row_revision = row_revision + 1 WHERE number = ?""",
        (added, changed(held.row_sum, by), places, held.number),
    )
