"""Personas: finding, making, changing. Their data and versions are elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NoReturn
from uuid import uuid4

from ema_cli.platforms.local import contents
from ema_cli.platforms.local.encoding import is_utf8
from ema_cli.platforms.local.failures import conflict, forbidden, not_found
from ema_cli.platforms.local.templates import template_persona
from ema_cli.platforms.port import Page, Persona, PersonaContent

if TYPE_CHECKING:
    from ema_cli.platforms.local.database import Connection


@dataclass(frozen=True, slots=True)
class Held:
    """A persona's line in the workspace; see `schema.py` for what an epoch is."""

    number: int
    id: str
    name: str
    content: bytes
    revision: int
    created_at: str
    epoch: int
    row_revision: int
    places: int
    """The last place that a row was given; none is given twice."""
    row_count: int
    row_sum: bytes
    row_view: int | None
    """Epoch whose rows are the persona's, until `settling.py` has brought them back."""
    file_count: int
    file_sum: bytes
    file_view: int | None
    versions_made: int


_SELECT = """SELECT number, id, name, content, revision, created_at, epoch, row_revision, places,
    row_count, row_sum, row_view, file_count, file_sum, file_view, versions_made
    FROM personas WHERE name IS NOT NULL"""


def now() -> str:
    """Give the time, UTC, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def find(connection: Connection, persona_id: str) -> Held | None:
    """Find a persona by its id; templates are not among them."""
    if not is_utf8(persona_id):
        return None
    found = connection.execute(f"{_SELECT} AND id = ?", (persona_id,)).fetchone()
    return None if found is None else Held(*found)


def find_number(connection: Connection, number: int) -> Held | None:
    """Find a persona by its number in this workspace."""
    found = connection.execute(f"{_SELECT} AND number = ?", (number,)).fetchone()
    return None if found is None else Held(*found)


def find_name(connection: Connection, name: str) -> Held | None:
    """Find the persona of a name, which is in NFC."""
    if not is_utf8(name):
        return None
    found = connection.execute(f"{_SELECT} AND name = ?", (name,)).fetchone()
    return None if found is None else Held(*found)


def readable(connection: Connection, persona_id: str) -> Held | None:
    """Find a persona to read; None for a template, which has neither data nor versions."""
    held = find(connection, persona_id)
    if held is None and template_persona(persona_id) is None:
        missing()
    return held


def changeable(connection: Connection, persona_id: str) -> Held:
    """Find a persona to change; templates are `forbidden`."""
    held = readable(connection, persona_id)
    if held is None:
        raise forbidden("a template cannot be changed", hint="create a persona from it")
    return held


def missing() -> NoReturn:
    """Say that there is no persona of the id that was given."""
    raise not_found("there is no persona of this id", hint="`ema persona list` shows all")


def listed(connection: Connection, after: int, limit: int) -> Page[Persona]:
    """List personas by time of creation, those whose number comes after `after`."""
    found = connection.execute(
        f"{_SELECT} AND number > ? ORDER BY number LIMIT ?", (after, limit + 1)
    ).fetchall()
    held = [Held(*line) for line in found[:limit]]
    more = str(held[-1].number) if len(found) > limit else None
    return Page([shown(connection, one) for one in held], more)


def shown(connection: Connection, held: Held) -> Persona:
    """Give a persona as the port shows it."""
    content = contents.find(connection, held.content)
    if content is None:
        missing()
    return as_persona(held, content)


def as_persona(held: Held, content: PersonaContent) -> Persona:
    """Join a persona's line and a content."""
    return Persona(held.id, content, status(content), str(held.revision), held.created_at)


def status(content: PersonaContent) -> str:
    """Give the status of a persona of this content."""
    return "active" if content.enabled_by_user else "inactive"


def insert(connection: Connection, content: PersonaContent) -> Persona:
    """Make a persona of a content that was checked. `conflict` when its name is taken."""
    check_free(connection, content.name)
    held_id = str(uuid4())
    connection.execute(
        "INSERT INTO personas (id, name, content, created_at) VALUES (?, ?, ?, ?)",
        (held_id, content.name, contents.keep(connection, content), now()),
    )
    return shown(connection, changeable(connection, held_id))


def set_content(connection: Connection, held: Held, content: PersonaContent) -> Persona:
    """Give a persona a content that was checked; the revision changes if the content does."""
    if content.name != held.name:
        check_free(connection, content.name)
    digest = contents.keep(connection, content)
    if digest != held.content:
        connection.execute(
            "UPDATE personas SET name = ?, content = ?, revision = revision + 1 WHERE number = ?",
            (content.name, digest, held.number),
        )
        contents.let_go(connection, held.content)
    return shown(connection, changeable(connection, held.id))


def check_free(connection: Connection, name: str) -> None:
    """Refuse a name that a persona has."""
    if find_name(connection, name) is not None:
        raise conflict(f'the name "{name}" is taken', hint="choose another name")
