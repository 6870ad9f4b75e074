"""The bytes of files: on disk beside the workspace, each content once, by its SHA-256.

Whoever moves bytes to their place or takes them away holds the workspace's write lock, so a
content never leaves the disk while a file of that content is being made.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_NB, flock
from hashlib import sha256
from typing import TYPE_CHECKING, BinaryIO
from uuid import uuid4

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.local.durable import flush, flush_folder, write_all
from ema_cli.platforms.local.failures import plainly

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

CHUNK = 1 << 20
"""Bytes that are read at a time."""

_UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes that have arrived whole, under a name that nobody looks for."""

    path: Path
    size: int
    sha256: str


class FileBytes:
    """The folder of a workspace's file contents."""

    def __init__(self, workspace: Path) -> None:
        """Use the folder beside the workspace's file; it is made when it is needed."""
        self.workspace = workspace
        self.folder = workspace.with_name(f"{workspace.name}.files")

    @contextmanager
    def receive(self, chunks: Iterable[bytes]) -> Iterator[Received]:
        """Take bytes in as a stream. They are gone at the end of the block unless kept in it."""
        with plainly(self.workspace):
            path, descriptor = self._unfinished()
        try:
            yield self._write(path, descriptor, chunks)
        finally:
            os.close(descriptor)
            with suppress(OSError):
                path.unlink()

    def keep(self, received: Received) -> None:
        """Move received bytes to their place; they are on the disk when this returns."""
        folder = self._made(received.sha256[:2])
        received.path.rename(folder / received.sha256)
        flush_folder(folder)

    def open(self, digest: str) -> BinaryIO | None:
        """Open a content; None where it is gone."""
        try:
            with plainly(self.workspace):
                return self._place(digest).open("rb")
        except PlatformError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                return None
            raise

    def chunks(self, stream: BinaryIO, digest: str) -> Iterator[bytes]:
        """Read an open content to its end, where it must turn out to be what it is called."""
        seen = sha256()
        while True:
            with plainly(self.workspace):
                chunk = stream.read(CHUNK)
            if not chunk:
                break
            seen.update(chunk)
            yield chunk
        if seen.hexdigest() != digest:
            raise damaged(self.workspace)

    def remove(self, digest: str) -> None:
        """Take a content off the disk; nothing happens where it is gone."""
        with suppress(FileNotFoundError):
            self._place(digest).unlink()

    def digests(self) -> Iterator[str]:
        """List all contents on the disk."""
        for folder in sorted(self.folder.glob("[0-9a-f][0-9a-f]")):
            yield from (entry.name for entry in folder.iterdir())

    def clear_unfinished(self) -> None:
        """Remove what writers left that died; what is being written is locked by its writer."""
        for path in self.folder.glob(f"{_UNFINISHED}/*"):
            with suppress(FileNotFoundError, BlockingIOError), path.open("rb") as stream:
                flock(stream, LOCK_EX | LOCK_NB)
                path.unlink()

    def _unfinished(self) -> tuple[Path, int]:
        folder = self._made(_UNFINISHED)
        while True:
            path = folder / uuid4().hex
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            flock(descriptor, LOCK_EX)
            if path.exists():
                return path, descriptor
            os.close(descriptor)  # cleared between these lines, as if its writer had died

    def _write(self, path: Path, descriptor: int, chunks: Iterable[bytes]) -> Received:
        seen = sha256()
        size = 0
        for chunk in chunks:
            with plainly(self.workspace):
                write_all(descriptor, chunk)
            seen.update(chunk)
            size += len(chunk)
        with plainly(self.workspace):
            flush(descriptor)
        return Received(path, size, seen.hexdigest())

    def _made(self, name: str) -> Path:
        folder = self.folder / name
        if not folder.is_dir():
            self.folder.mkdir(mode=0o700, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            flush_folder(self.folder)
            flush_folder(self.folder.parent)
        return folder

    def _place(self, digest: str) -> Path:
        return self.folder / digest[:2] / digest


def damaged(workspace: Path) -> PlatformError:
    """Error for a content that is not what it must be."""
    return PlatformError(
        ErrorKind.UNAVAILABLE,
        f"the workspace {workspace} is damaged: the content of a file is lost",
        hint="write the file again",
    )
