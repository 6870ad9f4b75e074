"""`data list`, `data export` and `snapshot list`, by the real command."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EMA = Path(sys.executable).with_name("ema")
ROWS: list[tuple[str, dict[str, Any]]] = [
    ("a", {"text": 'Zoë\u2028"x"', "n": 1}),
    ("b", {"nested": {"deep": [1, 2.5, None]}, "key": "mine", "text": ""}),
    ("c", {"none": None, "flag": True, "text": "line\r\nline"}),
]


@pytest.fixture
def small(ema: Any) -> str:
    rows = [{"key": key, "fields": fields} for key, fields in ROWS]
    files = [{"name": "b.txt", "text": "beta"}, {"name": "a.bin", "base64": "/w=="}]
    bundle = {"ema_bundle": 1, "persona": {"name": "Small"}, "rows": rows, "files": files}
    assert ema("persona", "import", "-", stdin=json.dumps(bundle)).code == 0
    return "Small"


@pytest.fixture
def large(ema: Any) -> str:
    rows = [{"key": f"r{n}", "fields": {"n": n, "text": "x" * 200}} for n in range(2500)]
    bundle = {"ema_bundle": 1, "persona": {"name": "Large"}, "rows": rows}
    assert ema("persona", "import", "-", stdin=json.dumps(bundle)).code == 0
    return "Large"


def test_list(ema: Any, small: str) -> None:
    listed = ema("data", "list", small).document
    assert [(row["key"], row["fields"]) for row in listed["rows"]] == ROWS
    assert [(file["name"], file["size"]) for file in listed["files"]] == [
        ("a.bin", 1),
        ("b.txt", 4),
    ]
    assert (listed["counts"], listed["next"]) == ({"rows": 3, "files": 2}, None)


def test_list_goes_on_where_it_stopped(ema: Any, large: str) -> None:
    keys: list[str] = []
    after: tuple[str, ...] = ()
    for limit in (1, 1500, 5000):
        listed = ema("data", "list", large, "--limit", str(limit), *after).document
        keys += [row["key"] for row in listed["rows"]]
        after = ("--after", listed["next"] or "")
    assert keys == [f"r{n}" for n in range(2500)]
    assert listed["next"] is None
    assert len(ema("data", "list", large).document["rows"]) == 100
    assert ema("data", "list", large, "--limit", "0").document["rows"] == []


def test_list_from_nowhere(ema: Any, small: str) -> None:
    done = ema("data", "list", small, "--after", "no such place")
    assert done.code in {2, 3}
    assert done.document["status"] == "failed"


def test_export_json_lines(ema: Any, small: str) -> None:
    lines = ema("data", "export", small).out.split("\n")
    assert lines.pop() == ""
    assert [tuple(json.loads(line).values()) for line in lines] == ROWS


def test_export_csv(ema: Any, small: str, tmp_path: Path) -> None:
    done = ema("data", "export", small, "--format", "csv", "-o", tmp_path / "rows.csv")
    assert (done.code, done.out) == (0, "")
    text = (tmp_path / "rows.csv").read_bytes().decode()
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["_key", "text", "n", "nested", "key", "none", "flag"],
        ["a", 'Zoë\u2028"x"', "1", "", "", "", ""],
        ["b", "", "", '{"deep":[1,2.5,null]}', "mine", "", ""],
        ["c", "line\r\nline", "", "", "", "", "true"],
    ]


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_what_is_exported_can_be_uploaded(ema: Any, large: str, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"rows.{form}"
    ema("data", "export", large, "--format", form, "-o", path)
    ema("persona", "create", "--name", "Copy")
    done = ema("data", "upload", "Copy", "--file", path, "--key", "key")
    assert done.document["actions"][0]["result"]["rows"]["written"] == 2500


def test_linked_rows_say_so(ema: Any, small: str) -> None:
    link = f"{{tool: data, args: {{method: copy, from: {small}, link: true}}}}"
    ema("persona", "create", "--name", "Linked", "-a", link)
    listed = ema("data", "list", "Linked").document
    assert all(item["linked"] for item in listed["rows"] + listed["files"])
    first = ema("data", "export", "Linked").out.split("\n")[0]
    assert json.loads(first)["linked"] is True
    table = list(csv.reader(io.StringIO(ema("data", "export", "Linked", "--format", "csv").out)))
    assert [row[-1] for row in table] == ["linked", "true", "true", "true"]


def test_nothing_to_export(ema: Any) -> None:
    ema("persona", "create", "--name", "Empty")
    assert ema("data", "export", "Empty").out == ""
    assert ema("data", "export", "Empty", "--format", "csv").out == "key\n"


def test_a_closed_pipe_ends_it_quietly(large: str) -> None:
    child = subprocess.Popen(
        [EMA, "data", "export", large], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stderr is not None
    first = child.stdout.readline()
    child.stdout.close()
    assert json.loads(first)["key"] == "r0"
    assert child.stderr.read() == b""
    assert child.wait(timeout=60) == 0
    child.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_told(large: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [EMA, "data", "export", large], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert b"standard output cannot be written: No space left on device" in done.stderr


def test_an_error_is_no_row(ema: Any, small: str, tmp_path: Path) -> None:
    kept = tmp_path / "rows.jsonl"
    kept.write_text("kept")
    done = ema("data", "export", "nobody", "-o", kept)
    assert (done.code, done.document["error_kind"]) == (3, "not_found")
    assert kept.read_text() == "kept"
    done = ema("data", "export", small, "-o", tmp_path / "nowhere" / "rows.jsonl")
    assert (done.code, done.document["error_kind"]) == (2, "usage")


def test_an_error_after_the_first_rows_is_told_beside_them(large: str) -> None:
    with subprocess.Popen(
        [EMA, "data", "export", large], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        first = child.stdout.readline()
        child.send_signal(signal.SIGTERM)
        rest = child.stdout.read()
        assert b"interrupted" in child.stderr.read()
    assert child.returncode == 143
    assert json.loads(first)["key"] == "r0"
    assert b"schema_version" not in rest


def test_unicode_whatever_the_locale(ema: Any, small: str) -> None:
    plain = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    assert "Zoë" in ema("data", "export", small, env=plain).out
    assert "Zoë" in ema("persona", "export", small, env=plain).out


def test_snapshot_list(ema: Any, small: str) -> None:
    for message in ("One", "Two [/x]"):
        ema("snapshot", "create", small, "--message", message)
    versions = ema("snapshot", "list", small).document["versions"]
    assert [(version["version"], version["message"]) for version in versions] == [
        *((1, "One"), (2, "Two [/x]"))
    ]
    assert [version["unchanged"] for version in versions] == [False, True]
    assert versions[0]["rows"] == 3


@pytest.mark.parametrize("command", [("data", "list"), ("data", "export"), ("snapshot", "list")])
def test_a_persona_that_is_not_there(ema: Any, command: tuple[str, str]) -> None:
    done = ema(*command, "nobody")
    assert (done.code, done.document["error_kind"]) == (3, "not_found")
