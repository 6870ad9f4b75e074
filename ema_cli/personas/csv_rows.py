"""Rows of a CSV file (RFC 4180): a header, and cells that are all text."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from ema_cli.personas.row_files import LARGEST_ROW, FileRow, problem, undecodable

if TYPE_CHECKING:
    from _csv import Reader
    from collections.abc import Iterator
    from pathlib import Path

    from ema_cli.errors import Problem
    from ema_cli.personas.row_files import Found

_OTHER_DELIMITERS = {";": "semicolons", "\t": "tabs"}


def csv_rows(path: Path) -> Iterator[Found]:
    """Read the rows; a byte order mark, any line ends, and line ends in quoted cells are fine.

    Empty lines are passed over. A row with more or fewer cells than the header is a problem.
    """
    csv.field_size_limit(LARGEST_ROW)
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            header = next(reader, None)
            faults = list(_header_problems(path, header))
            yield from faults
            if header is None or faults:
                return
            yield from _body(path, reader, header)
        except csv.Error as error:
            yield problem(path, reader.line_num, *_explained(error))
        except UnicodeDecodeError:
            yield undecodable(path)


def _body(path: Path, reader: Reader, header: list[str]) -> Iterator[Found]:
    line = reader.line_num + 1
    for cells in reader:
        if len(cells) == len(header):
            yield FileRow(line, dict(zip(header, cells, strict=True)))
        elif cells:
            yield problem(
                path,
                line,
                f"{len(cells)} {'cell' if len(cells) == 1 else 'cells'} in this row,"
                f" {len(header)} in the header",
                "put cells that hold commas or quotes in quotes",
            )
        line = reader.line_num + 1


def _header_problems(path: Path, header: list[str] | None) -> Iterator[Problem]:
    if not header:
        yield problem(path, 1, "no header", "name the columns in the first line")
        return
    for number, name in enumerate(header, start=1):
        if not name.strip():
            yield problem(path, 1, f"column {number} has no name")
        elif name in header[: number - 1]:
            yield problem(path, 1, f"column {number} has the name of an earlier one")
    for delimiter, called in _OTHER_DELIMITERS.items():
        if len(header) == 1 and delimiter in header[0]:
            yield problem(
                path, 1, f"the columns are separated by {called}", "save the file with commas"
            )


def _explained(error: csv.Error) -> tuple[str, str | None]:
    """Say what csv found, in words for the one who wrote the file."""
    text = str(error)
    if "end of data" in text:
        return "a quoted cell is not closed before the end of the file", None
    if "expected after" in text:
        return "a quoted cell goes on after its closing quote", "double the quotes in it"
    if "limit" in text:
        return f"a cell has more than {LARGEST_ROW} characters", "is a quote not closed?"
    return f"not CSV: {text}", None
