"""An export that tells how much of it was read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import FileInfo, PersonaContent, Row

Tell: TypeAlias = "Callable[[int, int | None, str], None]"
"""Takes how many are done, of how many (None: not known), and what they are: `rows`, `files`."""
_EVERY = 1000
"""Rows."""


class WatchedExport:
    """Another export, read through; `rows` are as many as it has, where that is known."""

    def __init__(self, export: Export, tell: Tell, *, rows: int | None = None) -> None:
        """Take an export; nothing is read yet."""
        self._export = export
        self._tell = tell
        self._total = rows
        self._opened = 0
        self._files: int | None = None

    @property
    def content(self) -> PersonaContent:
        """Name, configuration and workflow."""
        return self._export.content

    def rows(self) -> Iterator[Row]:
        """Give the rows, and tell of every thousand."""
        count = 0
        for row in self._export.rows():
            yield row
            count += 1
            if count % _EVERY == 0:
                self._tell(count, self._total, "rows")
        self._tell(count, count, "rows")

    def files(self) -> Sequence[FileInfo]:
        """List the files by name."""
        files = self._export.files()
        self._files = len(files)
        return files

    @contextmanager
    def open_file(self, name: str) -> Iterator[Iterator[bytes]]:
        """Read one file, and tell of it when it was read."""
        with self._export.open_file(name) as chunks:
            yield chunks
        self._opened += 1
        self._tell(self._opened, self._files, "files")
