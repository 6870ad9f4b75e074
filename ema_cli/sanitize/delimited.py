"""Delimited text (CSV, TSV) cut into cells, at the places where they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.sanitize.segments import Segment

if TYPE_CHECKING:
    from collections.abc import Iterator

_DELIMITERS = ",;\t|"
_HEADER = re.compile(r'(?:[^"\r\n]|"[^"]*")*')


def cells(text: str, *, tabs: bool) -> Iterator[Segment]:
    """Give the cells of a table, each with the name that the first line gives its column."""
    delimiter = "\t" if tabs else _delimiter(text)
    names: list[str] = []
    column, first = 0, True
    for found in _pattern(delimiter).finditer(text):
        quoted = found["quoted"] is not None
        start, end = found.span("quoted" if quoted else "bare")
        name = None if first or column >= len(names) else names[column]
        segment = Segment(start, end, name, quoted, delimiter)
        yield segment
        if first:
            names.append(segment.read(text).strip())
        column += 1
        if found["end"] != delimiter:
            column, first = 0, False


def _delimiter(text: str) -> str:
    header = _HEADER.match(text)
    line = re.sub(r'"[^"]*"', "", header[0] if header else "")
    return max(_DELIMITERS, key=line.count)


def _pattern(delimiter: str) -> re.Pattern[str]:
    other = re.escape(delimiter)
    return re.compile(
        rf'(?:"(?P<quoted>(?:[^"]|"")*+)"(?=[{other}\r\n]|\Z)|(?P<bare>[^{other}\r\n]*))'
        rf"(?P<end>{other}|\r\n|\r|\n|\Z)"
    )
