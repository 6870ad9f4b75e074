"""Going back to a version, and removing all rows or files: one line each (see `settling.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.local import personas, versions
from ema_cli.platforms.local.failures import conflict
from ema_cli.platforms.local.shown import reaches
from ema_cli.platforms.local.version_links import kept_links, unchanged_sources
from ema_cli.platforms.port import Restored

if TYPE_CHECKING:
    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held
    from ema_cli.platforms.local.versions import Kept
    from ema_cli.platforms.port import DataKind


def restore(connection: Connection, held: Held, number: int) -> Restored:
    """Keep what is there as a version, then be what `number` kept; settling is to follow."""
    kept = versions.find(connection, held, number)
    content = versions.content_of(connection, kept)
    kinds: tuple[DataKind, ...] = ("rows", "files")
    for kind in kinds:
        for source in unchanged_sources(connection, kept.id, kind):
            if reaches(connection, source, held.number):
                raise conflict(
                    f"a persona that version {number} is linked to is linked to this one by now",
                    hint="a ring of links cannot be shown",
                )
    saved = versions.create(connection, held, f"Before version {number} was restored")
    persona = personas.set_content(connection, held, content)
    _set_links(connection, held, kept)
    _set_views(connection, held, kept)
    return Restored(persona, saved.number)


def clear_rows(connection: Connection, held: Held) -> int:
    """Remove all own rows; count them."""
    connection.execute(
        """UPDATE personas SET epoch = epoch + 1, row_view = 0, row_count = 0, row_sum = x''
        WHERE number = ?""",
        (held.number,),
    )
    return held.row_count


def clear_files(connection: Connection, held: Held) -> int:
    """Remove all own files; count them."""
    connection.execute(
        """UPDATE personas SET epoch = epoch + 1, file_view = 0, file_count = 0, file_sum = x''
        WHERE number = ?""",
        (held.number,),
    )
    return held.file_count


def _set_links(connection: Connection, held: Held, kept: Kept) -> None:
    connection.execute("DELETE FROM links WHERE target = ?", (held.number,))
    for link in kept_links(connection, kept.id):
        connection.execute(
            """INSERT INTO links (target, source, show_rows, show_files)
            SELECT ?, number, ?, ? FROM personas WHERE id = ?""",
            (held.number, link.show_rows, link.show_files, link.source),
        )


def _set_views(connection: Connection, held: Held, kept: Kept) -> None:
    """Show the version's data. Equal sums mean equal data, which needs no settling."""
    rows = kept.row_count, kept.row_sum
    files = kept.file_count, kept.file_sum
    connection.execute(
        """UPDATE personas SET row_count = ?, row_sum = ?, row_view = ?,
        file_count = ?, file_sum = ?, file_view = ? WHERE number = ?""",
        (
            *rows,
            None if rows == (held.row_count, held.row_sum) else kept.epoch,
            *files,
            None if files == (held.file_count, held.file_sum) else kept.epoch,
            held.number,
        ),
    )
