"""`ema check`, as it is called."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Ema

PLAN = """\
version: 2
vars: {customer-name: x}
continue_on_error: yes
aliases:
  snapshot: []
actions:
  - first
  - secnd
  - tool: dta
  - tool: data
    args: {method: copy, from: $sorce}
  - tool: snapshot
    args: {message: 12, mesage: x}
  - tool: data
    args: {method: copy, from: $target}
  - second
"""
FIRST = """\
- tool: data
  args: {method: upload, file: nowhere.csv}
- tool: snapshot
  args: {message: a, message: b}
"""
SECOND = """\
actions:
  - tool: data
    args: {method: sanitize, examples: ["a b]}
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "aliases").mkdir()
    (tmp_path / "aliases" / "first.yaml").write_text(FIRST)
    (tmp_path / "aliases" / "second.yaml").write_text(SECOND)
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    return path


def test_twelve_mistakes_over_three_files_in_one_go(ema: Ema, plan: Path, acme: str) -> None:
    assert acme
    workspace = Path.home() / "data" / "ema"
    before = {p: sha256(p.read_bytes()).digest() for p in workspace.rglob("*") if p.is_file()}
    assert before
    done = ema("check", "plan.yaml", cwd=plan.parent)
    assert done.code == 2
    assert [error["where"] for error in done.document["errors"]] == [
        "plan.yaml:1:10",
        "plan.yaml:2:8",
        "plan.yaml:3:20",
        "plan.yaml:5:3",
        "plan.yaml:8:5",
        "plan.yaml:9:11",
        "plan.yaml:11:32",
        "plan.yaml:13:21",
        "plan.yaml:13:25",
        "plan.yaml:15:32",
        "aliases/first.yaml:2:32",
        "aliases/first.yaml:4:22",
        "aliases/second.yaml:3:41",
    ]
    assert {p: sha256(p.read_bytes()).digest() for p in before} == before
    lines = [line for line in done.err.splitlines() if " | " not in line]
    assert (
        lines[0]
        == "plan.yaml:1:10: `version` must be 1 (a plan of a later version needs a later ema)"
    )
    assert len(lines) == 13


def test_loads_no_network_and_no_database(plan: Path) -> None:
    program = (
        "import sys\n"
        "from ema_cli.cli.main import main\n"
        f"sys.argv = ['ema', 'check', {str(plan)!r}, '--show']\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    print(end.code, file=sys.stderr)\n"
        "print(' '.join(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.splitlines()[-1].split())
    assert done.stderr.splitlines()[-2] == "2"
    assert "yaml" in loaded
    assert not loaded & {"httpx", "sqlite3", "_sqlite3", "rich", "fastapi", "uvicorn"}


def test_lines_mark_the_place_and_show_only_words_of_ema(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("- tool: snapshot\n  args: {secret: Acme}\n")
    (tmp_path / "aliases").mkdir()
    (tmp_path / "aliases" / "up.yaml").write_text("- tool: Acme # Acme\n")
    inline = ema("check", "-a", "tol: Acme", "-a", "up", cwd=tmp_path)
    assert inline.err.splitlines() == [
        "-a[1]:1:1: unknown key `tol` (did you mean `tool`?)",
        "     1 | …: …",
        "       | ^",
        (
            "aliases/up.yaml:1:9: there is no such tool; in alias `up`, used at -a[2]:1:1 (the"
            " tools are: data, snapshot, validate; an alias is written as its name alone: `- NAME`)"
        ),
        "     1 | - tool: …",
        "       |         ^",
    ]
    done = ema("check", "p.yaml", cwd=tmp_path)
    assert done.err.splitlines() == [
        "p.yaml:2:10: unknown argument `secret` (the arguments are: method, message)",
        "     2 |   args: {…: …}",
        "       |          ^",
    ]
    assert "Acme" not in done.out + done.err


def test_a_plan_that_is_right(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("description: Makes versions\nactions: [{tool: snapshot}]\n")
    done = ema("check", "p.yaml", cwd=tmp_path)
    assert (done.code, done.err) == (0, "ok: 1 action\n")
    assert done.document == {
        "schema_version": 1,
        "plans": [{"name": "p.yaml", "description": "Makes versions", "actions": 1}],
        "errors": [],
        "warnings": [],
    }


def test_warnings(ema: Ema) -> None:
    sanitize = "{tool: data, args: {method: sanitize}}"
    done = ema("check", "-a", sanitize)
    assert done.code == 0
    assert [w["where"] for w in done.document["warnings"]] == ["-a[1]:1:20"]
    assert done.err.startswith("warning: -a[1]:1:20: ")
    strict = ema("check", "-a", sanitize, "--strict")
    assert strict.code == 2
    assert [w["where"] for w in strict.document["errors"]] == ["-a[1]:1:20"]
    assert strict.document["warnings"] == []


def test_show(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(
        "vars: {who: Acme}\n"
        "aliases: {quick: [{tool: snapshot, args: {message: '$who in $env for $target'}}]}\n"
        "actions: [quick, {tool: validate, id: v, always: true}]\n"
    )
    done = ema("check", "p.yaml", "--show", cwd=tmp_path)
    assert done.document["actions"] == [
        {
            "index": 1,
            "id": None,
            "tool": "snapshot",
            "method": "create",
            "alias": "quick",
            "where": "p.yaml:3:11",
            "alias_where": "p.yaml:2:19",
            "args": {"message": "Acme in local for $target"},
            "deferred": ["message"],
            "continue_on_error": False,
            "always": False,
        },
        {
            "index": 2,
            "id": "v",
            "tool": "validate",
            "method": None,
            "alias": None,
            "where": "p.yaml:3:18",
            "alias_where": None,
            "args": {},
            "deferred": [],
            "continue_on_error": False,
            "always": True,
        },
    ]


def test_many_plans_and_standard_input(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- tool: snapshot\n")
    done = ema("check", "a.yaml", "-", "nowhere.yaml", "-a", "oops", stdin="- x\n", cwd=tmp_path)
    assert done.code == 2
    assert [plan["name"] for plan in done.document["plans"]] == [
        "a.yaml",
        "<stdin>",
        "nowhere.yaml",
        "-a[1]",
    ]
    assert [error["where"] for error in done.document["errors"]] == [
        "<stdin>:1:3",
        "-a[1]:1:1",
        None,
    ]
    assert "nowhere.yaml: the plan cannot be read" in done.err


def test_standard_input_is_read_once(ema: Ema) -> None:
    done = ema("check", "-", "-", stdin="[]")
    assert done.code == 2
    assert done.document["error"] == "standard input is given twice"


def test_without_the_c_loader_the_answer_is_the_same(ema: Ema, plan: Path) -> None:
    """The loader in Python takes over where PyYAML was built without libyaml."""
    program = (
        "import sys\n"
        "sys.modules['yaml._yaml'] = None\n"
        "import yaml\n"
        "assert not yaml.__with_libyaml__\n"
        "from ema_cli.cli.main import main\n"
        f"sys.argv = ['ema', 'check', {plan.name!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=plan.parent,
    )
    usual = ema("check", plan.name, cwd=plan.parent)
    assert (done.returncode, done.stdout, done.stderr) == (usual.code, usual.out, usual.err)


def test_variables_and_aliases(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "vars: {m: x}\nactions: [{tool: snapshot, args: {message: $m}}]\n"
    )
    done = ema(
        "check", "-a", "mine", "--aliases", "mine.yaml", "--var", "m=NO", "--show", cwd=tmp_path
    )
    assert done.document["actions"][0]["args"] == {"message": "NO"}
    wrong = ema("check", "-a", "mine", "--aliases", "mine.yaml", "--var", "n=1", cwd=tmp_path)
    assert wrong.code == 2
    assert "--var n is used nowhere" in wrong.err


def test_source_and_target_count_as_given(ema: Ema) -> None:
    assert ema("check", "-a", "{tool: data, args: {method: copy, from: $source}}").code == 0


def test_nothing_to_check(ema: Ema) -> None:
    done = ema("check")
    assert (done.code, done.document["error_kind"]) == (2, "usage")


def test_the_document_is_saved_and_lines_can_be_left_out(ema: Ema, tmp_path: Path) -> None:
    done = ema("check", "-a", "{tool: x}", "-q", "-o", tmp_path / "out.json")
    assert (done.code, done.out, done.err) == (2, "", "")
    assert json.loads((tmp_path / "out.json").read_text())["errors"]


def test_a_run_tells_of_missing_files_along_with_the_rest(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- x\n")
    files = ("--actions", "nowhere.yaml", "--actions", "a.yaml", "--actions", "/")
    done = ema("persona", "create", "--name", "n", *files, cwd=tmp_path)
    assert done.code == 2
    assert [error["message"].partition(" (")[0] for error in done.document["errors"]] == [
        "there is no such alias",
        "nowhere.yaml: the plan cannot be read: No such file or directory",
        "/: the plan cannot be read: Is a directory",
    ]


def test_a_run_refuses_what_a_check_refuses(ema: Ema, plan: Path, acme: str) -> None:
    checked = ema("check", "plan.yaml", cwd=plan.parent)
    ran = ema("run", "plan.yaml", "--target", acme, "--source", "x", cwd=plan.parent)
    assert ran.code == 2
    assert ran.document["error_kind"] == "plan_invalid"
    assert ran.document["errors"] == checked.document["errors"]
