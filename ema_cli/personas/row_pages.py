"""Cutting rows into pages that platforms take and memory holds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ema_cli.platforms.port import Row

LARGEST_PAGE = 8 * 1024 * 1024
"""Bytes of rows in a page, unless one row alone is larger."""


@dataclass(frozen=True, slots=True)
class RowPage:
    """Rows to be written in one call, with the JSON of each."""

    rows: tuple[Row, ...]
    texts: tuple[bytes, ...]

    @property
    def digest(self) -> str:
        """SHA-256, in hexadecimal: another one for other rows."""
        return sha256(b"\n".join(self.texts)).hexdigest()

    def halves(self) -> tuple[RowPage, RowPage]:
        """Cut it in two; it must have at least two rows."""
        middle = len(self.rows) // 2
        return (
            RowPage(self.rows[:middle], self.texts[:middle]),
            RowPage(self.rows[middle:], self.texts[middle:]),
        )


def pages(rows: Iterable[Row]) -> Iterator[RowPage]:
    """Cut rows into pages of at most `PAGE` rows and, where it can be, `LARGEST_PAGE` bytes."""
    taken: list[Row] = []
    texts: list[bytes] = []
    size = 0
    for row in rows:
        text = json.dumps([row.key, row.fields], separators=(",", ":")).encode("ascii")
        if taken and (len(taken) == PAGE or size + len(text) > LARGEST_PAGE):
            yield RowPage(tuple(taken), tuple(texts))
            taken, texts, size = [], [], 0
        taken.append(row)
        texts.append(text)
        size += len(text)
    if taken:
        yield RowPage(tuple(taken), tuple(texts))
