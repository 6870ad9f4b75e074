"""`persona export` and `persona import`, by the real command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "personas" / "acme-support.yaml"


@pytest.fixture
def second(tmp_path: Path) -> dict[str, str]:
    """Give the variables that name a second workspace."""
    return {"EMA_WORKSPACE": str(tmp_path / "second.db")}


def tree(path: Path) -> dict[str, bytes]:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return {str(file.relative_to(path.parent)): file.read_bytes() for file in files}


@pytest.mark.parametrize("form", ["acme.yaml", "acme.json", "acme"])
def test_the_example_comes_back_the_same(
    ema: Any, acme: str, second: dict[str, str], tmp_path: Path, form: str
) -> None:
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
    done = ema("persona", "export", acme, "-o", tmp_path / "one" / form)
    assert (done.code, done.out) == (0, "")
    imported = ema("persona", "import", tmp_path / "one" / form, env=second)
    assert imported.document["rows"]["written"] >= 60
    assert imported.document["files"] == {"written": 3}
    assert ema("persona", "export", acme, "-o", tmp_path / "two" / form, env=second).code == 0
    first = tree(tmp_path / "one" / form)
    assert first
    assert first == tree(tmp_path / "two" / form)


def test_all_forms_hold_the_same(
    ema: Any, acme: str, second: dict[str, str], tmp_path: Path
) -> None:
    yaml = ema("persona", "export", acme).out
    for form in ("a.yml", "b.json", "c"):
        assert ema("persona", "export", acme, "-o", tmp_path / form).code == 0
        assert ema("persona", "import", tmp_path / form, env=second).code == 0
        assert ema("persona", "export", acme, env=second).out == yaml
        assert ema("persona", "delete", acme, "--yes", env=second).code == 0


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_through_a_pipe(ema: Any, acme: str, form: str) -> None:
    text = ema("persona", "export", acme, "--format", form).out
    done = ema("persona", "import", "-", "--name", "Copy", stdin=text)
    assert done.code == 0, done.err
    copy = ema("persona", "export", "Copy", "--format", form).out
    assert copy.replace("Copy", acme, 1) == text


@pytest.mark.usefixtures("acme")
def test_a_name_that_is_taken(ema: Any) -> None:
    done = ema("persona", "import", EXAMPLE)
    assert (done.code, done.document["error_kind"]) == (5, "conflict")
    assert done.document["hint"] == "import it under another name with --name"
    assert ema("persona", "import", EXAMPLE, "--name", "Other").document["persona"]["name"]


def test_mistakes_are_told_all_at_once_and_nothing_is_made(ema: Any, tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text("ema_bundle: 1\npersona: {nam: x}\nrow: []\n")
    done = ema("persona", "import", "b.yaml", cwd=tmp_path)
    assert done.code == 2
    assert [error["where"] for error in done.document["errors"]] == [
        *("b.yaml:2:1", "b.yaml:2:11", "b.yaml:3:1")
    ]
    assert ema("persona", "list").document["personas"] == []


@pytest.mark.parametrize("name", ["nothing.yaml", "folder", "/dev/null"])
def test_what_is_no_bundle(ema: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    done = ema("persona", "import", name, cwd=tmp_path)
    assert (done.code, done.document["error_kind"]) == (2, "usage")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--format", "folder"), "a folder cannot be printed"),
        (("-o", "acme.txt"), "the name acme.txt tells no format"),
        (("-o", "there"), "there exists already"),
        (("-o", "nowhere/acme"), "the folder nowhere does not exist"),
        (("-o", "nowhere/acme.yaml"), "the folder nowhere does not exist"),
        (("-o", "there", "--format", "yaml"), "there is a folder"),
    ],
)
def test_exports_that_cannot_be(
    ema: Any, acme: str, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    (tmp_path / "there").mkdir()
    done = ema("persona", "export", acme, *options, cwd=tmp_path)
    assert (done.code, done.document["error_kind"]) == (2, "usage")
    assert done.document["error"].replace(f"{tmp_path}/", "") == told
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_too_much_for_one_file(ema: Any, tmp_path: Path) -> None:
    (tmp_path / "b" / "files").mkdir(parents=True)
    (tmp_path / "b" / "persona.yaml").write_text("ema_bundle: 1\npersona: {name: Large}\n")
    (tmp_path / "b" / "files" / "large.bin").write_bytes(bytes(17_000_000))
    assert ema("persona", "import", tmp_path / "b").code == 0
    done = ema("persona", "export", "Large")
    assert done.code == 2
    assert done.document["hint"] == "write a folder: `--format folder -o NAME`"
    assert ema("persona", "export", "Large", "-o", tmp_path / "again").code == 0
    assert (tmp_path / "again" / "files" / "large.bin").stat().st_size == 17_000_000


def test_linked_data_is_exported_like_any(ema: Any, acme: str) -> None:
    link = f"{{tool: data, args: {{method: copy, from: {acme}, link: true}}}}"
    ema("persona", "create", "--from", acme, "--name", "Linked", "-a", link)
    linked = json.loads(ema("persona", "export", "Linked", "--format", "json").out)
    source = json.loads(ema("persona", "export", acme, "--format", "json").out)
    assert (linked["rows"], linked["files"]) == (source["rows"], source["files"])


@pytest.mark.parametrize("count", [30_000, pytest.param(300_000, marks=pytest.mark.whole)])
def test_a_large_folder_keeps_memory_flat(weighed: Any, tmp_path: Path, count: int) -> None:
    folder = tmp_path / "large"
    folder.mkdir()
    (folder / "persona.yaml").write_text("ema_bundle: 1\npersona: {name: Large}\n")
    with (folder / "rows.jsonl").open("w") as rows:
        for n in range(count):
            text = f"Ticket {n}: the printer on floor {n % 7} does not print. " * 5
            rows.write(json.dumps({"key": f"t-{n}", "fields": {"n": n, "text": text}}) + "\n")
    table = tmp_path / "rows.csv"
    limit = 150_000_000
    assert weighed("persona", "import", folder).peak < limit
    assert weighed("persona", "export", "Large", "-o", tmp_path / "again").peak < limit
    assert weighed("data", "export", "Large", "-o", table, "--format", "csv").peak < limit
    assert (tmp_path / "again" / "rows.jsonl").read_text().count("\n") == count
    assert table.read_text().count("\n") == count + 1
