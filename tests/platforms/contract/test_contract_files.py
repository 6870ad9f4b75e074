"""Files: writing, reading, copying, removing."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ema_cli.errors import ErrorKind
from ema_cli.platforms.port import FileInfo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.platforms.conftest import Platform, Refused

law = settings(deadline=None, max_examples=40)


@law
@given(chunks=st.lists(st.binary(max_size=2000), max_size=5))
def test_bytes_come_back_exactly(steady: Platform, chunks: list[bytes]) -> None:
    persona = steady.persona()
    content = b"".join(chunks)
    written = steady.port.write_file(persona, "a.bin", "x/y", iter(chunks), key=steady.key())
    assert written.written
    assert written.file == FileInfo("a.bin", "x/y", len(content), sha256(content).hexdigest())
    assert steady.port.files(persona) == [written.file]
    assert steady.content(persona, "a.bin") == content


def test_a_large_file_comes_in_chunks(platform: Platform) -> None:
    persona = platform.persona()
    content = os.urandom(5 << 20)
    platform.upload(persona, "a.bin", content)
    with platform.port.open_file(persona, "a.bin") as stream:
        chunks = list(stream)
    assert max(map(len, chunks)) <= 1 << 20
    assert b"".join(chunks) == content


def test_the_same_bytes_under_the_name_are_skipped(platform: Platform) -> None:
    persona = platform.persona()
    first = platform.port.write_file(persona, "a.txt", "text/plain", [b"x"], key="k")
    again = platform.port.write_file(persona, "a.txt", "text/other", [b"x"], key="l")
    assert (again.written, again.file) == (False, first.file)
    replaced = platform.port.write_file(
        persona, "a.txt", "text/plain", [b"x"], replace=True, key="m"
    )
    assert not replaced.written


def test_other_bytes_under_the_name(platform: Platform, refused: Refused) -> None:
    persona = platform.persona()
    platform.upload(persona, "a.txt", b"old")
    with refused(ErrorKind.CONFLICT):
        platform.upload(persona, "a.txt", b"new")
    assert platform.content(persona, "a.txt") == b"old"
    assert platform.upload(persona, "a.txt", b"new", replace=True)
    assert platform.content(persona, "a.txt") == b"new"
    assert platform.port.data_counts(persona).files == 1


NAMES = [
    *("a", ".hidden", "a b.txt", "É.txt", "e\u0301.txt", "x" * 255, "-rf", "con", "~", "*", "%2F"),
    *("a?b#c.txt", "\U0001f600", "[bold]", "..a", "a..", "a;b&c=d.txt", "'\"", "{}"),
]


def test_odd_names_are_kept(platform: Platform) -> None:
    persona = platform.persona()
    for name in NAMES:
        platform.upload(persona, name, name.encode())
    assert [info.name for info in platform.port.files(persona)] == sorted(NAMES)
    for name in NAMES:
        assert platform.content(persona, name) == name.encode()
    assert platform.port.delete_files(persona, NAMES, key="d") == len(NAMES)


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "a/b",
        "/a",
        "a\\b",
        "../a",
        "a\0",
        "a\nb",
        "\x7f",
        "\ud800",
        "x" * 256,
        "é" * 128,
    ],
)
def test_what_is_no_base_name_is_rejected(platform: Platform, name: str, refused: Refused) -> None:
    persona = platform.persona()
    with refused(ErrorKind.REJECTED):
        platform.upload(persona, name, b"x")
    assert platform.port.files(persona) == []


def test_an_unknown_file_is_not_found(platform: Platform, refused: Refused) -> None:
    persona, other = platform.persona(), platform.persona()
    platform.upload(other, "b.txt", b"x")
    for name in ("a.txt", "b.txt", "", "..", "a/b", "\ud800"):
        with refused(ErrorKind.NOT_FOUND):
            platform.content(persona, name)
    with refused(ErrorKind.NOT_FOUND):
        platform.port.copy_file(persona, other, "a.txt", key="k")


def test_a_stream_that_fails_leaves_nothing(platform: Platform) -> None:
    persona = platform.persona()

    def chunks() -> Iterator[bytes]:
        yield b"half"
        raise LookupError

    with pytest.raises(LookupError):
        platform.port.write_file(persona, "a.txt", "text/plain", chunks(), key="k")
    assert platform.port.files(persona) == []
    written = platform.port.write_file(persona, "a.txt", "text/plain", [b"whole"], key="k")
    assert written.written


def test_a_file_is_copied_from_its_own_platform(platform: Platform) -> None:
    source, target = platform.persona(), platform.persona()
    platform.upload(source, "a.txt", b"content")

    with platform.port.open_file(source, "a.txt") as chunks:
        platform.port.write_file(target, "a.txt", "text/plain", chunks, key="k")
    assert platform.content(target, "a.txt") == b"content"


def test_copying_leaves_a_file_of_the_name_alone(platform: Platform) -> None:
    source, target = platform.persona(), platform.persona()
    platform.upload(source, "a.txt", b"new")
    platform.upload(source, "b.txt", b"same")
    platform.upload(target, "a.txt", b"old")
    left = platform.port.copy_file(source, target, "a.txt", key="a")
    assert (left.written, left.file.size) == (False, 3)
    assert platform.content(target, "a.txt") == b"old"
    copied = platform.port.copy_file(source, target, "b.txt", key="b")
    assert copied.written
    assert copied.file == platform.port.files(source)[1]
    assert not platform.port.copy_file(source, target, "b.txt", key="c").written
    platform.port.delete_persona(source, key="d")
    assert platform.content(target, "b.txt") == b"same"


def test_removing_files_counts_those_that_were_there(platform: Platform) -> None:
    persona = platform.persona()
    for name in ("a", "b", "c", "d"):
        platform.upload(persona, name, b"shared")
    assert platform.port.delete_files(persona, ["a", "a", "none", "", "a/b"], key="k") == 1
    assert platform.content(persona, "b") == b"shared"
    assert platform.port.delete_files(persona, [], key="l") == 0
    assert platform.port.delete_files(persona, None, key="m") == 3
    assert platform.port.delete_files(persona, None, key="n") == 0
    assert platform.port.files(persona) == []


def test_a_file_that_is_being_read_can_be_removed(platform: Platform) -> None:
    persona = platform.persona()
    content = os.urandom(3 << 20)
    platform.upload(persona, "a", content)
    with platform.port.open_file(persona, "a") as chunks:
        read = next(chunks)
        platform.open().delete_files(persona, None, key="d")
        read += b"".join(chunks)
    assert read == content


def test_a_killed_upload_leaves_nothing_to_see(platform: Platform) -> None:
    persona = platform.persona()
    process = platform.begin("die_in_upload", persona, 3_000_000)
    process.communicate("go\n", timeout=60)
    assert process.returncode < 0
    assert platform.port.files(persona) == []
    assert platform.upload(persona, "half.bin", b"whole")
