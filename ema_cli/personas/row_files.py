"""Rows in local files: what their readers give, and how they name what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.errors import Place, Problem

if TYPE_CHECKING:
    from ema_cli.values import JsonObject

LARGEST_ROW = 16 * 1024 * 1024
"""Bytes of a row in a file, or characters; a limit, so that a file without an end has one."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """One row of a file and the line on which it begins, counted from 1."""

    line: int
    fields: JsonObject


Found: TypeAlias = "FileRow | Problem"
"""A reader goes on after a problem where it can; whoever reads sends nothing if there is one."""


def shown(path: Path) -> str:
    """Name a file as its user knows it: from the working directory where it lies below that."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def problem(
    path: Path, line: int, message: str, hint: str | None = None, column: int = 1
) -> Problem:
    """Make the problem of one line."""
    return Problem(message, hint, Place(shown(path), line, column))


def undecodable(path: Path) -> Problem:
    """Find the first line of a file that is not UTF-8."""
    with path.open("rb") as file:
        line = next((number for number, text in enumerate(file, start=1) if not _is_text(text)), 1)
    return problem(path, line, "not UTF-8", "save the file as UTF-8")


def _is_text(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
