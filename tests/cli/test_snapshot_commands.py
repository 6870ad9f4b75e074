"""`snapshot show`, `diff`, `restore` and `delete`, and `env compact`, by the real command."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

EMA = Path(sys.executable).with_name("ema")
EXAMPLE = Path(__file__).parents[2] / "examples" / "personas" / "acme-support.yaml"


@dataclass(frozen=True)
class Changed:
    """The example persona, changed in everything since its version 1, and its export before."""

    name: str
    before: str


@pytest.fixture
def changed(ema: Any, acme: str, tmp_path: Path) -> Changed:
    before = ema("persona", "export", acme).out
    (tmp_path / "new.jsonl").write_text('{"id": "new", "n": 1}\n')
    (tmp_path / "new.txt").write_text("new")
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "- tool: snapshot\n"
        "- {tool: data, args: {method: delete, rows: [ACME-10412], files: all}}\n"
        "- {tool: data, args: {method: upload, files: [new.jsonl, new.txt], key: id}}\n"
    )
    assert ema("persona", "update", acme, "--actions", plan).code == 0
    assert ema("persona", "update", acme, "--name", "Renamed", "--from", "voice").code == 0
    return Changed("Renamed", before)


def test_diff(ema: Any, changed: Changed) -> None:
    done = ema("snapshot", "diff", changed.name, "1", "--exit-code")
    found = done.document["diff"]
    assert (done.code, found["from"], found["to"], found["equal"]) == (1, "1", "live", False)
    rows = found["rows"]
    assert (rows["added"], rows["removed"], rows["changed"]) == (1, 1, 0)
    assert rows["listed"] == [
        {"key": "ACME-10412", "change": "removed", "fields": []},
        {"key": "new", "change": "added", "fields": []},
    ]
    assert sorted(file["change"] for file in found["files"]) == ["added"] + ["removed"] * 3
    name = {"path": "name", "change": "changed", "before": "acme-support", "after": "Renamed"}
    assert name in found["config"]
    assert {node["change"] for node in found["workflow"]["nodes"]} >= {"added", "removed"}
    few = ema("snapshot", "diff", changed.name, "1", "--rows", "0").document["diff"]["rows"]
    assert few == rows | {"listed": []}


def test_restore(ema: Any, changed: Changed) -> None:
    after = ema("persona", "export", changed.name).out
    restored = ema("snapshot", "restore", changed.name, "1")
    assert restored.document["actions"][0]["result"]["saved_as"] == 2
    assert ema("persona", "export", "acme-support").out == changed.before
    same = ema("snapshot", "diff", "acme-support", "live", EXAMPLE, "--exit-code")
    assert (same.code, same.document["diff"]["equal"]) == (0, True)
    assert ema("snapshot", "restore", "acme-support", "2").code == 0
    assert ema("persona", "export", changed.name).out == after


def test_a_name_that_was_taken_meanwhile(ema: Any, changed: Changed) -> None:
    ema("persona", "create", "--name", "acme-support")
    before = ema("persona", "export", changed.name).out
    done = ema("snapshot", "restore", changed.name, "1")
    assert done.code == 1
    assert done.document["actions"][0]["error_kind"] == "conflict"
    assert ema("persona", "export", changed.name).out == before
    assert len(ema("snapshot", "list", changed.name).document["versions"]) == 1


@pytest.mark.parametrize("side", ["live", "voice", "bundle.yaml", "bundle.json", "./bundle"])
def test_sides(ema: Any, acme: str, tmp_path: Path, side: str) -> None:
    if "bundle" in side:
        ema("persona", "export", acme, "-o", tmp_path / side)
    done = ema("snapshot", "diff", acme, "live", side, cwd=tmp_path)
    assert done.document["diff"]["equal"] == (side != "voice")


@pytest.mark.parametrize(
    ("side", "code", "kind"),
    [("7", 3, "not_found"), ("nobody", 3, "not_found"), ("./nothing", 2, "usage")],
)
def test_sides_that_are_not_there(ema: Any, side: str, code: int, kind: str) -> None:
    ema("persona", "create", "--name", "Acme")
    done = ema("snapshot", "diff", "Acme", side, "--exit-code")
    assert (done.code, done.document["error_kind"]) == (code, kind)


def on_a_terminal(*arguments: str, **variables: str) -> str:
    """Run the real command with its output on a terminal; answer what that shows."""
    shell, terminal = pty.openpty()
    with subprocess.Popen(
        [EMA, *arguments], stdout=terminal, stdin=subprocess.DEVNULL, env=os.environ | variables
    ) as child:
        os.close(terminal)
        shown = b""
        while True:
            try:
                more = os.read(shell, 4096)
            except OSError:
                break
            if not more:
                break
            shown += more
        assert child.wait(timeout=60) == 0
    os.close(shell)
    return shown.decode().replace("\r\n", "\n")


def test_a_table_on_a_terminal(changed: Changed) -> None:
    shown = on_a_terminal("snapshot", "diff", changed.name, "1", NO_COLOR="1", TERM="xterm")
    lines = shown.splitlines()
    assert '~ config    name  "acme-support" → "Renamed"' in lines
    assert "- row       ACME-10412" in lines
    assert "+ file      new.txt" in lines
    assert "\x1b" not in shown
    assert "\x1b[31m- row       ACME-10412\x1b[0m\n" in on_a_terminal(
        "snapshot", "diff", changed.name, "1", TERM="xterm"
    )
    assert on_a_terminal("snapshot", "diff", changed.name, "live") == "no differences\n"


def test_show(ema: Any, changed: Changed) -> None:
    (version,) = ema("snapshot", "show", changed.name, "1").document["versions"]
    assert (version["version"], version["persona"]["name"]) == (1, "acme-support")
    assert len(version["persona"]["workflow_def"]["nodes"]) >= 8
    missing = ema("snapshot", "show", changed.name, "2")
    assert (missing.code, missing.document["error_kind"]) == (3, "not_found")


def test_delete(ema: Any) -> None:
    ema("persona", "create", "--name", "Acme", "-a", "{tool: snapshot}", "-a", "{tool: snapshot}")
    asked = ema("snapshot", "delete", "Acme", "1")
    assert (asked.code, asked.document["hint"]) == (2, "add --yes")
    missing = ema("snapshot", "delete", "Acme", "1", "3", "--yes")
    assert (missing.code, missing.document["error_kind"]) == (3, "not_found")
    done = ema("snapshot", "delete", "Acme", "1", "1", "--yes")
    assert [version["version"] for version in done.document["deleted"]] == [1]
    left = ema("snapshot", "list", "Acme").document["versions"]
    assert [version["version"] for version in left] == [2]


def test_compact(ema: Any, tmp_path: Path) -> None:
    absent = ema("env", "compact")
    assert (absent.code, absent.document["error_kind"]) == (2, "usage")
    rows = tmp_path / "rows.csv"
    rows.write_text("id,text\n" + "".join(f"{n},{'x' * 200}\n" for n in range(5000)))
    ema(
        "persona",
        "create",
        "--name",
        "Acme",
        "-a",
        f"{{tool: data, args: {{method: upload, file: {rows}}}}}",
    )
    assert ema("persona", "delete", "Acme", "--yes").code == 0
    done = ema("env", "compact")
    before, after = done.document["before"], done.document["after"]
    assert before["database"] > 1_000_000
    (shown,) = ema("env", "show", "local").document["environments"]
    assert shown["size"] == after
    assert after["database"] < 500_000
    assert Path(done.document["workspace"]).stat().st_size <= after["database"]
