"""What a restore, or removing all rows, leaves to be done when its process dies at once."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row, RowEdit

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.platforms.conftest import Platform, State

KILLED = Path(__file__).with_name("killed_process.py")


def _die_after_the_first_commit(workspace: Path, call: str, persona: str) -> None:
    done = subprocess.run(
        [sys.executable, KILLED, workspace, call, persona, persona, "1"], timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL


@pytest.fixture
def persona(local: Platform) -> str:
    """Make a persona with a version, all of whose rows and files are others by now."""
    persona = local.filled(110)
    local.upload(persona, "a.txt", b"first")
    local.version(persona)
    local.version(persona)
    local.port.delete_rows(persona, None, key="d")
    local.write(persona, *range(50, 90), *range(5000, 5060))
    local.upload(persona, "a.txt", b"second", replace=True)
    local.upload(persona, "b.txt", b"other")
    return persona


def _rows(state: State) -> list[str]:
    return [key for key, _, _ in state.rows]


def test_everybody_reads_the_new_state_at_once(
    local: Platform, workspace: Path, persona: str
) -> None:
    linked = local.persona()
    local.write(linked, 1, "own")
    local.port.link_data(persona, linked, include=["rows", "files"], key="l")
    then = local.state(persona, version=1)
    _die_after_the_first_commit(workspace, "restore_version", persona)
    assert local.state(persona) == then
    assert local.port.data_counts(persona).rows == 110
    assert [row.key for row in local.rows(persona, limit=7)] == _rows(then)
    assert local.row_keys(linked) == ["T-1", "T-own", *_rows(then)[1:]]
    assert local.port.data_counts(linked).rows == 111
    assert local.content(linked, "a.txt") == b"first"
    assert local.copy(persona, local.persona()) == (110, 0)
    copied = local.port.copy_file(persona, linked, "a.txt", key="f")
    assert copied.file.size == len(b"first")


CHANGES: dict[str, Callable[[Platform, str], object]] = {
    "write": lambda local, persona: local.write(persona, 1, "new"),
    "edit": lambda local, persona: local.port.edit_rows(
        persona,
        [RowEdit(row.key, row.revision, {}) for row in local.rows(persona)[:3]],
        key="change",
    ),
    "delete": lambda local, persona: local.port.delete_rows(persona, ["T-7"], key="change"),
    "delete all": lambda local, persona: local.port.delete_rows(persona, None, key="change"),
    "upload": lambda local, persona: local.upload(persona, "c.txt", b"new"),
    "delete files": lambda local, persona: local.port.delete_files(persona, ["a.txt"], key="c"),
    "version": lambda local, persona: local.version(persona),
    "restore": lambda local, persona: local.port.restore_version(persona, 2, key="change"),
    "delete versions": lambda local, persona: local.port.delete_versions(
        persona, [1, 2], key="change"
    ),
    "link": lambda local, persona: local.port.link_data(
        local.filled(3), persona, include=["rows"], key="change"
    ),
    "delete persona": lambda local, persona: local.port.delete_persona(persona, key="change"),
    "compact": lambda local, _: local.port.compact(),  # type: ignore[attr-defined]
}


@pytest.mark.parametrize(
    ("call", "change"),
    [
        *(("restore_version", change) for change in CHANGES),
        *(("delete_all_rows", change) for change in ("write", "restore")),
    ],
)
def test_whoever_changes_it_next_finishes_first(
    local: Platform, workspace: Path, persona: str, call: str, change: str
) -> None:
    """The same change after a call that died, and after one that ended, gives the same state."""
    seen = []
    for moment in ("1", "-1"):
        copy = workspace.with_name(f"copy{moment}.db")
        _back_up(workspace, copy)
        subprocess.run(
            [sys.executable, KILLED, copy, call, persona, persona, moment],
            timeout=60,
            check=False,
            stdout=subprocess.DEVNULL,
        )
        port = open_workspace(copy)
        other = replace(local, connect=partial(open_workspace, copy), _ports=[port])
        CHANGES[change](other, persona)
        seen.append(_all(other, persona))
        port.compact()
        assert _all(other, persona) == seen[-1]
        port.close()
    assert seen[0] == seen[1]


def _all(platform: Platform, persona: str) -> list[object]:
    """All that can be seen of the persona; nothing when it is gone."""
    if persona not in {one.id for one in platform.port.personas().items}:
        return []
    versions = platform.port.versions(persona).items
    return [
        platform.state(persona),
        platform.port.data_counts(persona),
        *((version.number, version.data_digest) for version in versions),
        *(platform.state(persona, version.number) for version in versions),
    ]


def _back_up(workspace: Path, copy: Path) -> None:
    source, target = sqlite3.connect(workspace), sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.close()
    shutil.copytree(f"{workspace}.files", f"{copy}.files")


def test_the_observer_hears_of_each_commit(workspace: Path) -> None:
    heard: list[tuple[str, str]] = []
    port = open_workspace(workspace, observer=lambda call, moment: heard.append((call, moment)))
    persona = port.create_persona(PersonaContent("Acme"), key="a").id
    port.create_persona(PersonaContent("Acme"), key="a")
    port.write_rows(persona, [Row("a", {})], key="b")
    port.rows(persona)
    port.create_version(persona, "", key="c")
    port.delete_rows(persona, None, key="d")
    port.close()
    assert heard[::2] == [(call, "before-commit") for call, _ in heard[1::2]]
    assert {moment for _, moment in heard[1::2]} == {"after-commit"}
    assert [call for call, _ in heard[::2]] == [
        *("create_persona", "write_rows", "create_version", "delete_rows", "settle", "settle"),
    ]


def test_an_observer_that_fails_before_the_commit_undoes_the_change(workspace: Path) -> None:
    def observer(_: str, moment: str) -> None:
        if moment == "before-commit":
            raise LookupError

    port = open_workspace(workspace, observer=observer)
    with pytest.raises(LookupError):
        port.create_persona(PersonaContent("Acme"), key="a")
    assert port.personas().items == []
    assert port.made_by("a") is None
    port.close()
