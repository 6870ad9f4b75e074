"""Bringing a persona's rows and files to the state of an epoch, a page at a time.

Restoring a version and removing all rows are one line each: the persona's *view* is set to an
epoch (0: nothing), and from then on everybody reads that epoch. What is left to do is done here,
in short transactions, by whoever comes first: the call itself, or after its death the next one
that changes the persona. First goes what was born after the view; then comes back what the view
holds and the live table does not, born anew; then the view is taken away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ema_cli.platforms.local import personas
from ema_cli.platforms.local.places import first_id, last_id
from ema_cli.platforms.local.row_lines import newest_version
from ema_cli.platforms.local.settling_statements import FILES, ROWS, Statements
from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from ema_cli.platforms.local.database import Connection, Database
    from ema_cli.platforms.local.personas import Held

_Values: TypeAlias = "dict[str, int | str | None]"


def settle(database: Database, number: int) -> None:
    """Bring all of the persona's data in place; does nothing where it is."""
    while not (_settle(database, number, ROWS) and _settle(database, number, FILES)):
        pass  # somebody set another view meanwhile


def _settle(database: Database, number: int, kind: Statements) -> bool:
    """Settle one kind of data; False when the view is no longer the one that it began with."""
    view = None
    for do_page in (_drop, _bring, _finish):
        values: _Values | None = {}
        while values is not None:
            with database.changing("settle") as connection:
                held = personas.find_number(connection, number)
                if held is None or _view(held, kind) is None:
                    return True
                view = view or (_view(held, kind), held.epoch)
                if view != (_view(held, kind), held.epoch):
                    return False
                values = do_page(connection, kind, _values(connection, held, kind) | values)
    return True


def _drop(connection: Connection, kind: Statements, values: _Values) -> _Values | None:
    """Take a page of what is not in the view out of the live table."""
    return _page(connection, values, kind.to_drop, kind.drop)


def _bring(connection: Connection, kind: Statements, values: _Values) -> _Values | None:
    """Bring a page of what the view holds back to the live table."""
    return _page(connection, values, kind.to_bring, kind.bring)


def _finish(connection: Connection, kind: Statements, values: _Values) -> None:
    connection.execute(kind.finish, values)


def _page(
    connection: Connection, values: _Values, find: str, statements: tuple[str, ...]
) -> _Values | None:
    count, until = connection.execute(find, values).fetchone()
    if not count:
        return None
    for statement in statements:
        connection.execute(statement, values | {"until": until})
    return {"after": until}


def _view(held: Held, kind: Statements) -> int | None:
    return held.row_view if kind is ROWS else held.file_view


def _values(connection: Connection, held: Held, kind: Statements) -> _Values:
    return {
        "persona": held.number,
        "epoch": held.epoch,
        "view": _view(held, kind),
        "newest": newest_version(connection, held.number),
        "after": first_id(held.number) if kind is ROWS else "",
        "last": last_id(held.number),
        "page": PAGE,
    }
