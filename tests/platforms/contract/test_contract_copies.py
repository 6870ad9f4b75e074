"""Copying inside the platform, and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import ErrorKind
from ema_cli.platforms.port import RowEdit, copied_row_key

if TYPE_CHECKING:
    from ema_cli.platforms.port import DataKind
    from tests.platforms.conftest import Platform, Refused

BOTH: tuple[DataKind, ...] = ("rows", "files")


def _link(platform: Platform, source: str, target: str, *include: DataKind) -> tuple[int, int]:
    linked = platform.port.link_data(source, target, include=include or BOTH, key=platform.key())
    return linked.rows, linked.files


@pytest.mark.parametrize("limit", [1, 3, 1000])
def test_copied_rows_have_the_fields_and_order_of_the_source(
    platform: Platform, limit: int
) -> None:
    source, target = platform.filled(7), platform.persona()
    platform.write(target, "own")
    assert platform.copy(source, target, limit) == (7, 0)
    copies = platform.rows(target)[1:]
    rows = platform.rows(source)
    assert [row.fields for row in copies] == [row.fields for row in rows]
    identity = platform.port.platform_id
    assert [row.key for row in copies] == [
        copied_row_key(identity, source, row.key) for row in rows
    ]


def test_copying_again_adds_what_is_new(platform: Platform) -> None:
    source, target = platform.filled(4), platform.persona()
    platform.copy(source, target)
    platform.write(source, "new")
    copied = platform.rows(target)
    platform.port.edit_rows(
        target, [RowEdit(copied[0].key, copied[0].revision, {"sanitized": 1})], key="e"
    )
    assert platform.copy(source, target) == (1, 4)
    assert platform.rows(target)[0].fields == {"sanitized": 1}
    assert len(platform.rows(target)) == 5


def test_a_persona_is_not_copied_into_itself(platform: Platform, refused: Refused) -> None:
    persona, other = platform.filled(2), platform.persona()
    _link(platform, persona, other)
    for source in (persona, other):
        with refused(ErrorKind.REJECTED):
            platform.copy(source, persona)
    assert platform.row_keys(persona) == ["T-1", "T-2"]


def test_the_platform_has_a_name_of_its_own(platform: Platform) -> None:
    assert platform.port.platform_id
    assert platform.open().platform_id == platform.port.platform_id


def test_linked_data_is_shown_after_own_data(platform: Platform) -> None:
    source, target = platform.filled(3), platform.persona()
    platform.write(target, "own")
    platform.upload(target, "own.txt", b"own")
    platform.upload(source, "a.txt", b"linked")
    assert _link(platform, source, target) == (3, 1)
    rows = platform.rows(target, limit=2)
    assert [(row.key, row.linked) for row in rows] == [
        *(("T-own", False), ("T-1", True), ("T-2", True), ("T-3", True)),
    ]
    files = platform.port.files(target)
    assert [(info.name, info.linked) for info in files] == [("a.txt", True), ("own.txt", False)]
    assert platform.content(target, "a.txt") == b"linked"
    counts = platform.port.data_counts(target)
    assert (counts.rows, counts.linked_rows) == (4, 3)
    assert (counts.files, counts.linked_files) == (2, 1)
    assert platform.port.linked_sources(target) == [source]
    assert platform.port.linked_sources(source) == []
    assert platform.port.data_counts(source).linked_rows == 0


def test_a_link_shows_what_the_source_has_now(platform: Platform) -> None:
    source, target = platform.filled(2), platform.persona()
    _link(platform, source, target)
    platform.write(source, "new")
    platform.port.delete_rows(source, ["T-1"], key="d")
    assert platform.row_keys(target) == ["T-2", "T-new"]
    assert platform.port.data_counts(target).rows == 2


def test_linking_twice_changes_nothing_and_kinds_add_up(platform: Platform) -> None:
    source, target = platform.filled(2), platform.persona()
    platform.upload(source, "a.txt", b"x")
    assert _link(platform, source, target, "rows") == (2, 0)
    assert platform.port.files(target) == []
    state = platform.state(target)
    assert _link(platform, source, target, "rows") == (2, 0)
    assert platform.state(target) == state
    assert _link(platform, source, target, "files") == (0, 1)
    assert len(platform.rows(target)) == 2
    assert len(platform.port.files(target)) == 1
    assert platform.port.linked_sources(target) == [source]


def test_links_are_followed_and_nobody_is_shown_twice(platform: Platform) -> None:
    base, left, right, top = (platform.persona() for _ in range(4))
    for persona, row in ((base, "base"), (left, "left"), (right, "right"), (top, "top")):
        platform.write(persona, row)
    _link(platform, base, left)
    _link(platform, base, right)
    _link(platform, left, top)
    assert _link(platform, right, top)[0] == 2
    assert platform.row_keys(top) == ["T-top", "T-left", "T-base", "T-right"]
    assert [row.key for row in platform.rows(top, limit=1)] == platform.row_keys(top)
    assert platform.port.data_counts(top).linked_rows == 3
    assert platform.port.linked_sources(top) == [left, right]
    assert platform.copy(top, platform.persona()) == (4, 0)


def test_an_own_row_hides_a_linked_one_of_its_key(platform: Platform) -> None:
    source, target = platform.filled(3), platform.persona()
    platform.write(target, ("T-2", {"own": True}), "own")
    assert _link(platform, source, target)[0] == 2
    assert platform.row_keys(target) == ["T-2", "T-own", "T-1", "T-3"]
    assert platform.rows(target)[0].fields == {"own": True}
    counts = platform.port.data_counts(target)
    assert (counts.rows, counts.linked_rows) == (4, 2)
    platform.write(target, *range(1, 4))
    assert platform.row_keys(target) == ["T-2", "T-own", "T-1", "T-3"]
    assert platform.port.data_counts(target).linked_rows == 0
    platform.port.delete_rows(target, ["T-1", "T-2"], key="d")
    assert platform.row_keys(target) == ["T-own", "T-3", "T-1", "T-2"]


def test_an_own_file_hides_a_linked_one_of_its_name(platform: Platform) -> None:
    source, target = platform.persona(), platform.persona()
    platform.upload(source, "a.txt", b"linked")
    _link(platform, source, target)
    assert platform.upload(target, "a.txt", b"own")
    (info,) = platform.port.files(target)
    assert not info.linked
    assert platform.content(target, "a.txt") == b"own"
    assert platform.port.data_counts(target).linked_files == 0
    assert platform.port.delete_files(target, None, key="d") == 1
    assert platform.content(target, "a.txt") == b"linked"


def test_linked_data_cannot_be_changed(platform: Platform, refused: Refused) -> None:
    source, target = platform.filled(2), platform.persona()
    platform.upload(source, "a.txt", b"linked")
    _link(platform, source, target)
    platform.write(target, "own")
    own, linked, _ = platform.rows(target)
    with refused(ErrorKind.REJECTED):
        platform.port.edit_rows(
            target,
            [RowEdit(own.key, own.revision, {}), RowEdit(linked.key, linked.revision, {})],
            key="e",
        )
    assert platform.rows(target)[0] == own
    assert platform.port.delete_rows(target, ["T-1"], key="a") == 0
    assert platform.port.delete_rows(target, None, key="b") == 1
    assert platform.port.delete_files(target, ["a.txt"], key="c") == 0
    assert platform.row_keys(source) == ["T-1", "T-2"]
    assert len(platform.rows(target)) == 2


def test_copies_of_linked_rows_are_own_rows(platform: Platform) -> None:
    base, source, target = platform.filled(2), platform.persona(), platform.persona()
    platform.upload(base, "a.txt", b"x")
    platform.write(source, "own")
    _link(platform, base, source)
    assert platform.copy(source, target) == (3, 0)
    assert platform.port.copy_file(source, target, "a.txt", key="f").written
    platform.port.delete_rows(base, None, key="d")
    assert [(row.fields["id"], row.linked) for row in platform.rows(target)] == [
        *(("own", False), (1, False), (2, False)),
    ]
    assert not platform.port.files(target)[0].linked


def test_a_ring_of_links_is_rejected(platform: Platform, refused: Refused) -> None:
    one, two, three = (platform.filled(1) for _ in range(3))
    _link(platform, one, two, "rows")
    _link(platform, two, three, "files")
    for source, target in ((one, one), (two, one), (three, one), (three, two)):
        with refused(ErrorKind.REJECTED):
            _link(platform, source, target)
    assert platform.port.linked_sources(one) == []


def test_a_link_names_what_it_shows(platform: Platform, refused: Refused) -> None:
    source, target = platform.filled(1), platform.persona()
    with refused(ErrorKind.REJECTED):
        platform.port.link_data(source, target, include=[], key="k")


def test_a_linked_source_cannot_be_removed(platform: Platform, refused: Refused) -> None:
    source, target = platform.filled(2), platform.persona()
    _link(platform, source, target)
    with refused(ErrorKind.CONFLICT):
        platform.port.delete_persona(source, key="a")
    assert len(platform.rows(target)) == 2
    platform.port.delete_persona(target, key="b")
    platform.port.delete_persona(source, key="c")
    assert platform.port.personas().items == []


def test_a_long_chain_of_links(platform: Platform) -> None:
    chain = [platform.filled(1)]
    for number in range(60):
        chain.append(platform.persona())
        platform.write(chain[-1], f"own {number}")
        _link(platform, chain[-2], chain[-1])
    assert len(platform.rows(chain[-1], limit=7)) == 61
    assert platform.port.data_counts(chain[-1]).linked_rows == 60
    assert platform.version(chain[-1]).rows == 61
