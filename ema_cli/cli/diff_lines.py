"""Differences as lines for a terminal, coloured by what became of each thing."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.cli.streams import one_line
from ema_cli.personas.value_differences import Change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.personas.differences import Differences
    from ema_cli.personas.value_differences import ValueChange
    from ema_cli.values import JsonValue

_SIGNS = {Change.ADDED: "+", Change.REMOVED: "-", Change.CHANGED: "~", Change.REORDERED: "↕"}
_COLOURS = {Change.ADDED: "32", Change.REMOVED: "31", Change.CHANGED: "33", Change.REORDERED: "36"}
_LONGEST = 60
"""Characters of a value that are shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: what kind of thing, what became of it, its name, and more."""

    kind: str
    change: Change
    name: str
    more: str = ""


def diff_lines(found: Differences, *, coloured: bool) -> Iterator[str]:
    """Write the table, in columns; one line says that there is nothing to show."""
    if found.equal:
        yield "no differences"
        return
    lines = list(_lines(found))
    width = max(len(line.kind) for line in lines)
    for line in lines:
        text = f"{_SIGNS[line.change]} {line.kind.ljust(width)}  {one_line(line.name)}"
        more = f"  {one_line(line.more)}" if line.more else ""
        yield f"\x1b[{_COLOURS[line.change]}m{text}\x1b[0m{more}" if coloured else text + more
    yield from _more_rows(found)


def wants_colour() -> bool:
    """Tell whether the terminal may be coloured; see no-color.org."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def _lines(found: Differences) -> Iterator[Line]:
    for change in found.config:
        yield Line("config", change.change, change.path, _values(change))
    for node in found.workflow.nodes:
        fields = ", ".join(change.path.removeprefix(".") for change in node.changes)
        yield Line("node", node.change, node.name, fields)
    for edge in found.workflow.edges:
        yield Line("edge", edge.change, f"{edge.source} → {edge.target}")
    for change in found.workflow.other:
        yield Line("workflow", change.change, change.path, _values(change))
    for row in found.rows.listed:
        yield Line("row", row.change, row.key, ", ".join(row.fields))
    if found.rows.reordered:
        yield Line("rows", Change.REORDERED, "in another order")
    for file in found.files:
        yield Line("file", file.change, file.name)


def _values(change: ValueChange) -> str:
    if change.change is Change.CHANGED:
        return f"{_short(change.before)} → {_short(change.after)}"
    if change.change is Change.REORDERED:
        return "in another order"
    return _short(change.after if change.change is Change.ADDED else change.before)


def _short(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _more_rows(found: Differences) -> Iterator[str]:
    rows = found.rows
    more = rows.added + rows.removed + rows.changed - len(rows.listed)
    if more:
        yield f"  and {more} more rows (--rows lists more of them)"
