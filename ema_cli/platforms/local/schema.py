"""The tables of a workspace, and how a file is known to be one.

Rows and files carry the epochs in which they were there: an epoch is a number that a persona's
clock shows, and making a version moves the clock on. What is there now lies in `live_*`, with the
epoch of its birth; what versions alone still hold lies in `old_*`, with the epoch of its death
too. A version made in epoch E holds whatever was born by E and had not died by E. So a version
costs one line, and a changed row one more line.

The id of a row is its persona's number and its place in one integer (`places.py`): rows lie on
disk in the order in which they are read, and no index on the order is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from ema_cli.errors import ErrorKind, PlatformError

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

APPLICATION_ID = 0x656D6177
"""Stands in the file's header ("emaw"), so that no other program's database is taken for ours."""

SCHEMA_VERSION = 1

_TABLES = (
    "CREATE TABLE platform (id TEXT NOT NULL)",
    # The answer to a call: see `keys.py`.
    """CREATE TABLE keys (
        key TEXT PRIMARY KEY, call TEXT NOT NULL, body BLOB NOT NULL, answer TEXT NOT NULL
    ) WITHOUT ROWID""",
    # What personas and versions say of themselves, each text once.
    "CREATE TABLE contents (digest BLOB PRIMARY KEY, text TEXT NOT NULL)",
    # A persona that is being removed has neither name nor content: nobody finds it any more.
    """CREATE TABLE personas (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        name TEXT UNIQUE,
        content BLOB REFERENCES contents,
        revision INTEGER NOT NULL DEFAULT 1,
        created_at TEXT NOT NULL,
        epoch INTEGER NOT NULL DEFAULT 1,
        row_revision INTEGER NOT NULL DEFAULT 0,
        places INTEGER NOT NULL DEFAULT 0,
        row_count INTEGER NOT NULL DEFAULT 0,
        row_sum BLOB NOT NULL DEFAULT x'',
        row_view INTEGER,
        file_count INTEGER NOT NULL DEFAULT 0,
        file_sum BLOB NOT NULL DEFAULT x'',
        file_view INTEGER,
        versions_made INTEGER NOT NULL DEFAULT 0
    )""",
    "CREATE INDEX persona_content ON personas (content)",
    """CREATE INDEX persona_unsettled ON personas (number)
        WHERE row_view IS NOT NULL OR file_view IS NOT NULL""",
    """CREATE TABLE links (
        position INTEGER PRIMARY KEY,
        target INTEGER NOT NULL REFERENCES personas,
        source INTEGER NOT NULL REFERENCES personas,
        show_rows INTEGER NOT NULL,
        show_files INTEGER NOT NULL,
        UNIQUE (target, source)
    )""",
    "CREATE INDEX link_source ON links (source)",
    # `fields` comes last: what stands behind a long text can only be read by walking through it.
    """CREATE TABLE live_rows (
        id INTEGER PRIMARY KEY,
        persona INTEGER NOT NULL REFERENCES personas,
        revision INTEGER NOT NULL,
        born INTEGER NOT NULL,
        key TEXT NOT NULL,
        fields TEXT NOT NULL
    )""",
    "CREATE UNIQUE INDEX live_row_key ON live_rows (persona, key)",
    """CREATE TABLE old_rows (
        number INTEGER PRIMARY KEY,
        id INTEGER NOT NULL,
        persona INTEGER NOT NULL REFERENCES personas,
        revision INTEGER NOT NULL,
        born INTEGER NOT NULL,
        died INTEGER NOT NULL,
        key TEXT NOT NULL,
        fields TEXT NOT NULL
    )""",
    "CREATE INDEX old_row_place ON old_rows (id, born, died)",
    "CREATE INDEX old_row_key ON old_rows (persona, key)",
    """CREATE TABLE live_files (
        number INTEGER PRIMARY KEY,
        persona INTEGER NOT NULL REFERENCES personas,
        name TEXT NOT NULL,
        type TEXT NOT NULL,
        size INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        born INTEGER NOT NULL,
        UNIQUE (persona, name)
    )""",
    "CREATE INDEX live_file_bytes ON live_files (sha256)",
    """CREATE TABLE old_files (
        number INTEGER PRIMARY KEY,
        persona INTEGER NOT NULL REFERENCES personas,
        name TEXT NOT NULL,
        type TEXT NOT NULL,
        size INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        born INTEGER NOT NULL,
        died INTEGER NOT NULL
    )""",
    "CREATE INDEX old_file_name ON old_files (persona, name, born, died)",
    "CREATE INDEX old_file_bytes ON old_files (sha256)",
    # Bytes that may have no file any more: looked at and taken off the disk by `sweeping.py`.
    "CREATE TABLE loose_bytes (sha256 TEXT PRIMARY KEY) WITHOUT ROWID",
    """CREATE TABLE versions (
        id INTEGER PRIMARY KEY,
        persona INTEGER NOT NULL REFERENCES personas,
        number INTEGER NOT NULL,
        message TEXT NOT NULL,
        created_at TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        data_digest TEXT NOT NULL,
        unchanged INTEGER NOT NULL,
        content BLOB NOT NULL REFERENCES contents,
        revision INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        row_count INTEGER NOT NULL,
        row_sum BLOB NOT NULL,
        linked_rows INTEGER NOT NULL,
        file_count INTEGER NOT NULL,
        file_sum BLOB NOT NULL,
        linked_files INTEGER NOT NULL,
        UNIQUE (persona, number)
    )""",
    "CREATE INDEX version_epoch ON versions (persona, epoch)",
    "CREATE INDEX version_content ON versions (content)",
    # The source stands here by its id: it may be removed, and then the version cannot be restored.
    """CREATE TABLE version_links (
        id INTEGER PRIMARY KEY,
        version INTEGER NOT NULL REFERENCES versions,
        source TEXT NOT NULL,
        show_rows INTEGER NOT NULL,
        show_files INTEGER NOT NULL,
        row_digest TEXT NOT NULL,
        file_digest TEXT NOT NULL
    )""",
    "CREATE INDEX version_link ON version_links (version)",
    # Personas of whom versions were removed, until their old rows and files have been looked at.
    "CREATE TABLE thinned (persona INTEGER PRIMARY KEY, round INTEGER NOT NULL DEFAULT 1)",
)


def is_workspace(connection: sqlite3.Connection, path: Path) -> bool:
    """Tell a workspace from an empty file; refuse any other database, and a newer workspace."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables or application or version:
            raise PlatformError(
                ErrorKind.UNAVAILABLE,
                f"{path} is a database of another program, no ema workspace",
                hint="name another file",
            )
        return False
    if version > SCHEMA_VERSION:
        raise PlatformError(
            ErrorKind.UNAVAILABLE,
            f"the workspace {path} has format {version}; this ema reads up to {SCHEMA_VERSION}",
            hint="update ema",
        )
    return True


def make_workspace(connection: sqlite3.Connection) -> None:
    """Make the tables, inside the caller's transaction."""
    for statement in _TABLES:
        connection.execute(statement)
    connection.execute("INSERT INTO platform VALUES (?)", (f"local-{uuid4()}",))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def platform_id(connection: sqlite3.Connection) -> str:
    """Read who the platform is."""
    (found,) = connection.execute("SELECT id FROM platform").fetchone()
    return str(found)
