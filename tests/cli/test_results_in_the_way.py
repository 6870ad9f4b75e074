"""Files that a result or record must not replace, and what is told of data that stays."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

CREATE = ("persona", "create", "--name", "demo")
FAILING = "{tool: data, args: {method: copy, from: nope}}"


@pytest.mark.parametrize("command", [("persona", "list"), CREATE])
def test_a_result_never_replaces_a_workspace(
    ema: Any, tmp_path: Path, command: tuple[str, ...]
) -> None:
    env = {"EMA_WORKSPACE": str(tmp_path / "demo.db")}
    assert ema("persona", "create", "--name", "first", env=env).code == 0
    done = ema(*command, "-o", tmp_path / "demo.db", env=env)
    assert done.code == 2
    assert "is a database, and would be lost" in done.err
    (persona,) = ema("persona", "list", env=env).document["personas"]
    assert persona["name"] == "first"


def test_a_result_never_replaces_the_plan(ema: Any, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: snapshot\n")
    done = ema(*CREATE, "--actions", plan, "-o", plan)
    assert done.code == 2
    assert "cannot be both result and plan" in done.err
    assert plan.read_text() == "- tool: snapshot\n"
    assert ema("persona", "list").document["personas"] == []


def test_a_record_goes_into_an_empty_file(ema: Any, tmp_path: Path) -> None:
    record = tmp_path / "record"
    record.touch()
    done = ema(*CREATE, "-a", FAILING, "--record", record)
    assert "warning" not in done.err
    assert ema("resume", record).document["persona"]["name"] == "demo"


def test_a_run_is_not_resumed_on_another_workspace(ema: Any, tmp_path: Path) -> None:
    before, after = tmp_path / "ws.db", tmp_path / "moved.db"
    assert ema(*CREATE, "-a", FAILING, env={"EMA_WORKSPACE": str(before)}).code == 1
    before.rename(after)
    done = ema("resume", "last", env={"EMA_WORKSPACE": str(after)})
    assert done.code == 2
    assert f"the workspace {before} of this run is not there" in done.err
    assert not before.exists()


def test_deleting_linked_data_tells_that_it_stays(ema: Any, acme: str) -> None:
    link = f"{{tool: data, args: {{method: copy, from: {acme}, link: true}}}}"
    assert ema(*CREATE, "-a", link).code == 0
    done = ema("data", "delete", "demo", "--rows", "all", "--yes")
    assert "data that is shown by link stays" in done.err


def test_a_folder_among_the_records(ema: Any) -> None:
    assert ema(*CREATE).code == 0
    (run,) = ema("runs", "list").document["runs"]
    folder = next(iter(_records(run["run_id"])))
    (folder / "d.jsonl").mkdir()
    os.utime(folder / "d.jsonl", (0, 0))
    assert ema("runs", "prune", "--days", "30").code == 0


def _records(run_id: str) -> list[Path]:
    from ema_cli.settings import folders  # noqa: PLC0415 - of this test's own surroundings

    folder = folders(os.environ).state / "runs"
    assert (folder / f"{run_id}.jsonl").exists()
    return [folder]
