"""Removing a persona: nobody finds it from one moment to the next; its data goes page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.local import contents, versions
from ema_cli.platforms.local.places import first_id, last_id
from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from ema_cli.platforms.local.database import Connection, Database
    from ema_cli.platforms.local.personas import Held

_LOOSEN = (
    """INSERT OR IGNORE INTO loose_bytes SELECT sha256 FROM
    (SELECT sha256 FROM live_files WHERE persona = :persona ORDER BY name LIMIT :page)""",
    """INSERT OR IGNORE INTO loose_bytes SELECT sha256 FROM
    (SELECT sha256 FROM old_files WHERE persona = :persona ORDER BY name, born LIMIT :page)""",
)
_PAGES = (
    """DELETE FROM live_rows WHERE id IN
    (SELECT id FROM live_rows WHERE id > :first AND id <= :last LIMIT :page)""",
    """DELETE FROM old_rows WHERE number IN
    (SELECT number FROM old_rows WHERE id > :first AND id <= :last LIMIT :page)""",
    """DELETE FROM live_files WHERE number IN
    (SELECT number FROM live_files WHERE persona = :persona ORDER BY name LIMIT :page)""",
    """DELETE FROM old_files WHERE number IN
    (SELECT number FROM old_files WHERE persona = :persona ORDER BY name, born LIMIT :page)""",
)


def hide(connection: Connection, held: Held) -> None:
    """Take the persona from all lists, and free its name and its content."""
    connection.execute("DELETE FROM links WHERE target = ?", (held.number,))
    connection.execute(
        """UPDATE personas SET name = NULL, content = NULL, row_view = NULL, file_view = NULL
        WHERE number = ?""",
        (held.number,),
    )
    contents.let_go(connection, held.content)


def remove_hidden(database: Database) -> None:
    """Remove the data of all hidden personas; death on the way leaves the rest for the next."""
    with database.reading() as connection:
        hidden = connection.execute("SELECT number FROM personas WHERE name IS NULL").fetchall()
    for (number,) in hidden:
        while _remove_page(database, number):
            pass


def _remove_page(database: Database, number: int) -> bool:
    """Remove a page of the persona's data; at the end the persona, and say False."""
    with database.changing("remove") as connection:
        values = {
            "persona": number,
            "first": first_id(number),
            "last": last_id(number),
            "page": PAGE,
        }
        for statement in _LOOSEN:
            connection.execute(statement, values)
        for statement in _PAGES:
            if connection.execute(statement, values).rowcount:
                return True
        if versions.remove_page(connection, number):
            return True
        connection.execute("DELETE FROM thinned WHERE persona = ?", (number,))
        connection.execute("DELETE FROM personas WHERE number = ?", (number,))
    return False
