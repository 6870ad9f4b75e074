"""Documents of the reading commands: `{"schema_version": 1, "personas": […]}` and their like."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ema_cli.cli.boundary import SCHEMA_VERSION, deliver
from ema_cli.personas import fingerprint
from ema_cli.platforms.port import CONTENT_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ema_cli.platforms.port import (
        FileInfo,
        Persona,
        PersonaContent,
        Port,
        Row,
        Template,
        Version,
    )
    from ema_cli.values import JsonObject, JsonValue


def answer(output: Path | None, **parts: JsonValue) -> None:
    """Print or save the document that has these parts, in this order."""
    deliver({"schema_version": SCHEMA_VERSION, **parts}, output)


def all_personas(port: Port) -> Iterator[Persona]:
    """Give all personas by time of creation, page by page."""
    after: str | None = None
    while True:
        page = port.personas(after=after)
        yield from page.items
        after = page.after
        if after is None:
            return


def all_versions(port: Port, persona_id: str) -> Iterator[Version]:
    """Give all versions of a persona, oldest first, page by page."""
    after: str | None = None
    while True:
        page = port.versions(persona_id, after=after)
        yield from page.items
        after = page.after
        if after is None:
            return


def persona_line(persona: Persona) -> JsonObject:
    """Describe a persona in a list of them."""
    return {
        "id": persona.id,
        "name": persona.content.name,
        "status": persona.status,
        "enabled_by_user": persona.content.enabled_by_user,
        "description": persona.content.description,
        "fingerprint": fingerprint(persona.content),
        "created_at": persona.created_at,
    }


def whole_persona(port: Port, persona: Persona) -> JsonObject:
    """Describe all of a persona but its data, of which there are counts."""
    counts = port.data_counts(persona.id)
    sources: list[JsonValue] = [*port.linked_sources(persona.id)]
    return {
        **persona_line(persona),
        "revision": persona.revision,
        **content_object(persona.content),
        "rows": {"count": counts.rows, "linked": counts.linked_rows},
        "files": {"count": counts.files, "linked": counts.linked_files},
        "linked_sources": sources,
    }


def content_object(content: PersonaContent) -> JsonObject:
    """Give what a persona says of itself, as bundles have it."""
    return cast("JsonObject", {name: getattr(content, name) for name in CONTENT_FIELDS})


def template_line(template: Template) -> JsonObject:
    """Describe a template in a list of them."""
    return {
        "id": template.id,
        "key": template.key,
        "name": template.content.name,
        "description": template.content.description,
    }


def row_object(row: Row) -> JsonObject:
    """Give a row as it is listed and exported."""
    linked: JsonObject = {"linked": True} if row.linked else {}
    return {"key": row.key, "fields": row.fields, **linked}


def file_line(info: FileInfo) -> JsonObject:
    """Describe a file."""
    linked: JsonObject = {"linked": True} if info.linked else {}
    return {
        "name": info.name,
        "type": info.type,
        "size": info.size,
        "sha256": info.sha256,
        **linked,
    }


def version_line(version: Version) -> JsonObject:
    """Describe a version."""
    return {
        "version": version.number,
        "message": version.message,
        "created_at": version.created_at,
        "fingerprint": version.fingerprint,
        "data_digest": version.data_digest,
        "rows": version.rows,
        "files": version.files,
        "unchanged": version.unchanged,
    }


def listed(parts: Iterable[JsonObject]) -> list[JsonValue]:
    """Make the list that a document holds."""
    return [*parts]
