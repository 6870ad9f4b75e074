"""Opening a workspace, and all that can be wrong with its path."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.local import open_workspace, opening
from ema_cli.platforms.port import PersonaContent, Row

if TYPE_CHECKING:
    from pathlib import Path

    from tests.platforms.conftest import Platform, Refused


@pytest.mark.parametrize("name", ["w.db", "a b?c#d%20.db", "É.db", "-w", "w"])
def test_a_workspace_is_made_and_found_again(tmp_path: Path, name: str) -> None:
    port = open_workspace(tmp_path / name)
    persona = port.create_persona(PersonaContent("Acme"), key="k")
    port.write_file(persona.id, "a.txt", "text/plain", [b"x"], key="f")
    identity = port.platform_id
    port.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, f"{name}.files"])
    again = open_workspace(tmp_path / name, create=False)
    assert again.platform_id == identity
    assert again.persona(persona.id) == persona
    again.close()


def test_two_workspaces_are_two_platforms(tmp_path: Path) -> None:
    ports = [open_workspace(tmp_path / name) for name in ("a", "b")]
    assert ports[0].platform_id != ports[1].platform_id
    for port in ports:
        port.close()


def test_a_workspace_is_for_its_owner_alone(workspace: Path, local: Platform) -> None:
    local.upload(local.persona(), "a.txt", b"x")
    for path in [workspace, *workspace.parent.rglob("*")]:
        mode = path.stat().st_mode
        assert stat.S_IMODE(mode) & 0o077 == 0


def test_a_link_to_a_workspace_is_the_workspace(workspace: Path, local: Platform) -> None:
    persona = local.persona()
    local.upload(persona, "a.txt", b"x")
    (workspace.parent / "elsewhere").mkdir()
    link = workspace.parent / "elsewhere" / "link.db"
    link.symlink_to(workspace)
    port = open_workspace(link)
    with port.open_file(persona, "a.txt") as chunks:
        assert list(chunks) == [b"x"]
    port.close()


def test_an_absent_workspace_reads_as_an_empty_one(
    tmp_path: Path, refused: Refused, local: Platform
) -> None:
    port = open_workspace(tmp_path / "absent.db", create=False)
    assert port.templates() == local.port.templates()
    assert port.personas().items == []
    assert port.find_personas("Acme") == []
    template = port.templates()[0].id
    assert port.persona(template).content == port.templates()[0].content
    assert port.rows(template).items == []
    with refused(ErrorKind.NOT_FOUND):
        port.persona("nobody")
    with refused(ErrorKind.FORBIDDEN):
        port.create_persona(PersonaContent("Acme"), key="k")
    with refused(ErrorKind.FORBIDDEN):
        port.write_rows(template, [Row("a", {})], key="k")
    with refused(ErrorKind.NOT_FOUND):
        port.write_file("nobody", "a.txt", "text/plain", [b"x"], key="k")
    assert port.platform_id
    port.close()
    assert not any(path.name.startswith("absent") for path in tmp_path.iterdir())


def test_an_empty_file_becomes_a_workspace(workspace: Path) -> None:
    workspace.touch()
    absent = open_workspace(workspace, create=False)
    assert absent.personas().items == []
    absent.close()
    assert workspace.stat().st_size == 0
    port = open_workspace(workspace)
    port.create_persona(PersonaContent("Acme"), key="k")
    port.close()
    assert workspace.stat().st_size > 0


def _refusal(path: Path, *, create: bool = True) -> str:
    with pytest.raises(PlatformError) as caught:
        open_workspace(path, create=create)
    assert caught.value.kind is ErrorKind.UNAVAILABLE
    assert caught.value.hint
    assert str(path) in caught.value.message or str(path.parent) in caught.value.message
    return caught.value.message


@pytest.mark.parametrize("create", [True, False])
def test_a_path_that_is_no_workspace(tmp_path: Path, *, create: bool) -> None:
    assert "is a folder" in _refusal(tmp_path, create=create)
    text = tmp_path / "text.db"
    text.write_text("not a database, but long enough to have a header of a hundred bytes" * 3)
    assert "not a database" in _refusal(text, create=create)
    assert "is no folder" in _refusal(text / "w.db", create=create)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "no ordinary file" in _refusal(pipe, create=create)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    _refusal(loop, create=create)
    assert "too long" in _refusal(tmp_path / ("x" * 300), create=create)
    assert text.read_text().startswith("not a database")


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "w.db"
    assert "does not exist" in _refusal(path)
    port = open_workspace(path, create=False)
    assert port.personas().items == []
    port.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("create", [True, False])
def test_a_database_of_another_program(tmp_path: Path, *, create: bool) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE personas (id)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert "another program" in _refusal(path, create=create)
    assert path.read_bytes() == before


@pytest.mark.parametrize("create", [True, False])
def test_a_workspace_of_a_newer_ema(workspace: Path, *, create: bool) -> None:
    open_workspace(workspace).close()
    connection = sqlite3.connect(workspace)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "format 99" in _refusal(workspace, create=create)


def test_a_damaged_workspace(local: Platform, workspace: Path, refused: Refused) -> None:
    local.filled(2000)
    local.end()
    size = workspace.stat().st_size
    with workspace.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with refused(ErrorKind.UNAVAILABLE), closing(open_workspace(workspace)) as port:
        port.personas()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_what_is_read_only(workspace: Path) -> None:
    open_workspace(workspace).close()
    workspace.chmod(0o400)
    assert "read-only" in _refusal(workspace)
    workspace.parent.chmod(0o500)
    _refusal(workspace.parent / "new.db")
    workspace.parent.chmod(0o700)


def test_a_port_goes_from_thread_to_thread(local: Platform) -> None:
    persona = local.persona()

    def work(number: int) -> None:
        local.write(persona, number)

    for number in range(3):
        thread = Thread(target=work, args=(number,))
        thread.start()
        thread.join()
    assert local.row_keys(persona) == ["T-0", "T-1", "T-2"]


def test_a_port_that_threads_use_at_once(local: Platform) -> None:
    persona = local.persona()
    port = local.port

    def work(number: int) -> None:
        for step in range(20):
            port.write_rows(persona, [Row(f"{number}-{step}", {})], key=f"{number}-{step}")
            port.rows(persona)

    threads = [Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(local.rows(persona)) == 80


_FULL = """
import resource, signal, sys
from pathlib import Path
from ema_cli.errors import PlatformError
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import Row
port = open_workspace(Path(sys.argv[1]))
persona = port.personas().items[0].id
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
try:
    for page in range(100):
        if sys.argv[2] == "rows":
            rows = [Row(f"{page}-{n}", {"n": "x" * 500}) for n in range(1000)]
            port.write_rows(persona, rows, key=f"p{page}")
        else:
            content = [b"x" * 500_000 * (page + 1)]
            port.write_file(persona, f"{page}", "a/b", content, key=f"p{page}")
except PlatformError as error:
    print(page, error.kind, "full" in str(error.hint) or "large" in error.message)
port.close()
"""


@pytest.mark.parametrize("what", ["rows", "files"])
def test_a_disk_that_is_full(local: Platform, workspace: Path, what: str) -> None:
    persona = local.persona()
    done = subprocess.run(
        [sys.executable, "-c", _FULL, workspace, what],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    pages, kind, said = done.stdout.split()
    assert (kind, said) == ("unavailable", "True")
    assert int(pages) > 0
    counts = local.port.data_counts(persona)
    assert (counts.rows, counts.files) == (
        (int(pages) * 1000, 0) if what == "rows" else (0, int(pages))
    )
    local.write(persona, "space again")


@pytest.mark.whole
def test_a_workspace_that_another_process_keeps_locked(
    local: Platform, workspace: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 1.0)
    persona = local.filled(1)
    other = sqlite3.connect(workspace, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert local.row_keys(persona) == ["T-1"]
    with refused(ErrorKind.TIMEOUT):
        local.write(persona, 2)
    other.execute("ROLLBACK")
    other.close()
    local.write(persona, 2)


def test_a_workspace_made_between_two_looks_is_no_foreign_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process makes the workspace while this one looks whether it is one."""
    path = tmp_path / "w.db"
    connect = opening._connect  # noqa: SLF001 - the moment between two statements has no other seam
    made: list[str] = []

    def spied(uri: str) -> sqlite3.Connection:
        connection = connect(uri)
        connection.set_trace_callback(between)
        return connection

    def between(statement: str) -> None:
        if statement != "PRAGMA user_version" or made:
            return
        made.append(statement)
        other = subprocess.run(
            [sys.executable, "-c", MAKE_WORKSPACE, str(path)], capture_output=True, check=False
        )
        made.append(other.stdout.decode())

    monkeypatch.setattr(opening, "_connect", spied)
    port = open_workspace(path)
    assert port.personas().items == []
    port.close()
    assert len(made) == 2


MAKE_WORKSPACE = """
import sys
from pathlib import Path
from ema_cli.errors import PlatformError
from ema_cli.platforms.local import open_workspace, opening
opening.BUSY_SECONDS = 0.2
try:
    print(open_workspace(Path(sys.argv[1])).platform_id)
except PlatformError as error:
    print(error)
"""
