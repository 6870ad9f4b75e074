"""Links: showing the data of one persona in another, read-only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.local import file_reading, row_reading, shown
from ema_cli.platforms.local.failures import conflict, rejected
from ema_cli.platforms.port import Linked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held
    from ema_cli.platforms.port import DataKind


def link(
    connection: Connection, source: Held | None, target: Held, include: Sequence[DataKind]
) -> Linked:
    """Show the source's data in the target; a template (None) has none, so nothing is linked."""
    if not include or not set(include) <= {"rows", "files"}:
        raise rejected("nothing to link was named", hint="link rows, files or both")
    if source is None:
        return Linked(0, 0)
    if shown.reaches(connection, source.number, target.number):
        raise rejected("the link would lead back to the persona itself", hint="copy the data")
    connection.execute(
        """INSERT INTO links (target, source, show_rows, show_files) VALUES (?, ?, ?, ?)
        ON CONFLICT (target, source) DO UPDATE SET
        show_rows = max(show_rows, excluded.show_rows),
        show_files = max(show_files, excluded.show_files)""",
        (target.number, source.number, "rows" in include, "files" in include),
    )
    return Linked(
        rows=_seen(connection, source, target, "rows") if "rows" in include else 0,
        files=_seen(connection, source, target, "files") if "files" in include else 0,
    )


def sources(connection: Connection, held: Held) -> list[str]:
    """Give the ids of the personas that this one is linked to."""
    found = connection.execute(
        """SELECT personas.id FROM links JOIN personas ON personas.number = links.source
        WHERE links.target = ? ORDER BY links.position""",
        (held.number,),
    )
    return [source for (source,) in found]


def refuse_linked(connection: Connection, held: Held) -> None:
    """Refuse to remove a persona whose data others show."""
    (others,) = connection.execute(
        "SELECT count(*) FROM links WHERE source = ?", (held.number,)
    ).fetchone()
    if others:
        who = "another persona links" if others == 1 else f"{others} other personas link"
        raise conflict(f"{who} to the data of this persona", hint="delete those first")


def _seen(connection: Connection, source: Held, target: Held, kind: DataKind) -> int:
    """Count what the target shows of the source's data; its own rows and files may hide some."""
    parts = shown.parts(connection, target, kind)
    count = row_reading.count if kind == "rows" else file_reading.count
    counts = zip(parts, count(connection, parts), strict=True)
    of_source = {part.persona for part in shown.parts(connection, source, kind)}
    return sum(seen for part, seen in counts if part.persona in of_source)
