"""Killed at any commit of a run, and resumed: nothing is lost, nothing is done twice."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

KILLING = Path(__file__).with_name("killing.py")
EXAMPLE_PERSONA = Path(__file__).parents[2] / "examples" / "personas" / "acme-support.yaml"

PLAN = """\
- tool: data
  args: {method: copy, from: $source}
- tool: data
  args:
    method: upload
    key: id
    content:
      - {id: N-1, note: written for Acme Corp}
      - {id: N-2, note: call Ann Lee at +1 415 555 0100}
- tool: data
  args:
    method: sanitize
    examples: [Acme Corp, Ann Lee, John Carver]
    key_env: DEMO_KEY
- tool: validate
- tool: snapshot
  args: {message: "Ready, from $source"}
"""
ENVIRONMENT = {"DEMO_KEY": "a key that is only for tests"}


@dataclass(frozen=True)
class World:
    """A workspace with the example persona in it, and a plan."""

    folder: Path

    @property
    def env(self) -> dict[str, str]:
        return {
            **os.environ,
            **ENVIRONMENT,
            "EMA_WORKSPACE": str(self.folder / "workspace.db"),
            "XDG_STATE_HOME": str(self.folder / "state"),
        }

    def ema(self, *arguments: str, kill_at: int = 0) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, KILLING, str(kill_at), self.folder / "moments", *arguments],
            env=self.env,
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=120,
        )

    def create(self, kill_at: int = 0) -> subprocess.CompletedProcess[str]:
        plan = self.folder / "plan.yaml"
        plan.write_text(PLAN)
        return self.ema(
            *("persona", "create", "--from", "acme-support", "--name", "Acme demo"),
            *("--actions", "plan.yaml"),
            kill_at=kill_at,
        )

    def moments(self) -> list[str]:
        path = self.folder / "moments"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def state(self) -> dict[str, Any]:
        """All that the platform holds of the clone, without ids and times."""
        export = self.ema("persona", "export", "Acme demo", "--format", "json")
        versions = json.loads(self.ema("snapshot", "list", "Acme demo").stdout)["versions"]
        personas = json.loads(self.ema("persona", "list").stdout)["personas"]
        self.moments()
        return {
            "bundle": json.loads(export.stdout),
            "versions": [
                {k: v for k, v in version.items() if k not in {"created_at", "message"}}
                for version in versions
            ],
            "personas": sorted(p["name"] for p in personas),
        }


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A world to copy: copied rows are keyed by platform and source, which thus stay the same."""
    made = World(tmp_path_factory.mktemp("origin"))
    done = made.ema("persona", "import", str(EXAMPLE_PERSONA))
    assert done.returncode == 0, done.stderr
    made.moments()
    return made


def copy_of(origin: World, folder: Path) -> World:
    shutil.copytree(origin.folder, folder)
    return World(folder)


def comparable(document: dict[str, Any]) -> dict[str, Any]:
    """Leave out of a result what differs between two equal runs: ids and times."""
    actions = [
        {
            k: {x: y for x, y in v.items() if x not in {"created_at", "message"}}
            if k == "result"
            else v
            for k, v in action.items()
            if k != "duration_ms"
        }
        for action in document["actions"]
    ]
    persona = {k: v for k, v in document["persona"].items() if k != "id"}
    return {"status": document["status"], "persona": persona, "actions": actions}


@dataclass(frozen=True)
class Undisturbed:
    moments: list[str]
    result: dict[str, Any]
    state: dict[str, Any]


@pytest.fixture(scope="module")
def undisturbed(origin: World, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    made = copy_of(origin, tmp_path_factory.mktemp("undisturbed") / "world")
    done = made.create()
    assert done.returncode == 0, done.stderr
    moments = made.moments()
    return Undisturbed(moments, comparable(json.loads(done.stdout)), made.state())


Kill: TypeAlias = "Callable[[World, int, Undisturbed], None]"


def resumed(made: World, kill_at: int = 0) -> subprocess.CompletedProcess[str]:
    return made.ema("resume", "last", kill_at=kill_at)


def assert_equal_to_undisturbed(made: World, stdout: str, undisturbed: Undisturbed) -> None:
    assert comparable(json.loads(stdout)) == undisturbed.result
    assert made.state() == undisturbed.state


def test_the_run_has_moments_in_every_call(undisturbed: Undisturbed) -> None:
    calls = {moment.partition(" ")[0] for moment in undisturbed.moments}
    assert {
        *("create_persona", "copy_rows", "copy_file", "write_rows", "edit_rows"),
        *("update_persona", "create_version"),
    } <= calls
    assert {moment.partition(" ")[2] for moment in undisturbed.moments} == {
        "before-commit",
        "after-commit",
    }


def kill_and_resume(made: World, moment: int, undisturbed: Undisturbed) -> None:
    killed = made.create(kill_at=moment)
    assert killed.returncode == -signal.SIGKILL
    assert killed.stdout == ""
    done = resumed(made)
    assert done.returncode == 0, done.stderr
    assert_equal_to_undisturbed(made, done.stdout, undisturbed)


def kill_twice_and_resume(made: World, moment: int, undisturbed: Undisturbed) -> None:
    assert made.create(kill_at=moment).returncode == -signal.SIGKILL
    second = resumed(made, kill_at=2)
    # The resume may have had fewer commits to make than that.
    assert second.returncode in {0, -signal.SIGKILL}, second.stderr
    done = resumed(made)
    assert done.returncode == 0, done.stderr
    assert_equal_to_undisturbed(made, done.stdout, undisturbed)


def sweep(kill: Kill, moments: Iterable[int], origin: World, folder: Path, u: Undisturbed) -> None:
    for moment in moments:
        kill(copy_of(origin, folder / str(moment)), moment, u)


def test_killed_at_a_sample_of_moments(
    origin: World, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    last = len(undisturbed.moments)
    moments = [1, 2, last // 2, last]
    sweep(kill_and_resume, moments, origin, tmp_path, undisturbed)


def test_killed_twice_at_a_sample_of_moments(
    origin: World, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    last = len(undisturbed.moments)
    moments = [2, last // 2]
    sweep(kill_twice_and_resume, moments, origin, tmp_path, undisturbed)


@pytest.mark.whole
def test_killed_at_every_moment(origin: World, undisturbed: Undisturbed, tmp_path: Path) -> None:
    moments = range(1, len(undisturbed.moments) + 1)
    sweep(kill_and_resume, moments, origin, tmp_path, undisturbed)


@pytest.mark.whole
def test_killed_twice_at_every_moment(
    origin: World, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    moments = range(1, len(undisturbed.moments) + 1)
    sweep(kill_twice_and_resume, moments, origin, tmp_path, undisturbed)


UPDATE = ("persona", "update", "Mine", "--from", "acme-support", "--name", "Yours")
DELETE = ("persona", "create", "--name", "Fails", "--on-failure", "delete")
SNAPSHOT = ("-a", "{tool: snapshot}")
FAILING = ("-a", "{tool: data, args: {method: copy, from: nowhere}}")


def killed_at_each_moment(origin: World, folder: Path, *command: str) -> Iterable[World]:
    """Give a world for each moment of a command, in which it was killed at that moment."""
    start = copy_of(origin, folder / "start")
    assert start.ema("persona", "import", str(EXAMPLE_PERSONA), "--name", "Mine").returncode == 0
    for moment in itertools.count(1):
        world = copy_of(start, folder / str(moment))
        if world.ema(*command, kill_at=moment).returncode != -signal.SIGKILL:
            assert moment > 4, "at least two calls, before and after their commit"
            return
        yield world


def names(world: World) -> set[str]:
    return {p["name"] for p in json.loads(world.ema("persona", "list").stdout)["personas"]}


def test_killed_in_an_update(origin: World, tmp_path: Path) -> None:
    """The name that the command gives may lead nowhere by the time it is resumed."""
    for world in killed_at_each_moment(origin, tmp_path, *UPDATE, *SNAPSHOT):
        done = world.ema("resume", "last")
        assert done.returncode == 0, done.stderr
        assert names(world) == {"acme-support", "Yours"}
        assert len(json.loads(world.ema("snapshot", "list", "Yours").stdout)["versions"]) == 1


def test_killed_in_deleting_what_failed(origin: World, tmp_path: Path) -> None:
    for world in killed_at_each_moment(origin, tmp_path, *DELETE, *SNAPSHOT, *FAILING):
        done = world.ema("resume", "last")
        result = json.loads(done.stdout)
        assert done.returncode == 1, done.stderr
        assert result["persona"]["deleted"] is True
        assert [action["status"] for action in result["actions"]] == ["success", "error"]
        assert names(world) == {"acme-support", "Mine"}
