"""What the text of a file says, as values that the scan can look into."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.values import JsonValue

_PART = 1_000_000
"""Characters that are looked at together."""
_OVERLAP = 4_096
_ROWS = 1_000


def values_of_file(name: str, text: str) -> Iterator[list[JsonValue]]:
    """Give the values of a file, in parts: rows of tables with their header, lines, or text.

    JSON stays a text here; the scan reads what stands in it.
    """
    ending = name.rpartition(".")[2].lower()
    if ending in {"csv", "tsv", "tab"}:
        yield from _table(text, tabs=ending != "csv")
    elif ending in {"jsonl", "ndjson"}:
        lines = text.split("\n")
        for at in range(0, len(lines), _ROWS):
            yield [*lines[at : at + _ROWS]]
    elif ending == "json":
        yield [text]
    else:
        for at in range(0, len(text), _PART):
            yield [text[max(0, at - _OVERLAP) : at + _PART]]


def _table(text: str, *, tabs: bool) -> Iterator[list[JsonValue]]:
    first = text.partition("\n")[0]
    delimiter = "\t" if tabs else max(",;\t|", key=first.count)
    csv.field_size_limit(max(len(text), 131_072))
    rows = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=delimiter, restkey="", restval=""
    )
    part: list[JsonValue] = []
    for row in rows:
        part.append({name or "": cell for name, cell in row.items()})
        if len(part) == _ROWS:
            yield part
            part = []
    yield part
