"""The links of a version: linked data is kept as link and digest, not as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.platforms.local import personas, shown
from ema_cli.platforms.local.failures import conflict

if TYPE_CHECKING:
    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held
    from ema_cli.platforms.port import DataKind


@dataclass(frozen=True, slots=True)
class KeptLink:
    """A link as a version keeps it; `source` is an id."""

    source: str
    show_rows: int
    show_files: int
    row_digest: str
    file_digest: str


def keep_links(connection: Connection, version: int, held: Held) -> None:
    """Keep the persona's links for a version, by the version's id."""
    found = connection.execute(
        "SELECT source, show_rows, show_files FROM links WHERE target = ? ORDER BY position",
        (held.number,),
    )
    for number, show_rows, show_files in found.fetchall():
        source = personas.find_number(connection, number)
        if source is not None:
            digests = _digest(connection, source, "rows"), _digest(connection, source, "files")
            connection.execute(
                """INSERT INTO version_links
                (version, source, show_rows, show_files, row_digest, file_digest)
                VALUES (?, ?, ?, ?, ?, ?)""",
                (version, source.id, show_rows, show_files, *digests),
            )


def kept_links(connection: Connection, version: int) -> list[KeptLink]:
    """Read the links of a version, by the version's id."""
    found = connection.execute(
        """SELECT source, show_rows, show_files, row_digest, file_digest
        FROM version_links WHERE version = ? ORDER BY id""",
        (version,),
    )
    return [KeptLink(*line) for line in found.fetchall()]


def unchanged_sources(connection: Connection, version: int, kind: DataKind) -> list[int]:
    """Give the numbers of the linked personas; `conflict` if one's data is not what it was."""
    numbers = []
    for link in kept_links(connection, version):
        if link.show_rows if kind == "rows" else link.show_files:
            source = personas.find(connection, link.source)
            kept = link.row_digest if kind == "rows" else link.file_digest
            if source is None or _digest(connection, source, kind) != kept:
                raise conflict(
                    f"the {kind} of the linked persona {link.source} are not what they were then",
                    hint="a version keeps linked data as a link, not as a copy",
                )
            numbers.append(source.number)
    return numbers


def _digest(connection: Connection, source: Held, kind: DataKind) -> str:
    return shown.digest(shown.parts(connection, source, kind))
