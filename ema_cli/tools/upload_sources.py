"""What an upload sends: rows of the plan, rows of files, and files as they are."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ema_cli.personas.row_files import FileRow, problem, shown
from ema_cli.personas.row_readers import holds_rows, read_rows
from ema_cli.platforms.port import is_file_name
from ema_cli.tool import OfflineProblem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ema_cli.errors import Problem
    from ema_cli.personas.row_files import Found

Argument: TypeAlias = "tuple[str | int, ...]"
As: TypeAlias = Literal["rows", "file"]


@dataclass(frozen=True)
class RowSource:
    """Rows of the plan (`content`) or of a file (`path`)."""

    argument: Argument
    content: Sequence[dict[str, Any]] = ()
    path: Path | None = None

    def rows(self) -> Iterator[Found]:
        """Read the rows, from the start each time; lines of rows of the plan are their numbers."""
        if self.path is not None:
            return read_rows(self.path)
        return (FileRow(number, fields) for number, fields in enumerate(self.content, start=1))

    def wrong(self, line: int, message: str, hint: str | None = None) -> OfflineProblem:
        """Make a problem of the row that begins on `line`."""
        if self.path is None:
            return OfflineProblem((*self.argument, line - 1), message, hint)
        return placed(self.argument, problem(self.path, line, message, hint))


@dataclass(frozen=True, slots=True)
class FileSource:
    """A file that is sent as it is, under its base name."""

    argument: Argument
    path: Path

    @property
    def name(self) -> str:
        """The name that it gets, in NFC as all names."""
        return unicodedata.normalize("NFC", self.path.name)


@dataclass
class Sources:
    """All that is sent, in order, and what is wrong with what was asked for."""

    wanted: As | None
    rows: list[RowSource] = field(default_factory=list)
    files: list[FileSource] = field(default_factory=list)
    problems: list[OfflineProblem] = field(default_factory=list)
    _taken: set[Path] = field(default_factory=set)

    def add(self, argument: Argument, path: Path) -> None:
        """Take one file, as rows or as it is, unless it was taken before."""
        fault = _fault(path)
        if path in self._taken:
            return
        self._taken.add(path)
        if fault:
            self._wrong(argument, f"{shown(path)!r} {fault}")
        elif self.wanted == "file" or (self.wanted is None and not holds_rows(path)):
            self._add_file(argument, path)
        elif holds_rows(path):
            self.rows.append(RowSource(argument, path=path))
        else:
            self._wrong(
                argument,
                f"no rows can be read from {shown(path)!r}",
                "rows come from .csv, .json and .jsonl files",
            )

    def _add_file(self, argument: Argument, path: Path) -> None:
        source = FileSource(argument, path)
        if not is_file_name(source.name):
            self._wrong(argument, f"{shown(path)!r} has a name that no file of a persona can have")
        if any(source.name == other.name for other in self.files):
            self._wrong(argument, f"two files are called {source.name!r}")
        self.files.append(source)

    def _wrong(self, argument: Argument, message: str, hint: str | None = None) -> None:
        self.problems.append(OfflineProblem(argument, message, hint))


def placed(argument: Argument, problem: Problem) -> OfflineProblem:
    """Turn a problem in a file into one of the argument that names the file."""
    return OfflineProblem(argument, f"{problem.place}: {problem.message}", problem.hint)


def _fault(path: Path) -> str | None:
    try:
        path.name.encode()
    except UnicodeEncodeError:
        return "has a name that is not UTF-8"
    if not path.exists():
        return "does not exist"
    if path.is_dir():
        return "is a folder"
    if not path.is_file():
        return "is no ordinary file"
    try:
        path.open("rb").close()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return None
