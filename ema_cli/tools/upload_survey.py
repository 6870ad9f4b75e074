"""Reading all rows of an upload once before any is sent: how many, and what is wrong with them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ema_cli.documents.nearest import nearest
from ema_cli.errors import Problem
from ema_cli.personas.repeated_keys import RepeatedKeys
from ema_cli.platforms.port import LONGEST_ROW_KEY, is_row_key
from ema_cli.tools.upload_sources import placed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ema_cli.personas.repeated_keys import Suspects
    from ema_cli.personas.row_files import FileRow
    from ema_cli.tool import OfflineProblem
    from ema_cli.tools.upload_sources import RowSource

_TOLD = 20
"""Problems that are told of one source, at most: a file with one broken row has thousands."""
_COLUMNS = 60
"""Names of columns that are remembered for a hint; those of one row more at most."""


def survey(sources: Sequence[RowSource], column: str | None) -> tuple[int, list[OfflineProblem]]:
    """Count the rows, and find all problems, with keys that are missing or come twice."""
    keys = RepeatedKeys()
    counted = [_Reading(source, column, keys) for source in sources]
    problems = [problem for reading in counted for problem in reading.problems()]
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
        self._told: list[OfflineProblem] = []
        self._without: list[OfflineProblem] = []
        """Those of `_told` that speak of rows without the column."""
        self._names: dict[str, None] = {}

    def problems(self) -> list[OfflineProblem]:
        """Read all rows; a column that is in none of them is told once."""
        found_column = self._column is None
        for found in self._source.rows():
            if isinstance(found, Problem):
                self._tell(placed(self._source.argument, found))
                continue
            self.rows += 1
            if self._column is not None:
                found_column = self._take(found, self._column) or found_column
        if self._column is None or found_column or not self._without:
            return self._told
        others = [one for one in self._told if one not in self._without]
        return [self._source.wrong(1, *_no_column(self._column, self._names)), *others]

    def _take(self, row: FileRow, column: str) -> bool:
        """Take the key of a row; say whether the row has the column."""
        key = key_of(row, column)
        if key is not None and is_row_key(key):
            self._keys.add(key)
            return True
        if key is None:
            message, hint = f"the row has no key in {column!r}", "a key is a text or a whole number"
        else:
            message = f"the value in {column!r} cannot be a key"
            hint = f"a key has 1 to {LONGEST_ROW_KEY} characters, none of them control ones"
        problem = self._tell(self._source.wrong(row.line, message, hint))
        if column in row.fields:
            return True
        if problem is not None:
            self._without.append(problem)
        if len(self._names) < _COLUMNS:
            self._names.update(dict.fromkeys(row.fields))
        return False

    def _tell(self, problem: OfflineProblem) -> OfflineProblem | None:
        if len(self._told) == _TOLD:
            return None
        self._told.append(problem)
        return problem


def _no_column(column: str, names: Iterable[str]) -> tuple[str, str | None]:
    """Say that a column is in no row, and which ones are.

    A file without a header has values where names should be, and `Carver` may be either: no more
    is shown than one name that is much like the wanted one.
    """
    near = nearest(column, names)
    hint = "see what the columns are called; a .csv file begins with their names"
    return f"no row has the column {column!r}", f"did you mean `{near}`?" if near else hint


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
