"""A port around a port: each call is written out, and asks before it changes anything.

A call that is new in the port is missing here, and so not let through unasked; a test compares
the two.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from ema_cli.platforms.port import (
        DataCounts,
        DataKind,
        FileInfo,
        FileStream,
        FileWritten,
        Linked,
        Page,
        Persona,
        PersonaContent,
        Port,
        Restored,
        Row,
        RowEdit,
        RowsCopied,
        RowsEdited,
        RowsWritten,
        Template,
        Version,
    )
    from ema_cli.values import JsonValue


class Watched(ABC):
    """Hands calls on, those that change something only where `_check` lets them."""

    def __init__(self, port: Port) -> None:
        """Hand calls on to `port`."""
        self._port = port

    @abstractmethod
    def _check(self, persona_id: str | None) -> None:
        """Raise `forbidden` where this persona may not be changed; None is one to be made."""

    def _noted(self, persona: Persona) -> Persona:
        """Hear of a persona that was made through this port, or found by the key of its making."""
        return persona

    @property
    def platform_id(self) -> str:
        """Who this platform is."""
        return self._port.platform_id

    def close(self) -> None:
        """Let go of connections."""
        self._port.close()

    def scrub(self) -> None:
        """Leave no trace of removed data where it was stored; no persona is changed by it."""
        self._port.scrub()

    def templates(self) -> Sequence[Template]:
        """List the shipped templates, in a fixed order."""
        return self._port.templates()

    def personas(self, *, after: str | None = None, limit: int = PAGE) -> Page[Persona]:
        """List personas by time of creation, templates not among them."""
        return self._port.personas(after=after, limit=limit)

    def find_personas(self, name: str) -> Sequence[Persona]:
        """Find the personas of exactly this name, compared after NFC."""
        return self._port.find_personas(name)

    def persona(self, persona_id: str, *, version: int | None = None) -> Persona:
        """Read one persona, a template too."""
        return self._port.persona(persona_id, version=version)

    def made_by(self, key: str) -> Persona | None:
        """Find the persona that the create call with this key made, if it made one."""
        persona = self._port.made_by(key)
        return None if persona is None else self._noted(persona)

    def data_counts(self, persona_id: str, *, version: int | None = None) -> DataCounts:
        """Count rows and files."""
        return self._port.data_counts(persona_id, version=version)

    def rows(
        self,
        persona_id: str,
        *,
        version: int | None = None,
        after: str | None = None,
        limit: int = PAGE,
    ) -> Page[Row]:
        """Read rows in their order: own rows first, then linked ones."""
        return self._port.rows(persona_id, version=version, after=after, limit=limit)

    def linked_sources(self, persona_id: str) -> Sequence[str]:
        """Ids of the personas whose data this one shows, directly."""
        return self._port.linked_sources(persona_id)

    def files(self, persona_id: str, *, version: int | None = None) -> Sequence[FileInfo]:
        """List files by name, linked ones too; an own file hides a linked one of its name."""
        return self._port.files(persona_id, version=version)

    def open_file(
        self, persona_id: str, name: str, *, version: int | None = None
    ) -> AbstractContextManager[FileStream]:
        """Read a file as a stream, which raises where it does not end as the file does."""
        return self._port.open_file(persona_id, name, version=version)

    def versions(
        self, persona_id: str, *, after: str | None = None, limit: int = PAGE
    ) -> Page[Version]:
        """List versions, oldest first."""
        return self._port.versions(persona_id, after=after, limit=limit)

    def version(self, persona_id: str, number: int) -> Version:
        """Read one version."""
        return self._port.version(persona_id, number)

    def create_persona(self, content: PersonaContent, *, key: str) -> Persona:
        """Make a persona. `conflict` when the name is taken, `rejected` when it is no name."""
        self._check(None)
        return self._noted(self._port.create_persona(content, key=key))

    def update_persona(
        self,
        persona_id: str,
        changes: Mapping[str, JsonValue],
        *,
        revision: str | None = None,
        key: str,
    ) -> Persona:
        """Set fields of `CONTENT_FIELDS`. With `revision`: `conflict` when it is another by now."""
        self._check(persona_id)
        return self._port.update_persona(persona_id, changes, revision=revision, key=key)

    def delete_persona(self, persona_id: str, *, key: str) -> None:
        """Remove a persona, its data and versions. `conflict` when others link to its data."""
        self._check(persona_id)
        self._port.delete_persona(persona_id, key=key)

    def write_rows(self, persona_id: str, rows: Sequence[Row], *, key: str) -> RowsWritten:
        """Add at most `PAGE` rows; a row whose key exists, or comes twice, is skipped."""
        self._check(persona_id)
        return self._port.write_rows(persona_id, rows, key=key)

    def edit_rows(self, persona_id: str, edits: Sequence[RowEdit], *, key: str) -> RowsEdited:
        """Change at most `PAGE` own rows in place; those in `stale` are left as they are."""
        self._check(persona_id)
        return self._port.edit_rows(persona_id, edits, key=key)

    def delete_rows(self, persona_id: str, keys: Sequence[str] | None, *, key: str) -> int:
        """Remove own rows by key (at most `PAGE`), or all with None; count those removed."""
        self._check(persona_id)
        return self._port.delete_rows(persona_id, keys, key=key)

    def copy_rows(
        self,
        source_id: str,
        target_id: str,
        *,
        after: str | None = None,
        limit: int = PAGE,
        key: str,
    ) -> RowsCopied:
        """Copy one page inside the platform, under `copied_row_key` of each row."""
        self._check(target_id)
        return self._port.copy_rows(source_id, target_id, after=after, limit=limit, key=key)

    def link_data(
        self, source_id: str, target_id: str, *, include: Sequence[DataKind], key: str
    ) -> Linked:
        """Show the source's data in the target, read-only. Linking twice changes nothing."""
        self._check(target_id)
        return self._port.link_data(source_id, target_id, include=include, key=key)

    def write_file(
        self,
        persona_id: str,
        name: str,
        media_type: str,
        chunks: Iterable[bytes],
        *,
        replace: bool = False,
        key: str,
    ) -> FileWritten:
        """Store a file; not written again where the same bytes stand under the name."""
        self._check(persona_id)
        return self._port.write_file(persona_id, name, media_type, chunks, replace=replace, key=key)

    def delete_files(self, persona_id: str, names: Sequence[str] | None, *, key: str) -> int:
        """Remove own files by name, or all with None; count those removed."""
        self._check(persona_id)
        return self._port.delete_files(persona_id, names, key=key)

    def copy_file(self, source_id: str, target_id: str, name: str, *, key: str) -> FileWritten:
        """Copy one file inside the platform; a file of that name in the target is left alone."""
        self._check(target_id)
        return self._port.copy_file(source_id, target_id, name, key=key)

    def create_version(self, persona_id: str, message: str, *, key: str) -> Version:
        """Keep the persona as it is. `rejected` when the message is over 4 KB of UTF-8."""
        self._check(persona_id)
        return self._port.create_version(persona_id, message, key=key)

    def restore_version(self, persona_id: str, number: int, *, key: str) -> Restored:
        """Make a version of what is there, then bring back exactly what `number` kept."""
        self._check(persona_id)
        return self._port.restore_version(persona_id, number, key=key)

    def delete_versions(self, persona_id: str, numbers: Sequence[int], *, key: str) -> int:
        """Remove versions; what nothing refers to any more is freed. Count those removed."""
        self._check(persona_id)
        return self._port.delete_versions(persona_id, numbers, key=key)
