"""Text files: encodings, tables and JSON, edited where something is found and nowhere else."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ema_cli.sanitize.entities import Example
from ema_cli.sanitize.proof.tables import values_of_file
from ema_cli.sanitize.sanitizer import Options, Sanitizer
from ema_cli.sanitize.text_files import LARGEST, is_text, read, sanitized

if TYPE_CHECKING:
    from ema_cli.values import JsonValue

ONE = Sanitizer([Example("Zo\u00eb \u00c7elik")], b"a key of the tests, 32 bytes long", Options())
NAME = ONE.text("Zo\u00eb \u00c7elik")


def after(name: str, data: bytes) -> bytes:
    file = read(name, data)
    assert file is not None
    changed = sanitized(file, ONE)
    return data if changed is None else changed[0]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "latin-1", "cp1252"]
)
def test_the_encoding_is_kept(encoding: str) -> None:
    data = "Zo\u00eb \u00c7elik, caf\u00e9\r\nend".encode(encoding)
    assert after("a.txt", data).decode(encoding) == f"{NAME}, caf\u00e9\r\nend"


def test_a_text_without_originals_is_not_written() -> None:
    file = read("a.txt", b"nothing\r\n\xff\xfe here")
    assert file is not None
    assert sanitized(file, ONE) is None


@pytest.mark.parametrize("data", [b"\0binary", b"\xff\xfea", b"\x00\x01"])
def test_what_is_no_text(data: bytes) -> None:
    assert read("a.txt", data) is None


def test_endings() -> None:
    assert is_text("A.TXT", 1)
    assert is_text("a.b.jsonl", 1)
    assert not is_text("a.png", 1)
    assert not is_text("csv", LARGEST + 1)
    assert not is_text("a.csv", LARGEST + 1)


def test_tables() -> None:
    table = 'id,first_name,note\r\n1,"Zed, X","says ""Zo\u00eb \u00c7elik"""\r\n2,,plain\r\n'
    text = after("t.csv", table.encode()).decode()
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["id", "first_name", "note"]
    assert rows[1][2] == f'says "{NAME}"'
    assert "Zed" not in text
    assert text.endswith("\r\n2,,plain\r\n")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_replacement_that_needs_quotes(delimiter: str) -> None:
    one = Sanitizer([Example("Acme", replace=f'a{delimiter}"b"')], b"k" * 16, Options())
    table = delimiter.join(["x", "y"]) + "\n" + delimiter.join(["Acme", '"Acme"']) + "\n"
    file = read("t.csv", table.encode())
    assert file is not None
    changed = sanitized(file, one)
    assert changed is not None
    rows = list(csv.reader(io.StringIO(changed[0].decode()), delimiter=delimiter))
    assert rows[1] == [f'a{delimiter}"b"'] * 2


def test_json_keeps_its_layout() -> None:
    text = '{ "a" :  ["Zo\\u00eb \\u00c7elik",1.50e1, "b"],\n\t"phone": 4155550132 }'
    result = after("a.json", text.encode()).decode()
    assert result.startswith(f'{{ "a" :  ["{NAME}",1.50e1, "b"],\n\t"phone": 999')
    json.loads(result)


def test_lines_of_json() -> None:
    lines = ['{"first_name": "Zed"}', "Zo\u00eb \u00c7elik", "", '{"n": 1}']
    result = after("a.jsonl", "\n".join(lines).encode()).decode().split("\n")
    assert json.loads(result[0])["first_name"] != "Zed"
    assert result[1:] == [NAME, "", '{"n": 1}']


def test_a_long_text_is_read_in_parts_that_overlap() -> None:
    filler = "word " * 210_000
    text = "".join(f"{filler}Zo\u00eb \u00c7elik " for _ in range(3))
    for shift in range(0, 12, 3):
        moved = "x" * shift + " " + text
        assert after("a.txt", moved.encode()).decode() == moved.replace("Zo\u00eb \u00c7elik", NAME)


CELLS = st.text(st.sampled_from("ab ,;\"\n\r\té'=") | st.characters(codec="utf-8"), max_size=8)


@settings(deadline=None)
@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=5), st.booleans())
def test_any_table_reads_the_same_afterwards(rows: list[list[str]], everything: bool) -> None:  # noqa: FBT001
    rows = [[cell.replace("\0", "") for cell in row] for row in rows]
    marked = [[f"{cell}\n[Zo\u00eb \u00c7elik]" for cell in row] for row in rows]
    out = io.StringIO()
    quoting: Literal[0, 1] = csv.QUOTE_ALL if everything else csv.QUOTE_MINIMAL
    csv.writer(out, quoting=quoting).writerows([["x", "y", "z", "w"], *marked])
    one = Sanitizer(
        [Example("Zo\u00eb \u00c7elik", replace='"q",')], b"k" * 16, Options(frozenset())
    )
    file = read("t.csv", out.getvalue().encode())
    assert file is not None
    changed = sanitized(file, one)
    assert changed is not None
    read_back = list(csv.reader(io.StringIO(changed[0].decode(), newline="")))[1:]
    assert read_back == [[f'{cell}\n["q",]' for cell in row] for row in rows]


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("a.csv", "a;b\n1;2\n", [{"a": "1", "b": "2"}]),
        ("a.json", '{"a": 1}', ['{"a": 1}']),
        ("a.json", "no json", ["no json"]),
        ("a.jsonl", '{"a": 1}\nx', ['{"a": 1}', "x"]),
        ("a.txt", "hello", ["hello"]),
    ],
)
def test_the_scan_reads_files_by_itself(name: str, text: str, values: list[JsonValue]) -> None:
    assert [value for part in values_of_file(name, text) for value in part] == values
