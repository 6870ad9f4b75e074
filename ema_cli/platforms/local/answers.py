"""How the answers of the port are stored with their keys."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast

from ema_cli.platforms.local import contents, personas
from ema_cli.platforms.local.keys import Answer
from ema_cli.platforms.port import (
    FileInfo,
    FileWritten,
    Linked,
    Persona,
    PersonaContent,
    Restored,
    RowsCopied,
    RowsEdited,
    RowsWritten,
    Version,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.port import RowEdit
    from ema_cli.values import JsonValue

COUNT: Answer[int] = Answer(store=lambda count: count, read=lambda _, told: cast("int", told))
NOTHING: Answer[None] = Answer(store=lambda _: None, read=lambda _, __: None)
WRITTEN: Answer[RowsWritten] = Answer(
    store=lambda given: [given.written, given.skipped, [*given.skipped_at]],
    read=lambda _, told: RowsWritten(
        _list(told)[0], _list(told)[1], tuple(position for at in _list(told)[2:] for position in at)
    ),
)
COPIED: Answer[RowsCopied] = Answer(
    store=lambda given: [given.read, given.written, given.skipped, given.after],
    read=lambda _, told: RowsCopied(*_list(told)),
)
LINKED: Answer[Linked] = Answer(
    store=lambda given: [given.rows, given.files],
    read=lambda _, told: Linked(*_list(told)),
)


def edited(edits: Sequence[RowEdit]) -> Answer[RowsEdited]:
    """Store stale rows by their position in the call: a key may be personal data."""
    keys = [edit.key for edit in edits]
    return Answer(
        store=lambda given: [given.edited, [keys.index(key) for key in given.stale]],
        read=lambda _, told: RowsEdited(
            _list(told)[0], tuple(keys[position] for position in _list(told)[1])
        ),
    )


def file_written(name: str) -> Answer[FileWritten]:
    """Store a file without its name, which the call brings again."""

    def read(_: Connection, told: JsonValue) -> FileWritten:
        media_type, size, digest, written = _list(told)
        return FileWritten(FileInfo(name, media_type, size, digest), written)

    return Answer(
        store=lambda given: [given.file.type, given.file.size, given.file.sha256, given.written],
        read=read,
    )


def version(message: str) -> Answer[Version]:
    """Store a version without its message, which the call brings again."""

    def store(given: Version) -> JsonValue:
        return {name: value for name, value in asdict(given).items() if name != "message"}

    return Answer(store, lambda _, told: Version(message=message, **cast("dict[str, Any]", told)))


def persona(otherwise: Callable[[PersonaContent | None], PersonaContent]) -> Answer[Persona]:
    """Store a persona without its content, which is read by its digest.

    When it is gone, since the persona changed and no version holds it, `otherwise` makes it anew
    from what the call brings and from the persona's content by now (None: removed).
    """

    def read(connection: Connection, told: JsonValue) -> Persona:
        persona_id, revision, created_at, digest = _list(told)
        content = contents.find(connection, bytes.fromhex(digest))
        if content is None:
            held = personas.find(connection, persona_id)
            now = None if held is None else personas.shown(connection, held).content
            content = otherwise(now)
        return Persona(persona_id, content, personas.status(content), revision, created_at)

    return Answer(_persona_told, read)


def restored() -> Answer[Restored]:
    """Store what a restore gave, the persona as `persona` does."""
    inner = persona(_now_or_missing)

    def read(connection: Connection, told: JsonValue) -> Restored:
        saved_as, persona_told = _list(told)
        return Restored(inner.read(connection, persona_told), saved_as)

    return Answer(lambda given: [given.saved_as, inner.store(given.persona)], read)


def _persona_told(given: Persona) -> JsonValue:
    return [given.id, given.revision, given.created_at, contents.digest(given.content).hex()]


def _now_or_missing(now: PersonaContent | None) -> PersonaContent:
    return personas.missing() if now is None else now


def _list(told: JsonValue) -> list[Any]:
    return cast("list[Any]", told)
