"""Much data, little memory: measured on real processes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.values import JsonObject

ROWS = 100_000
LIMIT = 200_000_000
COPY = "{tool: data, args: {method: copy, from: Large}}"


def fields(number: int) -> JsonObject:
    text = f"Ticket {number}: the printer on floor {number % 7} does not print. " * 4
    return {"number": number, "document": {"text": text}, "tags": ["printer", number % 7]}


def make(path: Path, count: int) -> None:
    """Make a persona `Large` of so many rows."""
    port = open_workspace(path)
    persona = port.create_persona(PersonaContent("Large"), key="large").id
    for start in range(0, count, 1000):
        page = [Row(f"ticket-{n}", fields(n)) for n in range(start, start + 1000)]
        port.write_rows(persona, page, key=f"rows-{start}")
    port.close()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the path of the workspace that commands use."""
    path = tmp_path / "large.db"
    monkeypatch.setenv("EMA_WORKSPACE", str(path))
    return path


@pytest.fixture
def large(path: Path) -> str:
    """Make a persona of 100,000 rows; answer its name."""
    make(path, ROWS)
    return "Large"


def test_copying(weighed: Any, large: str) -> None:
    first = weighed("persona", "create", "--name", "Copy", "--from", large, "-a", COPY)
    assert first.peak < LIMIT
    rows = first.document["actions"][0]["result"]["rows"]
    assert rows == {"read": ROWS, "written": ROWS, "skipped": 0, "failed": 0}
    again = weighed("data", "copy", "Copy", "--from", large)
    rows = again.document["actions"][0]["result"]["rows"]
    assert rows == {"read": ROWS, "written": 0, "skipped": ROWS, "failed": 0}


def test_uploading_a_file(weighed: Any, tmp_path: Path) -> None:
    size = 50_000_000
    (tmp_path / "film.mp4").write_bytes(os.urandom(size))
    done = weighed(
        *("persona", "create", "--name", "Film"),
        *("-a", f"{{tool: data, args: {{method: upload, file: {tmp_path}/film.mp4}}}}"),
    )
    assert done.peak < LIMIT
    files = done.document["actions"][0]["result"]["files"]
    assert files == {"read": 1, "written": 1, "skipped": 0, "failed": 0}
    assert weighed("data", "list", "Film").document["files"][0]["size"] == size


@pytest.mark.parametrize("form", ["jsonl", pytest.param("csv", marks=pytest.mark.whole)])
def test_exporting_and_uploading_rows(weighed: Any, large: str, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"rows.{form}"
    assert weighed("data", "export", large, "--format", form, "-o", path).peak < LIMIT
    done = weighed(
        *("persona", "create", "--name", "Uploaded"),
        *("-a", f"{{tool: data, args: {{method: upload, file: {path}, key: key}}}}"),
    )
    assert done.peak < LIMIT
    assert done.document["actions"][0]["result"]["rows"]["written"] == ROWS


@pytest.mark.parametrize("count", [30_000, pytest.param(1_000_000, marks=pytest.mark.whole)])
def test_versions(weighed: Any, path: Path, tmp_path: Path, count: int) -> None:
    make(path, count)
    assert weighed("snapshot", "create", "Large").peak < LIMIT
    changes = tmp_path / "changes.yaml"
    gone = [f"ticket-{n}" for n in range(0, count, count // 100)]
    changes.write_text(
        f"- {{tool: data, args: {{method: delete, rows: {gone}}}}}\n"
        f"- {{tool: data, args: {{method: upload, content: [{{id: new}}], key: id}}}}\n"
    )
    weighed("run", changes, "--target", "Large")
    compared = weighed("snapshot", "diff", "Large", "1", "--rows", "5")
    assert compared.peak < LIMIT
    rows = compared.document["diff"]["rows"]
    assert (rows["removed"], rows["added"], rows["changed"]) == (len(gone), 1, 0)
    assert [row["key"] for row in rows["listed"]] == [*gone[:5], "new"]
    assert weighed("snapshot", "restore", "Large", "1").peak < LIMIT
    assert weighed("snapshot", "diff", "Large", "1").document["diff"]["equal"]
