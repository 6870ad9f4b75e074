"""What a script passes in place of a variable that is not set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

HINT = "is a variable not set?"
CREATE = ("persona", "create", "--name", "demo")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["persona", "list", "--env", ""], "-e"),
        (["persona", "list", "--env="], "-e"),
        (["persona", "create", "--name", ""], "--name"),
        ([*CREATE, "--from", ""], "--from"),
        ([*CREATE, "--from", " \t"], "--from"),
        ([*CREATE, "--actions", "plan.yaml", "--actions", ""], "--actions"),
        ([*CREATE, "--aliases", ""], "--aliases"),
        ([*CREATE, "--record", ""], "--record"),
        ([*CREATE, "-o", ""], "-o"),
        ([*CREATE, "--from-env", ""], "--from-env"),
        (["run", "plan.yaml", "--target", ""], "--target"),
        (["run", "", "--target", "demo"], "PLAN"),
        (["check", ""], "PLAN"),
        (["persona", "get", ""], "PERSONA"),
        (["persona", "delete", "", "--yes"], "PERSONA"),
        (["persona", "import", ""], "BUNDLE"),
        (["data", "copy", "demo", "--from", ""], "--from"),
        (["data", "upload", "demo", "--file", ""], "--file"),
        (["snapshot", "diff", "demo", "", "live"], "A"),
        (["resume", ""], "RUN"),
    ],
)
def test_an_empty_name_is_refused_before_anything_is_done(
    ema: Any, tmp_path: Path, arguments: list[str], named: str
) -> None:
    done = ema(*arguments)
    assert done.code == 2
    assert done.document["error"] == f"{named} is empty"
    assert done.document["hint"] == HINT
    assert done.err == f"error: {named} is empty ({HINT})\n"
    assert ema("persona", "list").document["personas"] == []
    assert ema("runs", "list").document["runs"] == []
    assert not list(tmp_path.glob("*"))


def test_what_names_nothing_may_be_empty(ema: Any, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("vars: {note: x}\nactions:\n- {tool: snapshot, args: {message: $note}}")
    given = ("--description", "", "--var", "note=", "--actions", plan)
    assert ema(*CREATE, *given).code == 0
    (version,) = ema("snapshot", "list", "demo").document["versions"]
    assert version["message"] == ""
    (persona,) = ema("persona", "get", "demo").document["personas"]
    assert persona["description"] == ""


@pytest.mark.parametrize(
    "plan",
    [
        "- {tool: data, args: {method: copy, from: ''}}",
        '- {tool: data, args: {method: copy, from: " "}}',
        "vars: {who: ''}\nactions:\n- {tool: data, args: {method: copy, from: $who}}",
    ],
)
def test_a_copy_from_nobody_is_refused_when_the_plan_is_checked(
    ema: Any, tmp_path: Path, plan: str
) -> None:
    (tmp_path / "plan.yaml").write_text(plan)
    done = ema("check", tmp_path / "plan.yaml")
    assert done.code == 2
    (error,) = done.document["errors"]
    assert error["message"] == "`from` is empty"
    assert error["where"].endswith(
        f":{len(plan.splitlines())}:{plan.splitlines()[-1].index('from:') + 7}"
    )
