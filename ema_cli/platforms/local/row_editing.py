"""Changing own rows in place, and their keys with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.platforms.local.failures import conflict, rejected
from ema_cli.platforms.local.names import check_row_key
from ema_cli.platforms.local.row_lines import archive, count, own_rows, pairs
from ema_cli.platforms.local.row_reading import present
from ema_cli.platforms.local.shown import linked_parts, own_part, sources
from ema_cli.platforms.local.sums import row_term
from ema_cli.platforms.port import RowEdit, RowsEdited, is_row_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held
    from ema_cli.platforms.local.row_lines import OwnRow


@dataclass(frozen=True, slots=True)
class _Edit:
    """A row as it is, and what becomes of it."""

    row: OwnRow
    key: str
    fields: str

    @property
    def renames(self) -> bool:
        return self.key != self.row.key

    @property
    def term(self) -> int:
        """What the edit does to the sum of rows, its neighbours apart."""
        return row_term(self.key, self.fields) - row_term(self.row.key, self.row.fields)


def edit(connection: Connection, held: Held, edits: Sequence[tuple[RowEdit, str]]) -> RowsEdited:
    """Change rows in place; each edit comes with its fields as they are to be stored."""
    there = own_rows(connection, held, (one.key for one, _ in edits))
    _refuse_linked(connection, held, [one.key for one, _ in edits if one.key not in there])
    taken: dict[int, _Edit] = {}
    stale = []
    for one, fields in edits:
        row = there.get(one.key)
        if row is None or row.revision != one.revision or row.id in taken:
            stale.append(one.key)
        else:
            taken[row.id] = _Edit(row, one.key if one.new_key is None else one.new_key, fields)
    if taken:
        _refuse_taken(connection, held, [one for one in taken.values() if one.renames])
        _apply(connection, held, list(taken.values()))
    return RowsEdited(edited=len(taken), stale=tuple(stale))


def _refuse_linked(connection: Connection, held: Held, keys: Sequence[str]) -> None:
    valid = [key for key in keys if is_row_key(key)]
    linked = linked_parts(connection, sources(connection, held, "rows"), "rows")
    if valid and any(present(connection, part, valid) for part in linked):
        raise rejected(
            "a row that is shown by link cannot be changed",
            hint="copy the data instead of linking it",
        )


def _refuse_taken(connection: Connection, held: Held, renames: Sequence[_Edit]) -> None:
    """Refuse new keys that another row has when all edits are done: keys may change places."""
    for one in renames:
        check_row_key(one.key, "a renamed row")
    wanted = [one.key for one in renames]
    given_up = {one.row.key for one in renames}
    staying = present(connection, own_part(held, "rows"), wanted) - given_up
    if staying or len(set(wanted)) < len(wanted):
        raise conflict("a new key of a row is taken by another row", hint="choose another key")


def _apply(connection: Connection, held: Held, edits: Sequence[_Edit]) -> None:
    renames = [one for one in edits if one.renames]
    renamed = [one.row.id for one in renames]
    before = pairs(connection, held, renamed)
    archive(connection, held, [one.row.id for one in edits])
    # No row may have the new key of another at any moment: a key that no row can have comes first.
    connection.executemany(
        "UPDATE live_rows SET key = ? WHERE id = ?", ((f"\n{row}", row) for row in renamed)
    )
    connection.executemany(
        "UPDATE live_rows SET key = ? WHERE id = ?", ((one.key, one.row.id) for one in renames)
    )
    # Apart from the keys: a statement that names the key writes the index of keys anew.
    connection.executemany(
        "UPDATE live_rows SET fields = ?, revision = ?, born = ? WHERE id = ?",
        ((one.fields, held.row_revision + 1, held.epoch, one.row.id) for one in edits),
    )
    by = sum(one.term for one in edits) + pairs(connection, held, renamed) - before
    count(connection, held, added=0, by=by)
