"""Rows of CSV and JSON files: every fault has its place, and good rows around it are still read."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ema_cli.errors import Problem
from ema_cli.personas.row_readers import holds_rows, read_rows

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.personas.row_files import FileRow
    from ema_cli.values import JsonObject


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(folder: Path, name: str, data: bytes) -> list[tuple[int, JsonObject] | str]:
    path = folder / name
    path.write_bytes(data)
    return [_plain(found) for found in read_rows(path)]


def _plain(found: FileRow | Problem) -> tuple[int, JsonObject] | str:
    return str(found) if isinstance(found, Problem) else (found.line, found.fields)


def test_which_files_hold_rows(tmp_path: Path) -> None:
    names = ["a.csv", "a.JSON", "a.jsonl", "a.json.txt", "csv", ".csv", "a.ndjson"]
    assert [holds_rows(tmp_path / name) for name in names] == [True] * 3 + [False] * 4


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (b"a,b\n1,2\n", [(2, {"a": "1", "b": "2"})]),
        (b"\xef\xbb\xbfa,b\r\n1,2", [(2, {"a": "1", "b": "2"})]),
        (b'a\n"x\r\ny"\nz\n', [(2, {"a": "x\r\ny"}), (4, {"a": "z"})]),
        (b'a,b\n"he said ""no""",\n', [(2, {"a": 'he said "no"', "b": ""})]),
        (b"a\n\n1\n\n", [(3, {"a": "1"})]),
        (b'a\n""\n', [(2, {"a": ""})]),
        (b"a\r1\r2\r", [(2, {"a": "1"}), (3, {"a": "2"})]),
        (b"a\n", []),
        ("name\nZoë\n".encode(), [(2, {"name": "Zoë"})]),
    ],
)
def test_csv(folder: Path, data: bytes, rows: list[tuple[int, JsonObject]]) -> None:
    assert read(folder, "t.csv", data) == rows


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "t.csv:1:1: no header (name the columns in the first line)"),
        (b"\n1,2\n", "t.csv:1:1: no header (name the columns in the first line)"),
        (b"a,,c\n", "t.csv:1:1: column 2 has no name"),
        (b"a,b,a\n", "t.csv:1:1: column 3 has the name of an earlier one"),
        (b"a;b\n1;2\n", "t.csv:1:1: the columns are separated by semicolons"),
        (b"a\tb\n1\t2\n", "t.csv:1:1: the columns are separated by tabs"),
        (b'a,b\n1,"x\n2,3\n', "t.csv:3:1: a quoted cell is not closed before the end"),
        (b'a,b\n1,"x"y\n', "t.csv:2:1: a quoted cell goes on after its closing quote"),
        (b"a,b\n1,2\nc\xe9,3\n", "t.csv:3:1: not UTF-8"),
    ],
)
def test_csv_that_is_none(folder: Path, data: bytes, told: str) -> None:
    problem = read(folder, "t.csv", data)[-1]
    assert isinstance(problem, str)
    assert problem.startswith(told)


def test_ragged_rows_are_told_each_with_the_line_it_begins_on(folder: Path) -> None:
    data = b'a,b\n"1\n\n2",3\n4\n5,6\n7,8,9\n'
    hint = "(put cells that hold commas or quotes in quotes)"
    assert read(folder, "t.csv", data) == [
        (2, {"a": "1\n\n2", "b": "3"}),
        f"t.csv:5:1: 1 cell in this row, 2 in the header {hint}",
        (6, {"a": "5", "b": "6"}),
        f"t.csv:7:1: 3 cells in this row, 2 in the header {hint}",
    ]


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=2)))
def test_csv_reads_what_python_writes(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([["a", "b"], *rows])
    found = read(tmp_path_factory.mktemp("csv"), "t.csv", text.getvalue().encode())
    assert [list(row[1].values()) for row in found if isinstance(row, tuple)] == rows


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "1:1: no list of rows"),
        (b'{"a": 1}', "1:1: no list of rows"),
        (b"[1]", "1:2: no row: a row is an object"),
        (b'[{"a": 1},\n  ["x"]]', "2:3: no row: a row is an object"),
        (b"[{},]", "1:5: no row: a row is an object"),
        (b'[{"a": 1} {"b": 2}]', "1:11: no comma or ] after a row"),
        (b"[{}", "1:4: no comma or ] after a row"),
        (b"[{}]\n[]", "2:1: more text after the list"),
        (b'[\n{"a": "x', "2:1: an object that is not closed"),
        (b'[{"a": 1, "b": oops}]', "1:16: not JSON: expecting value"),
        (b'[\n{"a": 1,\n  "a": 2}]', "2:1: not JSON: the same key stands twice"),
        (b'[{"a": NaN}]', "1:2: not JSON: NaN is no JSON number"),
        (b'[{"a": "\xff"}]', "1:1: not UTF-8"),
    ],
)
def test_json_that_holds_no_rows(folder: Path, data: bytes, told: str) -> None:
    problem = read(folder, "t.json", data)[-1]
    assert isinstance(problem, str)
    assert problem.startswith(f"t.json:{told}")


def test_json_lists(folder: Path) -> None:
    data = b' [ {"a": 1}\n,\n{"b": [1, {"}": "]\\"{"}]} ] \n'
    assert read(folder, "t.json", data) == [(1, {"a": 1}), (3, {"b": [1, {"}": ']"{'}]})]
    assert read(folder, "t.json", b"\xef\xbb\xbf[]") == []


def test_json_lists_longer_than_what_is_read_at_once(folder: Path) -> None:
    rows: list[JsonObject] = [{"n": n, "text": 'x"\\]}' * (n % 700)} for n in range(1500)]
    rows.append({"long": "y" * 3_000_000})
    found = read(folder, "t.json", json.dumps(rows, indent=1).encode())
    assert [row[1] for row in found if isinstance(row, tuple)] == rows


def test_json_lines(folder: Path) -> None:
    data = (
        b'\xef\xbb\xbf{"a": 1}\r\n\n[]\nnope\n{"a": "\xff"}\n'
        b'{"a": 1, "a": 2}\n{"b": "\xe2\x80\xa8"}'
    )
    assert read(folder, "t.jsonl", data) == [
        (1, {"a": 1}),
        "t.jsonl:3:1: no row: a row is an object",
        "t.jsonl:4:1: not JSON: expecting value",
        "t.jsonl:5:1: not UTF-8 (save the file as UTF-8)",
        "t.jsonl:6:1: not JSON: the same key stands twice in an object",
        (7, {"b": "\u2028"}),
    ]


def test_rows_without_an_end_have_one(folder: Path) -> None:
    endless = b'{"a": "' + b"x" * (16 * 1024 * 1024)
    assert read(folder, "t.jsonl", endless) == ["t.jsonl:1:1: a line of more than 16777216 bytes"]
    (problem,) = read(folder, "t.json", b"[" + endless)
    assert str(problem).startswith("t.json:1:2: an object that is not closed, or too large")
    (problem,) = read(folder, "t.csv", b'a\n"' + endless[7:] + b"x")
    assert str(problem).startswith("t.csv:2:1: a cell has more than 16777216 characters")
