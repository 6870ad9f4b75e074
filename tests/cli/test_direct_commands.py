"""Tools called directly by the real command: the same as a plan of one action."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import EMA

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Ema

BROKEN_ONCE = """
from pathlib import Path
from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.tool import Arguments, LocalFile, Method, Progress, Result, Tool


class FlakyArguments(Arguments):
    file: LocalFile
    text: str


class FlakyResult(Result):
    text: str
    file: str


def run(args, job):
    yield Progress(0)
    if not Path(args.file).with_suffix(".go").exists():
        raise ActionFailed(ErrorKind.UNAVAILABLE, "not yet")
    return FlakyResult(text=args.text, file=args.file)


METHOD = Method("flaky", None, "Fail at first", FlakyArguments, FlakyResult, run)
TOOL = Tool("flaky", "What fails at first", {None: METHOD})
"""


def comparable(document: dict[str, Any]) -> dict[str, Any]:
    """Leave out what differs from run to run."""
    for action in document["actions"]:
        del action["duration_ms"], action["where"]
    del document["run_id"], document["persona"]["id"]
    return document


@pytest.mark.parametrize(
    ("direct", "plan"),
    [
        (("data", "copy", "demo", "--from", "acme-support"), "{method: copy, from: acme-support}"),
        (
            ("data", "copy", "demo", "--from=acme-support", "--include", "files", "--no-link"),
            "{method: copy, from: acme-support, include: [files], link: false}",
        ),
        (
            ("data", "upload", "demo", "--content", "{id: 7, on: no}", "--key", "id"),
            "{method: upload, content: [{id: 7, on: no}], key: id}",
        ),
    ],
)
def test_the_same_result_as_a_plan_of_one_action(
    ema_here: Ema, acme_here: str, tmp_path: Path, direct: tuple[str, ...], plan: str
) -> None:
    written = tmp_path / "plan.yaml"
    written.write_text(f"- tool: data\n  args: {plan}\n")
    documents = []
    for command in (direct, ("run", written, "--target", "demo")):
        assert ema_here("persona", "create", "--name", "demo", "--from", acme_here).code == 0
        done = ema_here(*command)
        assert done.code == 0, done.err
        stored = ema_here("data", "list", "demo").document
        documents.append((comparable(done.document), stored["rows"], stored["files"]))
        assert ema_here("persona", "delete", "demo", "--yes").code == 0
    assert documents[0] == documents[1]


def test_where_an_action_stands_and_what_it_is_called(ema_here: Ema, acme_here: str) -> None:
    done = ema_here("snapshot", "create", acme_here, "--message", "Costs $5, $source, ${x")
    (action,) = done.document["actions"]
    assert action["where"] == "ema snapshot create"
    (version,) = ema_here("snapshot", "list", acme_here).document["versions"]
    assert version["message"] == "Costs $5, $source, ${x"


def test_a_version_by_its_place(ema_here: Ema, acme_here: str) -> None:
    ema_here("snapshot", "create", acme_here)
    assert (
        ema_here("snapshot", "restore", acme_here, "1").document["actions"][0]["result"]["version"]
        == 1
    )


def test_one_tool_of_one_method(ema_here: Ema, acme_here: str) -> None:
    done = ema_here("validate", acme_here, "--checks", "workflow", "--strict")
    (action,) = done.document["actions"]
    assert (action["tool"], action["method"], action["result"]["checks"]) == (
        "validate",
        None,
        ["workflow"],
    )


@pytest.mark.parametrize(
    ("command", "wheres"),
    [
        (("data", "copy", "demo"), ["ema data copy"]),
        (("data", "copy", "demo", "--from", "x", "--include", "row"), ["--include"]),
        (("snapshot", "restore", "demo", "first"), ["VERSION"]),
        (
            ("data", "upload", "demo", "--content", "{a: 1}", "--content", "{b"),
            ["--content[2]:1:1"],
        ),
        (("data", "upload", "demo", "--file", "nowhere.csv"), ["--file"]),
        (("validate", "demo", "--checks", "workflw"), ["--checks"]),
    ],
)
def test_what_is_wrong_is_known_before_anything_is_sent(
    ema_here: Ema, isolated: Path, command: tuple[str, ...], wheres: list[str]
) -> None:
    done = ema_here(*command)
    assert done.code == 2
    assert done.document["error_kind"] == "plan_invalid"
    assert [error["where"] for error in done.document["errors"]] == wheres
    assert all(done.err.splitlines()[i].startswith(where) for i, where in enumerate(wheres))
    assert not (isolated / "data").exists()


def test_bytes_that_are_no_text(isolated: Path) -> None:
    command = [bytes(EMA), b"snapshot", b"create", b"demo", b"--message", b"\xff"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 2
    assert json.loads(done.stdout)["errors"] == [
        {"message": "the value is not UTF-8", "hint": None, "where": "--message"}
    ]
    assert not (isolated / "data").exists()


def test_a_persona_that_is_not_there(ema_here: Ema, acme_here: str) -> None:
    assert acme_here
    done = ema_here("validate", "nobody")
    assert (done.code, done.document["error_kind"]) == (3, "not_found")


def test_a_dry_run_changes_nothing_and_does_not_ask(ema_here: Ema, acme_here: str) -> None:
    done = ema_here("data", "delete", acme_here, "--rows", "all", "--dry-run")
    assert done.code == 0, done.err
    assert done.document["status"] == "planned"
    assert ema_here("data", "list", acme_here).document["rows"]


def test_delete_asks_first(ema: Ema, acme: str) -> None:
    done = ema("data", "delete", acme, "--rows", "all")
    assert done.code == 2
    assert done.document["hint"] == "add --yes"
    assert answered(acme, "n") == 2
    assert ema("data", "list", acme).document["rows"]
    assert answered(acme, "y") == 0
    assert ema("data", "list", acme).document["rows"] == []


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (("acme-support",), 2, "nothing is named to delete"),
        (("nobody", "--rows", "all"), 3, "there is no persona 'nobody'"),
    ],
)
def test_delete_asks_only_for_what_can_be_done(
    acme: str, arguments: tuple[str, ...], code: int, error: str
) -> None:
    assert acme == "acme-support"
    terminal, theirs = pty.openpty()
    command = [str(EMA), "data", "delete", *arguments]
    done = subprocess.run(
        command, stdin=theirs, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    os.close(theirs)
    os.close(terminal)
    assert (done.returncode, "[y/N]" in done.stderr) == (code, False)
    assert json.loads(done.stdout)["error"] == error


def test_without_a_terminal_what_is_wrong_comes_first(ema_here: Ema) -> None:
    done = ema_here("data", "delete", "acme")
    assert done.document["error"] == "nothing is named to delete"


def answered(persona: str, answer: str) -> int:
    """Delete all rows at a terminal where somebody answers the question."""
    terminal, theirs = pty.openpty()
    command = [str(EMA), "data", "delete", persona, "--rows", "all"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while b"[y/N]" not in shown and select.select([terminal], [], [], 60)[0]:
            shown += os.read(terminal, 1024)
        assert b"cannot be brought back" in shown
        os.write(terminal, answer.encode() + b"\n")
        out, _ = process.communicate(timeout=60)
    os.close(terminal)
    assert out.startswith(b"{")
    return process.returncode


def test_a_call_that_failed_can_be_gone_on_with(ema: Ema, acme: str, tmp_path: Path) -> None:
    plugin, work = tmp_path / "plugin", tmp_path / "work"
    info = plugin / "flaky-1.0.dist-info"
    info.mkdir(parents=True)
    work.mkdir()
    (plugin / "flaky.py").write_text(BROKEN_ONCE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: flaky\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ema.tools]\nflaky = flaky:TOOL\n")
    env = {"PYTHONPATH": str(plugin)}
    (work / "some.txt").touch()
    failed = ema("flaky", acme, "--file", "some.txt", "--text", "$x {y}", env=env, cwd=work)
    assert failed.document["status"] == "failed"
    (work / "some.go").touch()
    done = ema("resume", "last", env=env, cwd=plugin)
    assert done.code == 0, done.err
    result = done.document["actions"][0]["result"]
    assert result == {"text": "$x {y}", "file": str(work / "some.txt")}


@pytest.mark.parametrize("rows", [("all", "T-1"), ("T-1", "all")])
def test_the_word_for_all_rows_stands_alone(
    ema_here: Any, acme_here: str, rows: tuple[str, str]
) -> None:
    options = [part for row in rows for part in ("--rows", row)]
    done = ema_here("data", "delete", acme_here, *options, "--yes")
    assert done.code == 2
    assert done.document["error"] == "--rows all stands alone"
