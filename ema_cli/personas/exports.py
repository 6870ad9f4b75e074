"""Everything that an export shows of a persona, wherever it is kept: platform, version, bundle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from ema_cli.platforms.port import FileInfo, PersonaContent, Port, Row


class Export(Protocol):
    """A persona's content and data, to be read as often as needed."""

    @property
    def content(self) -> PersonaContent:
        """Name, configuration and workflow."""
        ...

    def rows(self) -> Iterator[Row]:
        """Give the rows in their order, as a stream."""
        ...

    def files(self) -> Sequence[FileInfo]:
        """List the files by name."""
        ...

    def open_file(self, name: str) -> AbstractContextManager[Iterator[bytes]]:
        """Read one file as a stream of chunks."""
        ...


class PlatformExport:
    """A persona on its platform, as it is now or as a version kept it."""

    def __init__(self, port: Port, persona_id: str, *, version: int | None = None) -> None:
        """Read its content; rows and files are read when they are asked for."""
        self._port = port
        self._id = persona_id
        self._version = version
        self.content = port.persona(persona_id, version=version).content

    def rows(self) -> Iterator[Row]:
        """Give the rows in their order, page by page."""
        after: str | None = None
        while True:
            page = self._port.rows(self._id, version=self._version, after=after)
            yield from page.items
            after = page.after
            if after is None:
                return

    def files(self) -> Sequence[FileInfo]:
        """List the files by name."""
        return self._port.files(self._id, version=self._version)

    def open_file(self, name: str) -> AbstractContextManager[Iterator[bytes]]:
        """Read one file as a stream of chunks."""
        return self._port.open_file(self._id, name, version=self._version)
