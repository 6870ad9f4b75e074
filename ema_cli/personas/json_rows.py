"""Rows of JSON files: one object a line (`.jsonl`), or a list of objects (`.json`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TextIO, cast

from ema_cli.documents.strict_json import DEEPEST, NotJson, decode, decode_at
from ema_cli.personas.row_files import LARGEST_ROW, FileRow, problem, undecodable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ema_cli.errors import Problem
    from ema_cli.personas.row_files import Found
    from ema_cli.values import JsonObject

_CHUNK = 1024 * 1024
_SPACE = re.compile(r"[ \t\r\n]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+("?)|[][{}]', re.DOTALL)
_BOM = b"\xef\xbb\xbf"


def json_lines(path: Path, *, deepest: int = DEEPEST) -> Iterator[Found]:
    """Read one object from each line; empty lines are passed over."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LARGEST_ROW + 1):
            number += 1
            if len(line) > LARGEST_ROW:
                yield problem(path, number, f"a line of more than {LARGEST_ROW} bytes")
                return
            text = line.removeprefix(_BOM) if number == 1 else line
            if text.strip():
                yield _row_of_line(path, number, text, deepest)


def _row_of_line(path: Path, number: int, line: bytes, deepest: int) -> Found:
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return problem(path, number, "not UTF-8", "save the file as UTF-8")
    return _row(path, number, text, deepest=deepest)


def _row(path: Path, number: int, text: str, *, column: int = 1, deepest: int = DEEPEST) -> Found:
    try:
        value = decode(text, deepest=deepest)
    except NotJson as error:
        start = column if error.line == 1 else 1
        return problem(
            path,
            number + error.line - 1,
            f"not JSON: {error.message}",
            column=start + error.column - 1,
        )
    if not isinstance(value, dict):
        return problem(path, number, "no row: a row is an object")
    return FileRow(number, value)


def json_rows(path: Path) -> Iterator[Found]:
    """Read the objects of one list, without holding more than some of them in memory."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        elements = _Elements(path, file)
        try:
            yield from elements.read()
        except UnicodeDecodeError:
            yield undecodable(path)


class _Elements:
    """Cuts the text of a list into the texts of its objects."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self._path = path
        self._file = file
        self._text = ""
        self._at = 0
        self._line = 1
        self._column = 1

    def read(self) -> Iterator[Found]:
        """Give the rows, up to the first thing that belongs to no list of rows."""
        if self._next() != "[":
            yield self._wrong("no list of rows", "write [ {…}, {…} ]")
            return
        self._pass(1)
        closed = self._next() == "]"
        while not closed:
            if self._next() != "{":
                yield self._wrong("no row: a row is an object")
                return
            found, size = self._object()
            yield found
            if not size:
                return
            self._pass(size)
            if self._next() not in {",", "]"}:
                yield self._wrong("no comma or ] after a row")
                return
            closed = self._next() == "]"
            self._pass(0 if closed else 1)
        self._pass(1)
        if self._next():
            yield self._wrong("more text after the list")

    def _wrong(self, message: str, hint: str | None = None) -> Problem:
        return problem(self._path, self._line, message, hint, self._column)

    def _next(self) -> str:
        """Give the next character that is no space, without passing it; empty at the end."""
        while True:
            match = _SPACE.match(self._text, self._at)
            self._pass(match.end() - self._at if match else 0)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def _pass(self, size: int) -> None:
        end = self._at + size
        self._line += self._text.count("\n", self._at, end)
        newline = self._text.rfind("\n", self._at, end)
        self._column = self._column + size if newline < 0 else end - newline
        self._at = end

    def _more(self) -> bool:
        chunk = self._file.read(max(_CHUNK, len(self._text) - self._at))
        self._text = self._text[self._at :] + chunk
        self._at = 0
        return bool(chunk)

    def _object(self) -> tuple[Found, int]:
        """Read the object that begins here, and count its characters; 0 when it has no end."""
        try:
            # Nearly always the whole object is there and nothing is wrong with it.
            value, end = decode_at(self._text, self._at)
        except NotJson:
            size = self._object_size()
            if size is None:
                return self._wrong("an object that is not closed, or too large for a row"), 0
            text = self._text[self._at : self._at + size]
            return _row(self._path, self._line, text, column=self._column), size
        return FileRow(self._line, cast("JsonObject", value)), end - self._at

    def _object_size(self) -> int | None:
        """Count the characters of the object that begins here; None when it has no end."""
        while (end := _end_of_object(self._text, self._at)) is None:
            if len(self._text) - self._at > LARGEST_ROW or not self._more():
                return None
        return end - self._at


def _end_of_object(text: str, start: int) -> int | None:
    depth = 0
    for match in _TOKEN.finditer(text, start):
        token = match.group()
        if token in {"{", "["}:
            depth += 1
        elif token in {"}", "]"}:
            depth -= 1
            if depth == 0:
                return match.end()
        elif not match.group(1):
            return None
    return None
