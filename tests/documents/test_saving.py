"""Files are saved whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ema_cli.documents.saving import check_writable, save
from ema_cli.errors import EmaError, ErrorKind, InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = os.geteuid() == 0


def test_saves_text_and_pieces(tmp_path: Path) -> None:
    save(tmp_path / "a.json", "é😀\n")
    save(tmp_path / "b.json", iter(["é", "😀\n"]))
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.json", "b.json"]


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")

    def broken() -> Iterator[str]:
        yield "new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        save(path, broken())
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_permissions(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        save(tmp_path / "new", "x")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "kept").write_text("x")
    (tmp_path / "kept").chmod(0o600)
    save(tmp_path / "kept", "y")
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o600


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "real").write_text("old")
    (tmp_path / "link").symlink_to("folder/real")
    save(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "real").read_text() == "new"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        check_writable(pipe)
        save(pipe, "through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_pipe_that_nobody_reads_is_an_error(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EmaError) as caught:
        save(tmp_path / "pipe", "x")
    assert caught.value.kind is ErrorKind.OUTPUT


def test_the_null_device_stays_one() -> None:
    check_writable(Path(os.devnull))
    save(Path(os.devnull), "x")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.mark.parametrize("name", ["missing/a.json", "folder", "file/a.json"])
def test_checked_before_work_begins(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput) as caught:
        check_writable(tmp_path / name)
    assert caught.value.kind is ErrorKind.USAGE
    with pytest.raises(EmaError):
        save(tmp_path / name, "x")


@pytest.mark.skipif(ROOT, reason="the superuser may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InvalidInput):
        check_writable(tmp_path / "a.json")
    with pytest.raises(EmaError) as caught:
        save(tmp_path / "a.json", "x")
    tmp_path.chmod(0o700)
    assert caught.value.kind is ErrorKind.OUTPUT


def test_no_path_at_all() -> None:
    with pytest.raises(InvalidInput):
        check_writable(Path("a\0b"))


def test_relative_to_home(isolated: Path) -> None:
    save(Path("~/a.json"), "x")
    assert (isolated / "a.json").read_text() == "x"
