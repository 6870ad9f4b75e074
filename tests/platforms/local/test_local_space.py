"""What a workspace takes on the disk, gives back, and leaves no trace of."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import ErrorKind
from ema_cli.platforms.local import Workspace, open_workspace
from ema_cli.platforms.port import PersonaContent, Row, RowEdit

if TYPE_CHECKING:
    from pathlib import Path

    from tests.platforms.conftest import Platform, Refused


@pytest.fixture
def port(local: Platform) -> Workspace:
    assert isinstance(local.port, Workspace)
    return local.port


def _contents(workspace: Path) -> list[Path]:
    folder = workspace.with_name(f"{workspace.name}.files")
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_hundred_versions_take_little_more_than_one(local: Platform, port: Workspace) -> None:
    persona = local.filled(20_000)
    port.compact()
    once = port.size().database
    states = []
    after = None
    for number in range(1, 101):
        if number in {1, 50}:
            states.append(local.state(persona))
        assert local.version(persona).number == number
        page = port.rows(persona, after=after, limit=20)
        after = page.after
        edits = [
            RowEdit(row.key, row.revision, {**row.fields, "name": f"Name {number}"})
            for row in page.items
        ]
        assert port.edit_rows(persona, edits, key=local.key()).edited == 20
    port.compact()
    assert port.size().database < 2 * once
    for number, state in zip((1, 50), states, strict=True):
        assert local.state(persona, version=number) == state
        port.restore_version(persona, number, key=local.key())
        assert local.state(persona) == state
    port.compact()
    assert port.size().database < 2 * once
    port.delete_versions(persona, range(1, 103), key="all")
    port.compact()
    assert port.size().database < 1.1 * once


def test_what_nothing_refers_to_is_freed(local: Platform, port: Workspace, workspace: Path) -> None:
    empty = port.size()
    persona, other = local.filled(3000), local.persona(proto_config={"text": "x" * 100_000})
    for one in (persona, other):
        local.upload(one, "shared.bin", b"s" * 100_000)
    local.upload(persona, "own.bin", b"o" * 100_000)
    assert port.size().files == 200_000
    assert port.size().database > empty.database
    local.version(persona)
    port.delete_files(persona, None, key="a")
    port.delete_rows(persona, None, key="b")
    assert port.size().files == 200_000
    port.delete_versions(persona, [1], key="c")
    assert port.size().files == 100_000
    port.delete_persona(other, key="d")
    assert _contents(workspace) == []
    port.delete_persona(persona, key="e")
    port.compact()
    assert port.size().files == 0
    assert port.size().free == 0
    assert port.size().database < empty.database + 100_000


def test_an_unfinished_upload_is_cleared_by_a_later_one(local: Platform, workspace: Path) -> None:
    persona = local.persona()
    process = local.begin("die_in_upload", persona, 3_000_000)
    process.communicate("go\n", timeout=60)
    (left,) = _contents(workspace)
    assert left.stat().st_size > 1_000_000
    local.upload(persona, "a.txt", b"x")
    assert [path.stat().st_size for path in _contents(workspace)] == [1]


def test_an_upload_under_way_is_not_cleared(local: Platform, workspace: Path) -> None:
    persona = local.persona()
    other = local.open()

    def chunks() -> list[bytes]:
        local.upload(persona, "other.txt", b"x")
        assert isinstance(other, Workspace)
        other.compact()
        return [b"slow"]

    def slowly() -> object:
        yield b"first"
        yield from chunks()

    other.write_file(persona, "slow.txt", "text/plain", slowly(), key="k")  # type: ignore[arg-type]
    assert local.content(persona, "slow.txt") == b"firstslow"
    assert len(_contents(workspace)) == 2


def test_a_stray_content_is_removed_by_compacting(
    local: Platform, port: Workspace, workspace: Path
) -> None:
    persona = local.persona()
    local.upload(persona, "a.txt", b"x")
    (kept,) = _contents(workspace)
    stray = kept.parent.parent / "ab" / ("ab" + "0" * 62)
    stray.parent.mkdir()
    stray.write_bytes(b"stray")
    port.compact()
    assert _contents(workspace) == [kept]
    assert local.content(persona, "a.txt") == b"x"


def test_a_content_that_is_lost_or_changed_is_said_to_be(
    local: Platform, workspace: Path, refused: Refused
) -> None:
    persona = local.persona()
    local.upload(persona, "a.txt", b"x")
    (path,) = _contents(workspace)
    path.write_bytes(b"y")
    with refused(ErrorKind.UNAVAILABLE):
        local.content(persona, "a.txt")
    path.unlink()
    with refused(ErrorKind.UNAVAILABLE):
        local.content(persona, "a.txt")


def test_no_trace_of_originals_is_left(local: Platform, port: Workspace, workspace: Path) -> None:
    chance = random.Random(7)  # noqa: S311 - lengths for a test
    original = "Original Person"
    content = PersonaContent("Acme", f"For {original}", proto_config={"owner": original})
    persona = port.create_persona(content, key="c").id
    for page in range(4):
        rows = [
            Row(
                f"{original} {page}-{number}",
                {"text": original * chance.choice([1, 10, 300]), "n": number},
            )
            for number in range(1000)
        ]
        port.write_rows(persona, rows, key=f"w{page}")
    local.upload(persona, f"{original}.txt", original.encode())
    port.create_version(persona, original, key="v")
    port.update_persona(persona, {"description": "", "proto_config": {}}, key="u")
    for page in range(4):
        rows = list(port.rows(persona, limit=1000, after=f"1.{page * 1000}").items)
        chance.shuffle(rows)
        edits = [
            RowEdit(
                row.key, row.revision, {"text": "x" * chance.choice([9, 99, 999])}, f"{page}-{n}"
            )
            for n, row in enumerate(rows)
        ]
        assert port.edit_rows(persona, edits, key=f"e{page}").edited == 1000
    stale = [RowEdit(f"{original} 0-0", 1, {})]
    assert port.edit_rows(persona, stale, key="stale").stale == (stale[0].key,)
    port.delete_files(persona, None, key="f")
    port.delete_versions(persona, [1], key="d")
    port.scrub()
    for path in workspace.parent.rglob("*"):
        if path.is_file():
            assert original.encode() not in path.read_bytes()
    assert port.create_version(persona, original, key="v").message == original
    assert len(local.rows(persona)) == 4000


def test_the_size_of_an_absent_workspace(workspace: Path) -> None:
    port = open_workspace(workspace, create=False)
    assert (port.size().database, port.size().files) == (0, 0)
    port.close()
