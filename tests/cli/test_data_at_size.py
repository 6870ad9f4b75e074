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


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a persona of 100,000 rows; answer its name."""
    path = tmp_path / "large.db"
    monkeypatch.setenv("EMA_WORKSPACE", str(path))
    port = open_workspace(path)
    persona = port.create_persona(PersonaContent("Large"), key="large").id
    for start in range(0, ROWS, 1000):
        page = [Row(f"ticket-{n}", fields(n)) for n in range(start, start + 1000)]
        port.write_rows(persona, page, key=f"rows-{start}")
    port.close()
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
