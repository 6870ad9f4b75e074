"""Reading all rows of an upload once before any is sent: how many, and what is wrong with them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ema_cli.errors import Problem
from ema_cli.personas.repeated_keys import RepeatedKeys
from ema_cli.tools.upload_sources import placed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ema_cli.personas.repeated_keys import Suspects
    from ema_cli.personas.row_files import FileRow
    from ema_cli.tool import OfflineProblem
    from ema_cli.tools.upload_sources import RowSource

_TOLD = 20
"""Problems that are told of one source, at most: a file with one broken row has thousands."""


def survey(sources: Sequence[RowSource], column: str | None) -> tuple[int, list[OfflineProblem]]:
    """Count the rows, and find all problems, with keys that are missing or come twice."""
    keys = RepeatedKeys()
    counted = [_Reading(source, column, keys) for source in sources]
    problems = [problem for reading in counted for problem in islice(reading.problems(), _TOLD)]
    if column is not None and not problems:
        problems += islice(_repeated(sources, column, keys.suspects()), _TOLD)
    return sum(reading.rows for reading in counted), problems


def key_of(row: FileRow, column: str) -> str | None:
    """Give the key that a row brings in `column`: a text or a whole number; None without one."""
    value = row.fields.get(column)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) and value else None


class _Reading:
    """One pass through one source; its rows are counted while its problems are taken."""

    def __init__(self, source: RowSource, column: str | None, keys: RepeatedKeys) -> None:
        self.rows = 0
        self._source = source
        self._column = column
        self._keys = keys

    def problems(self) -> Iterator[OfflineProblem]:
        for found in self._source.rows():
            if isinstance(found, Problem):
                yield placed(self._source.argument, found)
                continue
            self.rows += 1
            if self._column is None:
                continue
            key = key_of(found, self._column)
            if key is None:
                yield self._source.wrong(
                    found.line,
                    f"the row has no key in {self._column!r}",
                    "a key is a text or a whole number",
                )
            else:
                self._keys.add(key)


def _repeated(
    sources: Sequence[RowSource], column: str, suspects: Suspects
) -> Iterator[OfflineProblem]:
    if not suspects:
        return
    for source in sources:
        for found in source.rows():
            if isinstance(found, Problem):
                continue
            if suspects.again(key_of(found, column) or ""):
                yield source.wrong(found.line, f"an earlier row has the same key in {column!r}")
