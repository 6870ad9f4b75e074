"""Dry runs: the same check, look-ups, and nothing changed anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("plan", EXAMPLES, ids=lambda path: path.stem)
def test_nothing_is_changed(ema: Any, acme: str, isolated: Path, plan: Path) -> None:
    before = files_of(isolated)
    done = ema("persona", "create", "--from", acme, "--name", "x", "--actions", plan, "--dry-run")
    assert done.code == 0, done.err
    assert files_of(isolated) == before
    document = done.document
    assert document["status"] == "planned"
    assert document["persona"] is None
    assert {action["status"] for action in document["actions"]} == {"not_run"}
    assert "Acme Corp" not in done.out + done.err


def test_without_a_workspace_none_is_made(ema: Any, isolated: Path) -> None:
    done = ema("persona", "create", "--from", "basic-chat", "--name", "x", "--dry-run")
    assert done.code == 0, done.err
    assert files_of(isolated) == {}


def test_known_values_are_filled_in(ema: Any, acme: str) -> None:
    source = ema("persona", "get", acme).document["personas"][0]["id"]
    done = ema(
        *("persona", "create", "--from", acme, "--name", "x", "--dry-run"),
        *("-a", "{tool: data, args: {method: copy, from: $source}}"),
        *(
            "-a",
            "{tool: snapshot, args: {message: '$source_name to $target_name in $env: $target'}}",
        ),
        *("-a", "{tool: data, args: {method: sanitize, examples: [Acme Corp, Ann Lee]}}"),
    )
    copy, snapshot, sanitize = (action["args"] for action in done.document["actions"])
    assert copy["from"] == source
    assert snapshot["message"] == "acme-support to x in local: $target"
    assert sanitize["examples"] == "(2 values)"


def test_what_the_run_would_meet_at_its_beginning(ema: Any, acme: str) -> None:
    taken = ema("persona", "create", "--from", acme, "--name", acme, "--dry-run")
    assert (taken.code, taken.document["error_kind"]) == (5, "conflict")
    unknown = ema("persona", "create", "--from", "nobody", "--name", "x", "--dry-run")
    assert (unknown.code, unknown.document["error_kind"]) == (3, "not_found")
    missing = ema("run", "/dev/null", "--target", "nobody", "--dry-run")
    assert missing.code == 2
    target = ema("run", "-", "--target", "nobody", "--dry-run", stdin="[]")
    assert (target.code, target.document["error_kind"]) == (3, "not_found")
    reused = ema(
        *("persona", "create", "--from", "basic-chat", "--name", acme),
        *("--dry-run", "--if-exists", "reuse"),
    )
    assert reused.code == 0


def test_a_persona_that_an_action_names_is_looked_up(ema: Any) -> None:
    done = ema(
        *("persona", "create", "--name", "x", "--dry-run", "-q"),
        *("-a", "{tool: data, args: {method: copy, from: nobody}}", "-a", "tool: snapshot"),
    )
    assert done.code == 1
    assert [a["status"] for a in done.document["actions"]] == ["error", "not_run"]
    assert done.document["actions"][0]["error_kind"] == "not_found"
    assert done.document["status"] == "failed"
    assert "there is no persona 'nobody'" in done.err


def test_offline_asks_nothing(ema: Any, tmp_path: Path) -> None:
    done = ema(
        *("persona", "create", "--from", "nobody", "--name", "x", "--dry-run", "--offline"),
        *("-a", "{tool: data, args: {method: copy, from: nobody}}"),
        env={"EMA_WORKSPACE": str(tmp_path / "no folder" / "w.db")},
    )
    assert done.code == 0, done.err
    assert done.document["status"] == "planned"
    alone = ema("persona", "create", "--name", "x", "--offline")
    assert alone.code == 2


def test_a_new_name_that_is_taken(ema: Any, acme: str) -> None:
    ema("persona", "create", "--name", "demo")
    for dry in (["--dry-run"], []):
        done = ema("persona", "update", "demo", "--name", acme, *dry)
        assert (done.code, done.document["error_kind"]) == (5, "conflict")
    own = ema("persona", "update", "demo", "--name", "demo", "--dry-run")
    assert own.code == 0
