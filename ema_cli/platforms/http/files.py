"""Files over HTTP: streams in both directions."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind
from ema_cli.platforms.http import wire
from ema_cli.platforms.http.answers import LARGE
from ema_cli.platforms.http.base import Caller
from ema_cli.platforms.http.downloads import opened
from ema_cli.platforms.http.requests import Call
from ema_cli.platforms.http.uploads import Upload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ema_cli.platforms.port import FileInfo, FileStream, FileWritten


class FileCalls(Caller):
    """See `ema_cli.platforms.port.Port` for what each of them promises."""

    def files(self, persona_id: str, *, version: int | None = None) -> Sequence[FileInfo]:
        """List files by name."""
        call = Call(
            "listing the files",
            "files",
            values={"persona": persona_id},
            query={"version": version},
            limit=LARGE,
        )
        return [item.info() for item in self._calls.read(call, wire.Files).items]

    @contextmanager
    def open_file(
        self, persona_id: str, name: str, *, version: int | None = None
    ) -> Iterator[FileStream]:
        """Read a file as a stream."""
        call = Call(
            "reading a file",
            "open_file",
            values={"persona": persona_id, "file": name},
            query={"version": version},
        )
        with ExitStack() as stack:
            yield opened(self._calls, call, stack)

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
        """Store a file."""
        call = Call(
            "sending a file",
            "write_file",
            values={"persona": persona_id, "file": name},
            query={"type": media_type, "replace": replace},
            body=Upload(chunks),
            key=key,
            missing=ErrorKind.REJECTED,
        )
        return self._calls.read(call, wire.FileWrittenAnswer).result()

    def delete_files(self, persona_id: str, names: Sequence[str] | None, *, key: str) -> int:
        """Remove own files."""
        call = Call(
            "deleting files",
            "delete_files",
            values={"persona": persona_id},
            body={"names": None if names is None else list(names)},
            key=key,
        )
        return self._calls.read(call, wire.Removed).removed

    def copy_file(self, source_id: str, target_id: str, name: str, *, key: str) -> FileWritten:
        """Copy one file inside the platform."""
        call = Call(
            "copying a file",
            "copy_file",
            values={"persona": target_id},
            body={"source": source_id, "name": name},
            key=key,
        )
        return self._calls.read(call, wire.FileWrittenAnswer).result()
