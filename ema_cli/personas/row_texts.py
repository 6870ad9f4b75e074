"""Rows as text, for other programs: JSON lines, or a table."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ema_cli.personas.exports import Export
    from ema_cli.values import JsonValue


def as_json_lines(export: Export) -> Iterator[str]:
    """Write `{"key", "fields"}` a line; rows shown by link say so with `"linked": true`."""
    for row in export.rows():
        value: dict[str, JsonValue] = {"key": row.key, "fields": row.fields}
        if row.linked:
            value["linked"] = True
        yield _compact(value) + "\n"


def as_csv(export: Export) -> Iterator[str]:
    """Write a table (RFC 4180): the key, then every field of any row, in order of appearance.

    Texts stand as they are, what is null or not there is empty, and everything else is JSON. Where
    rows are shown by link, a last column says so. The rows are read twice, first for the columns.
    """
    fields: dict[str, None] = {}
    linked = False
    for row in export.rows():
        fields.update(dict.fromkeys(row.fields))
        linked = linked or row.linked
    last = [_unlike("linked", fields)] if linked else []
    yield _line([_unlike("key", fields), *fields, *last])
    for row in export.rows():
        mark = ["true" if row.linked else ""] if linked else []
        yield _line([row.key, *(_cell(row.fields.get(name)) for name in fields), *mark])


def _unlike(name: str, fields: Collection[str]) -> str:
    """Name a column of ours, which must not be the name of a field."""
    while name in fields:
        name = f"_{name}"
    return name


def _cell(value: JsonValue) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _compact(value)


def _line(cells: list[str]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def _compact(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
