"""What a reader asks for: a persona now, or one of its versions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ema_cli.platforms.local import file_reading, personas, row_reading, shown, versions
from ema_cli.platforms.local.templates import template_persona
from ema_cli.platforms.local.version_links import unchanged_sources
from ema_cli.platforms.port import DataCounts

if TYPE_CHECKING:
    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.shown import Part
    from ema_cli.platforms.port import DataKind, Persona


def persona(connection: Connection, persona_id: str, version: int | None) -> Persona:
    """Read a persona or a template, now or as a version kept it."""
    held = personas.readable(connection, persona_id)
    if held is None:
        template = template_persona(persona_id) if version is None else None
        return template or versions.missing(version)
    now = personas.shown(connection, held)
    if version is None:
        return now
    kept = versions.find(connection, held, version)
    content = versions.content_of(connection, kept)
    return replace(
        now, content=content, status=personas.status(content), revision=str(kept.revision)
    )


def parts(
    connection: Connection, persona_id: str, version: int | None, kind: DataKind
) -> list[Part]:
    """Give whose data is shown; a template shows none."""
    held = personas.readable(connection, persona_id)
    if version is None:
        return [] if held is None else shown.parts(connection, held, kind)
    if held is None:
        versions.missing(version)
    kept = versions.find(connection, held, version)
    linked = unchanged_sources(connection, kept.id, kind)
    return [kept.part(held.number, kind), *shown.linked_parts(connection, linked, kind)]


def counts(connection: Connection, persona_id: str, version: int | None) -> DataCounts:
    """Count what is shown; a version knows its numbers."""
    held = personas.readable(connection, persona_id)
    if version is not None:
        return versions.find(connection, held, version).counts
    if held is None:
        return DataCounts(0, 0)
    rows = row_reading.count(connection, shown.parts(connection, held, "rows"))
    files = file_reading.count(connection, shown.parts(connection, held, "files"))
    return DataCounts(sum(rows), sum(files), sum(rows[1:]), sum(files[1:]))
