"""Text files: read in the encoding that they have, cut into leaves, edited at spans."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ema_cli.sanitize.delimited import cells
from ema_cli.sanitize.leaves import apply
from ema_cli.sanitize.segments import Segment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.sanitize.entities import Entity
    from ema_cli.sanitize.sanitizer import Sanitizer

LARGEST = 64 * 1024 * 1024
"""Bytes of a text file that are looked into; a larger one is no text file."""

_BATCH = 1_000_000
"""Characters that are looked at together."""
_ENDINGS = {
    **dict.fromkeys(("txt", "md", "markdown", "log", "text"), "plain"),
    **dict.fromkeys(("csv", "tsv", "tab"), "cells"),
    "json": "json",
    **dict.fromkeys(("jsonl", "ndjson"), "lines"),
}
Kind = Literal["plain", "cells", "json", "lines"]
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file: what it says, and how to write it again."""

    name: str
    text: str
    bom: bytes
    encoding: str

    @property
    def kind(self) -> str:
        """How it is cut into leaves."""
        return _ENDINGS[_ending(self.name)]


def is_text(name: str, size: int) -> bool:
    """Whether a file is taken for text: by its ending, and not too large to be looked into."""
    return _ending(name) in _ENDINGS and size <= LARGEST


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower()


def read(name: str, data: bytes) -> TextFile | None:
    """Read bytes as text: by their byte order mark, as UTF-8, else as Windows-1252.

    None where they are no text after all: they hold NUL bytes, or do not keep their encoding.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            text = _decoded(data[len(bom) :], encoding)
            return None if text is None else TextFile(name, text, bom, encoding)
    if b"\0" in data:
        return None
    for encoding in ("utf-8", "cp1252", "latin-1"):
        text = _decoded(data, encoding)
        if text is not None:
            return TextFile(name, text, b"", encoding)
    return None


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
        return text if text.encode(encoding) == data else None
    except UnicodeError:
        return None


def segments(file: TextFile) -> Iterator[Segment]:
    """Cut a file into leaves, in order."""
    if file.kind == "cells":
        yield from cells(file.text, tabs=_ending(file.name) != "csv")
    elif file.kind == "lines":
        yield from (Segment(*line.span()) for line in _LINE.finditer(file.text))
    else:
        yield Segment(0, len(file.text))


_LINE = re.compile(r"[^\n]+")


def sanitized(file: TextFile, sanitizer: Sanitizer) -> tuple[bytes, Counter[Entity]] | None:
    """Give the bytes of a file without originals, and counts; None where nothing is to change.

    Raises `UnicodeEncodeError` where a replacement cannot be written in the file's encoding.
    """
    counts: Counter[Entity] = Counter()
    pieces: list[str] = []
    at = 0
    for batch in _batches(file):
        edits = sanitizer.segments(file.text, batch)
        for edit in edits:
            counts[edit.entity] += 1
        end = batch[-1].end
        pieces.append(apply(file.text, edits, at, end))
        at = end
    if not counts:
        return None
    pieces.append(file.text[at:])
    return _bytes(file, "".join(pieces)), counts


def written(file: TextFile) -> bytes:
    """Give the bytes of a file as it is."""
    return _bytes(file, file.text)


def _bytes(file: TextFile, text: str) -> bytes:
    return file.bom + text.encode(file.encoding)


def _batches(file: TextFile) -> Iterator[list[Segment]]:
    batch: list[Segment] = []
    size = 0
    for segment in segments(file):
        batch.append(segment)
        size += segment.end - segment.start
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
