"""What a persona says of itself, as the workspace keeps it: each text once, by its digest."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast

from ema_cli.platforms.local.encoding import from_text, to_text
from ema_cli.platforms.local.failures import rejected
from ema_cli.platforms.local.names import checked_name
from ema_cli.platforms.port import CONTENT_FIELDS, PersonaContent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ema_cli.platforms.local.database import Connection

_TYPES: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "description": (str,),
    "enabled_by_user": (bool,),
    "welcome_messages": (object,),
    "proto_config": (dict,),
    "workflow_def": (dict, type(None)),
}


def as_fields(content: PersonaContent) -> dict[str, Any]:
    """Give the fields by name, in the order of `CONTENT_FIELDS`."""
    return {name: getattr(content, name) for name in CONTENT_FIELDS}


def checked(content: PersonaContent) -> PersonaContent:
    """Give the content with its name in NFC; `rejected` when a field is not what it must be."""
    return with_changes(content, {"name": content.name})


def with_changes(content: PersonaContent, changes: Mapping[str, object]) -> PersonaContent:
    """Give the content with some fields set anew."""
    values: dict[str, Any] = as_fields(content) | dict(changes)
    for name, value in values.items():
        if name not in _TYPES:
            raise rejected("a persona has no field of that name", hint=", ".join(CONTENT_FIELDS))
        if not isinstance(value, _TYPES[name]):
            raise rejected(f"{name} has the wrong type")
    return PersonaContent(**values | {"name": checked_name(values["name"])})


def digest(content: PersonaContent) -> bytes:
    """Make the digest by which a content is stored."""
    return sha256(_text(content).encode()).digest()


def keep(connection: Connection, content: PersonaContent) -> bytes:
    """Store the content unless it is there, and give its digest."""
    kept = digest(content)
    connection.execute(
        "INSERT INTO contents (digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (kept, _text(content)),
    )
    return kept


def find(connection: Connection, kept: bytes) -> PersonaContent | None:
    """Read a content; None where nothing has it any more."""
    found = connection.execute("SELECT text FROM contents WHERE digest = ?", (kept,)).fetchone()
    return None if found is None else PersonaContent(**cast("Any", from_text(found[0])))


def let_go(connection: Connection, kept: bytes) -> None:
    """Remove a content that no persona and no version has any more."""
    connection.execute(
        """DELETE FROM contents WHERE digest = :kept
        AND NOT EXISTS (SELECT 1 FROM personas WHERE content = :kept)
        AND NOT EXISTS (SELECT 1 FROM versions WHERE content = :kept)""",
        {"kept": kept},
    )


def _text(content: PersonaContent) -> str:
    return to_text(as_fields(content), "the persona")
