"""Killed at any commit, a call leaves the old or the new state, and can be made again."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import RowEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.platforms.conftest import Platform

KILLED = Path(__file__).with_name("killed_process.py")

CALLS = [
    *("create_persona", "write_rows", "copy_rows", "edit_rows", "delete_rows", "delete_all_rows"),
    *("link_data", "write_file", "delete_files", "create_version", "restore_version"),
    *("delete_versions", "delete_persona"),
]


@dataclass
class Scene:
    """A closed workspace that copies are made of."""

    workspace: Path
    persona: str
    source: str


@pytest.fixture(scope="module")
def scene(
    tmp_path_factory: pytest.TempPathFactory, make_local: Callable[[Path], Platform]
) -> Scene:
    """Make a persona of 1,200 rows with two versions, in each of which every row is another."""
    workspace = tmp_path_factory.mktemp("scene") / "workspace.db"
    platform = make_local(workspace)
    persona, source = platform.filled(1200), platform.filled(1050)
    platform.upload(persona, "a.txt", b"first")
    platform.upload(persona, "b.txt", b"second")
    platform.upload(source, "b.txt", b"second")
    platform.version(persona)
    rows = platform.rows(persona)
    for start in range(0, len(rows), 1000):
        edits = [
            RowEdit(row.key, row.revision, {"edited": row.fields}, f"{row.key}-e")
            for row in rows[start : start + 1000]
        ]
        platform.port.edit_rows(persona, edits, key=platform.key())
    platform.port.delete_rows(persona, ["T-1-e", "T-2-e", "T-1100-e"], key=platform.key())
    platform.write(persona, 1, 2, 3)
    platform.port.delete_files(persona, ["b.txt"], key=platform.key())
    platform.upload(persona, "a.txt", b"changed", replace=True)
    platform.port.update_persona(persona, {"description": "changed"}, key=platform.key())
    platform.version(persona)
    platform.end()
    return Scene(workspace, persona, source)


def _copy(scene: Scene, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(scene.workspace.parent, folder)
    return folder / scene.workspace.name


def _run(workspace: Path, call: str, scene: Scene, moment: int) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, KILLED, workspace, call, scene.persona, scene.source, str(moment)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout


def _seen(platform: Platform, scene: Scene) -> list[Any]:
    """All that can be seen; times and ids that differ from run to run are left out."""
    seen: list[Any] = [len(platform.port.personas().items)]
    for persona in (scene.persona, scene.source):
        if persona not in {one.id for one in platform.port.personas().items}:
            continue
        seen.append(platform.state(persona))
        seen.append(platform.port.data_counts(persona))
        for version in platform.port.versions(persona).items:
            seen.append((version.number, version.message, version.data_digest))
            seen.append(platform.state(persona, version.number))
    return seen


def _leftovers(workspace: Path) -> dict[str, object]:
    """What lies in the tables and on the disk, seen or not."""
    with sqlite3.connect(workspace) as connection:
        counts: dict[str, object] = {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            for table in ("personas", "contents", "live_rows", "old_rows", "old_files", "versions")
        }
    connection.close()
    folder = workspace.with_name(f"{workspace.name}.files")
    counts["bytes"] = sorted(path.name for path in folder.rglob("*") if path.is_file())
    return counts


def _look(workspace: Path, scene: Scene, make: Callable[[Path], Platform]) -> list[Any]:
    platform = make(workspace)
    try:
        return _seen(platform, scene)
    finally:
        platform.end()


def _compact(workspace: Path) -> None:
    port = open_workspace(workspace)
    port.compact()
    port.close()


def _killed_at(
    moments: Iterable[int],
    call: str,
    scene: Scene,
    folder: Path,
    make: Callable[[Path], Platform],
) -> int:
    """Kill the call at these moments, until one comes too late; give how many came in time."""
    whole = _copy(scene, folder / "whole")
    old = _look(whole, scene, make)
    code, answer = _run(whole, call, scene, -1)
    assert code == 0
    new = _look(whole, scene, make)
    assert new != old
    assert _run(whole, call, scene, 0) == (0, answer)
    _compact(whole)
    for done, moment in enumerate(moments):
        workspace = _copy(scene, folder / "killed")
        code, _ = _run(workspace, call, scene, moment)
        if code == 0:
            return done
        assert code == -signal.SIGKILL
        assert _look(workspace, scene, make) == (old if moment == 0 else new)
        code, _ = _run(workspace, call, scene, -1)
        assert code == 0
        _compact(workspace)
        assert _look(workspace, scene, make) == new
        assert _leftovers(workspace) == _leftovers(whole)
    raise AssertionError


@pytest.mark.parametrize("call", CALLS)
def test_killed_at_some_commits(
    scene: Scene, call: str, tmp_path: Path, make_local: Callable[[Path], Platform]
) -> None:
    assert _killed_at(chain([0, 1], count(6, 9)), call, scene, tmp_path, make_local) >= 2


@pytest.mark.whole
@pytest.mark.parametrize("call", CALLS)
def test_killed_at_any_commit(
    scene: Scene, call: str, tmp_path: Path, make_local: Callable[[Path], Platform]
) -> None:
    assert _killed_at(count(), call, scene, tmp_path, make_local) >= 2
