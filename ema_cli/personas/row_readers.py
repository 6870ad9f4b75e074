"""Which files hold rows, told by the ends of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.personas.csv_rows import csv_rows
from ema_cli.personas.json_rows import json_lines, json_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from ema_cli.personas.row_files import Found

ROW_READERS: Mapping[str, Callable[[Path], Iterator[Found]]] = {
    ".csv": csv_rows,
    ".json": json_rows,
    ".jsonl": json_lines,
}


def holds_rows(path: Path) -> bool:
    """Tell whether rows can be read from a file of this name."""
    return path.suffix.lower() in ROW_READERS


def read_rows(path: Path) -> Iterator[Found]:
    """Read the rows of a file for which `holds_rows` is true."""
    return ROW_READERS[path.suffix.lower()](path)
