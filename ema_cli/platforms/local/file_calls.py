"""The part of the port that is about files."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ema_cli.platforms.local import (
    answers,
    file_changes,
    file_reading,
    personas,
    restoring,
    shown,
    views,
)
from ema_cli.platforms.local.base import Base
from ema_cli.platforms.local.calls import settled
from ema_cli.platforms.local.failures import not_found
from ema_cli.platforms.local.file_bytes import damaged
from ema_cli.platforms.local.keys import call, is_known
from ema_cli.platforms.local.names import check_file_name, check_media_type
from ema_cli.platforms.local.sweeping import sweep
from ema_cli.platforms.port import FileInfo, FileStream, FileWritten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from ema_cli.platforms.local.database import Connection


class FileCalls(Base):
    """See `Port`."""

    def files(self, persona_id: str, *, version: int | None = None) -> Sequence[FileInfo]:
        """List files by name, linked ones too; an own file hides a linked one of its name."""
        with self._database.reading() as connection:
            parts = views.parts(connection, persona_id, version, "files")
            return file_reading.listed(connection, parts)

    def open_file(
        self, persona_id: str, name: str, *, version: int | None = None
    ) -> AbstractContextManager[FileStream]:
        """Read a file as a stream, which raises where it does not end as the file does."""
        return self._opened(persona_id, name, version)

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
        call("write_file", key, persona_id, name, media_type)
        self._refuse_early(persona_id, name, media_type, key)
        with self._bytes.receive(chunks) as received:
            info = FileInfo(name, media_type, received.size, received.sha256)
            written = self._make(
                call("write_file", key, persona_id, name, media_type, replace, received.sha256),
                answers.file_written(name),
                lambda connection: file_changes.write(
                    connection,
                    settled(connection, persona_id),
                    info,
                    lambda: self._bytes.keep(received),
                    replace=replace,
                ),
            )
        self._bytes.clear_unfinished()
        sweep(self._database, self._bytes)
        return written

    def delete_files(self, persona_id: str, names: Sequence[str] | None, *, key: str) -> int:
        """Remove own files by name, or all with None; count those removed."""

        def change(connection: Connection) -> int:
            held = settled(connection, persona_id)
            if names is None:
                return restoring.clear_files(connection, held)
            return file_changes.delete(connection, held, names)

        made = call("delete_files", key, persona_id, None if names is None else list(names))
        removed = self._make(made, answers.COUNT, change)
        self._tidy()
        return removed

    def copy_file(self, source_id: str, target_id: str, name: str, *, key: str) -> FileWritten:
        """Copy one file inside the platform; a file of that name in the target is left alone."""

        def change(connection: Connection) -> FileWritten:
            source = personas.readable(connection, source_id)
            target = settled(connection, target_id)
            parts = [] if source is None else shown.parts(connection, source, "files")
            return file_changes.copy(connection, target, _found(connection, parts, name))

        made = call("copy_file", key, source_id, target_id, name)
        return self._make(made, answers.file_written(name), change)

    @contextmanager
    def _opened(self, persona_id: str, name: str, version: int | None) -> Iterator[FileStream]:
        digest = self._digest(persona_id, name, version)
        stream = self._bytes.open(digest)
        if stream is None:  # removed meanwhile, or replaced
            now = self._digest(persona_id, name, version)
            stream = None if now == digest else self._bytes.open(now)
            digest = now
        if stream is None:
            raise damaged(self._database.path)
        with stream:
            yield FileStream(self._bytes.chunks(stream, digest), digest)

    def _digest(self, persona_id: str, name: str, version: int | None) -> str:
        with self._database.reading() as connection:
            parts = views.parts(connection, persona_id, version, "files")
            return _found(connection, parts, name).sha256

    def _refuse_early(self, persona_id: str, name: str, media_type: str, key: str) -> None:
        """Refuse before the bytes come, unless the call went through before."""
        with self._database.reading() as connection:
            if not is_known(connection, key):
                check_file_name(name)
                check_media_type(media_type)
                personas.changeable(connection, persona_id)


def _found(connection: Connection, parts: Iterable[shown.Part], name: str) -> FileInfo:
    info = file_reading.find(connection, parts, name)
    if info is None:
        raise not_found("there is no file of this name", hint="`ema data list` shows all")
    return info
