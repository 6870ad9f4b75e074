"""The bytes of a file on their way to the platform."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HELD = 8 << 20
"""Bytes up to which a file is held in memory, so that it can be sent again."""


class Upload:
    """A file to send. A large one is streamed, and sent again only if it can be read again."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        """Read the beginning, at most `HELD` bytes and a chunk."""
        self._chunks = chunks
        rest = iter(chunks)
        head: list[bytes] = []
        size = 0
        for chunk in rest:
            head.append(chunk)
            size += len(chunk)
            if size > HELD:
                break
        self._whole = b"".join(head) if size <= HELD else None
        self._rest: Iterator[bytes] | None = chain(head, rest)
        self.repeatable = self._whole is not None or rest is not chunks

    def content(self) -> bytes | Iterator[bytes]:
        """Give the bytes, from the start; a second time only where `repeatable`."""
        if self._whole is not None:
            return self._whole
        rest, self._rest = self._rest, None
        return rest if rest is not None else iter(self._chunks)
