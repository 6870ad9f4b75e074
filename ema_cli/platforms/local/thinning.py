"""Freeing the old rows and files that no version holds any more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.platforms.local.places import first_id, last_id
from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from ema_cli.platforms.local.database import Connection, Database

_FREE_ROWS = """SELECT number, id, born FROM old_rows
    WHERE id <= :last AND (id, born) > (:after, :born) AND NOT EXISTS (
        SELECT 1 FROM versions WHERE versions.persona = :persona
        AND versions.epoch >= old_rows.born AND versions.epoch < old_rows.died)
    ORDER BY id, born LIMIT :page"""
_FREE_FILES = """SELECT number, name, born FROM old_files
    WHERE persona = :persona AND (name, born) > (:after, :born) AND NOT EXISTS (
        SELECT 1 FROM versions WHERE versions.persona = :persona
        AND versions.epoch >= old_files.born AND versions.epoch < old_files.died)
    ORDER BY name, born LIMIT :page"""


@dataclass(frozen=True, slots=True)
class _Kind:
    find: str
    remove: tuple[str, ...]


_ROWS = _Kind(_FREE_ROWS, ("DELETE FROM old_rows WHERE number = ?",))
_FILES = _Kind(
    _FREE_FILES,
    (
        "INSERT OR IGNORE INTO loose_bytes SELECT sha256 FROM old_files WHERE number = ?",
        "DELETE FROM old_files WHERE number = ?",
    ),
)


def mark(connection: Connection, number: int) -> None:
    """Note that versions of the persona were removed."""
    connection.execute(
        """INSERT INTO thinned (persona) VALUES (?)
        ON CONFLICT (persona) DO UPDATE SET round = round + 1""",
        (number,),
    )


def thin(database: Database) -> None:
    """Free what the removed versions alone held; death on the way leaves the rest for the next."""
    with database.reading() as connection:
        marked = connection.execute("SELECT persona, round FROM thinned").fetchall()
    for number, round_seen in marked:
        _free(database, number, _ROWS, first_id(number))
        _free(database, number, _FILES, "")
        with database.changing("thin") as connection:
            connection.execute(
                "DELETE FROM thinned WHERE persona = ? AND round = ?", (number, round_seen)
            )


def _free(database: Database, number: int, kind: _Kind, after: int | str) -> None:
    """Free pages of old rows or files: what is found free stays free, since it is in the past."""
    born = 0
    while True:
        values = {
            "persona": number,
            "last": last_id(number),
            "after": after,
            "born": born,
            "page": PAGE,
        }
        with database.reading() as connection:
            found = connection.execute(kind.find, values).fetchall()
        if not found:
            return
        with database.changing("thin") as connection:
            for statement in kind.remove:
                connection.executemany(statement, ((line,) for line, _, _ in found))
        _, after, born = found[-1]
