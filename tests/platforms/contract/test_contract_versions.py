"""Versions: what they keep, going back, removing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import ErrorKind
from ema_cli.platforms.fingerprint import fingerprint
from ema_cli.platforms.port import RowEdit

if TYPE_CHECKING:
    from ema_cli.values import JsonObject
    from tests.platforms.conftest import Platform, Refused


def _edit(platform: Platform, persona: str, key: str, new_key: str | None = None) -> None:
    (row,) = (row for row in platform.rows(persona) if row.key == key)
    edit = RowEdit(key, row.revision, {"edited": row.fields}, new_key)
    assert platform.port.edit_rows(persona, [edit], key=platform.key()).edited == 1


def _change_everything(platform: Platform, persona: str) -> None:
    port = platform.port
    changes: JsonObject = {
        "name": f"Other {platform.key()}",
        "description": "other",
        "enabled_by_user": True,
    }
    port.update_persona(persona, changes, key=platform.key())
    _edit(platform, persona, "T-1")
    _edit(platform, persona, "T-2", "renamed")
    port.delete_rows(persona, ["T-3"], key=platform.key())
    platform.write(persona, "new")
    platform.upload(persona, "a.txt", b"replaced", replace=True)
    port.delete_files(persona, ["b.txt"], key=platform.key())
    platform.upload(persona, "c.txt", b"new")


@pytest.fixture
def persona(platform: Platform) -> str:
    persona = platform.filled(5)
    platform.upload(persona, "a.txt", b"first")
    platform.upload(persona, "b.txt", b"second")
    return persona


def test_a_version_tells_what_it_keeps(platform: Platform, persona: str) -> None:
    version = platform.version(persona, "Created from somewhere\n[/x] É")
    assert (version.number, version.rows, version.files) == (1, 5, 2)
    assert version.message == "Created from somewhere\n[/x] É"
    assert version.fingerprint == fingerprint(platform.port.persona(persona).content)
    assert not version.unchanged
    assert version.created_at.endswith("Z")
    assert platform.port.version(persona, 1) == version
    assert platform.port.versions(persona).items == [version]


def test_a_version_keeps_everything(platform: Platform, persona: str) -> None:
    before = platform.state(persona)
    platform.version(persona)
    _change_everything(platform, persona)
    changed = platform.state(persona)
    assert changed != before
    assert platform.state(persona, version=1) == before
    platform.version(persona)
    platform.port.delete_rows(persona, None, key="rows")
    platform.port.delete_files(persona, None, key="files")
    assert platform.state(persona, version=1) == before
    assert platform.state(persona, version=2) == changed
    counts = platform.port.data_counts(persona, version=2)
    assert (counts.rows, counts.files) == (5, 2)


@pytest.mark.parametrize("limit", [1, 2, 1000])
def test_a_version_is_read_in_pages(platform: Platform, persona: str, limit: int) -> None:
    keys = platform.row_keys(persona)
    platform.version(persona)
    _change_everything(platform, persona)
    assert [row.key for row in platform.rows(persona, version=1, limit=limit)] == keys


def test_restoring_brings_back_exactly_what_was(platform: Platform, persona: str) -> None:
    before = platform.state(persona)
    first = platform.version(persona)
    _change_everything(platform, persona)
    changed = platform.state(persona)
    restored = platform.port.restore_version(persona, 1, key="r")
    assert platform.state(persona) == before
    assert restored.persona == platform.port.persona(persona)
    assert restored.saved_as == 2
    assert platform.state(persona, version=2) == changed
    again = platform.version(persona)
    assert (again.data_digest, again.fingerprint) == (first.data_digest, first.fingerprint)
    platform.port.restore_version(persona, 2, key="s")
    assert platform.state(persona) == changed


def test_life_goes_on_after_a_restore(platform: Platform, persona: str) -> None:
    platform.version(persona)
    _change_everything(platform, persona)
    platform.port.restore_version(persona, 1, key="r")
    before = platform.state(persona)
    _change_everything(platform, persona)
    changed = platform.state(persona)
    platform.version(persona)
    platform.port.restore_version(persona, 1, key="s")
    assert platform.state(persona) == before
    assert platform.state(persona, version=3) == changed
    platform.write(persona, 6)
    assert platform.row_keys(persona)[-1] == "T-6"


def test_a_restored_row_can_be_edited_by_its_revision(platform: Platform, persona: str) -> None:
    platform.version(persona)
    stale = {row.key: row.revision for row in platform.rows(persona)}
    _edit(platform, persona, "T-1")
    edited = platform.rows(persona)[0].revision
    platform.port.restore_version(persona, 1, key="r")
    (row,) = (row for row in platform.rows(persona) if row.key == "T-1")
    edits = [RowEdit("T-1", edited, {"late": True})]
    assert platform.port.edit_rows(persona, edits, key="late").stale == ("T-1",)
    assert row.fields["id"] == 1
    assert platform.rows(persona)[1].revision == stale["T-2"]
    edits = [RowEdit("T-1", row.revision, {"now": True})]
    assert platform.port.edit_rows(persona, edits, key="now").edited == 1


def test_a_revision_of_a_persona_does_not_come_again(platform: Platform, persona: str) -> None:
    seen = [platform.port.persona(persona).revision]
    platform.version(persona)
    for number in range(3):
        changes = {"description": f"d{number}"}
        seen.append(platform.port.update_persona(persona, changes, key=f"u{number}").revision)
        platform.port.restore_version(persona, 1, key=f"r{number}")
        seen.append(platform.port.persona(persona).revision)
    assert len(set(seen)) == len(seen)
    assert platform.port.persona(persona, version=1).revision == seen[0]


def test_the_same_again_is_a_version_that_says_so(platform: Platform, persona: str) -> None:
    first = platform.version(persona, "one")
    second = platform.version(persona, "two")
    assert (first.unchanged, second.unchanged) == (False, True)
    assert second.number == 2
    assert second.data_digest == first.data_digest
    platform.write(persona, "new")
    third = platform.version(persona)
    assert not third.unchanged
    platform.port.update_persona(persona, {"enabled_by_user": True}, key="u")
    fourth = platform.version(persona)
    assert not fourth.unchanged
    assert fourth.fingerprint == third.fingerprint
    platform.port.update_persona(persona, {"description": "x"}, key="v")
    assert platform.version(persona).fingerprint != third.fingerprint


def test_digests_tell_data_apart(platform: Platform) -> None:
    persona = platform.persona()
    rows: list[tuple[str, JsonObject]] = [("a", {"n": 1}), ("b", {"n": 2}), ("c", {"n": 3})]
    platform.write(persona, *rows)
    platform.upload(persona, "f", b"x")
    digests = [platform.version(persona).data_digest]
    for again in (
        [rows[1], rows[0], rows[2]],
        [rows[0], rows[1], ("d", {"n": 3})],
        [rows[0], rows[1], ("c", {"n": 3.0})],
        [("a", {"n": 2}), ("b", {"n": 1}), rows[2]],
        rows[:2],
    ):
        platform.port.delete_rows(persona, None, key=platform.key())
        platform.write(persona, *again)
        digests.append(platform.version(persona).data_digest)
    platform.port.delete_files(persona, None, key="d")
    digests.append(platform.version(persona).data_digest)
    assert len(set(digests)) == len(digests)


def test_equal_data_has_equal_digests_whatever_its_past(platform: Platform) -> None:
    plain, used = platform.persona(), platform.persona()
    platform.write(plain, 1, 2, 3, 4)
    platform.upload(plain, "f", b"x")
    platform.write(used, 0, 1, "x", 3, 9)
    _edit(platform, used, "T-9", "T-9b")
    platform.version(used)
    platform.port.delete_rows(used, ["T-0", "T-x", "T-9b"], key="a")
    (_, third) = platform.rows(used)
    platform.port.edit_rows(
        used, [RowEdit("T-3", third.revision, platform.rows(plain)[1].fields, "T-2")], key="b"
    )
    platform.write(used, 3, 4)
    platform.upload(used, "f", b"y")
    platform.upload(used, "f", b"x", replace=True)
    assert platform.rows(used) != []
    assert platform.state(used).rows == platform.state(plain).rows
    assert platform.version(used).data_digest == platform.version(plain).data_digest


def test_removed_and_written_again_is_unchanged(platform: Platform, persona: str) -> None:
    platform.version(persona)
    rows = [(row.key, row.fields) for row in platform.rows(persona)]
    platform.port.delete_rows(persona, None, key="d")
    platform.write(persona, *rows)
    assert platform.version(persona).unchanged


def test_numbers_are_never_used_again(platform: Platform, persona: str) -> None:
    for _ in range(4):
        platform.version(persona)
    port = platform.port
    assert port.delete_versions(persona, [4, 2, 2, 99, -1, 10**30], key="d") == 2
    assert [version.number for version in port.versions(persona).items] == [1, 3]
    assert platform.version(persona).number == 5
    assert port.delete_versions(persona, [1, 3, 5], key="e") == 3
    assert platform.version(persona).number == 6
    assert port.delete_versions(persona, [], key="f") == 0


def test_versions_are_listed_in_pages(platform: Platform, persona: str) -> None:
    for number in range(5):
        platform.version(persona, f"message {number}")
    platform.port.delete_versions(persona, [2], key="d")
    page = platform.port.versions(persona, limit=2)
    assert [version.number for version in page.items] == [1, 3]
    rest = platform.port.versions(persona, after=page.after, limit=2)
    assert [version.message for version in rest.items] == ["message 3", "message 4"]
    assert rest.after is None


def test_what_is_no_version_is_not_found(
    platform: Platform, persona: str, refused: Refused
) -> None:
    platform.version(persona)
    platform.version(persona)
    port = platform.port
    port.delete_versions(persona, [1], key="d")
    for number in (0, 1, 3, -1, 10**30):
        for call in (
            lambda number=number: port.version(persona, number),
            lambda number=number: port.persona(persona, version=number),
            lambda number=number: port.rows(persona, version=number),
            lambda number=number: port.files(persona, version=number),
            lambda number=number: port.data_counts(persona, version=number),
            lambda number=number: platform.content(persona, "a.txt", version=number),
            lambda number=number: port.restore_version(persona, number, key=platform.key()),
        ):
            with refused(ErrorKind.NOT_FOUND):
                call()
    assert len(port.versions(persona).items) == 1


def test_removing_versions_leaves_the_others(platform: Platform, persona: str) -> None:
    states = []
    for _ in range(5):
        states.append(platform.state(persona))
        version = platform.version(persona)
        rows = platform.rows(persona)
        _edit(platform, persona, rows[version.number % len(rows)].key)
        platform.write(persona, f"in {version.number}")
        platform.port.delete_rows(persona, [rows[0].key], key=platform.key())
        platform.upload(persona, "a.txt", f"{version.number}".encode(), replace=True)
    now = platform.state(persona)
    for gone in ([2], [3, 1], [5]):
        platform.port.delete_versions(persona, gone, key=platform.key())
        for version in platform.port.versions(persona).items:
            assert platform.state(persona, version.number) == states[version.number - 1]
    platform.port.restore_version(persona, 4, key="r")
    assert platform.state(persona) == states[3]
    assert platform.state(persona, version=6) == now


@pytest.mark.parametrize("message", ["", "x" * 4096, "é" * 2048, "a\0b\x1b"])
def test_any_message_of_four_kilobytes(platform: Platform, persona: str, message: str) -> None:
    platform.version(persona, message)
    assert platform.port.version(persona, 1).message == message


@pytest.mark.parametrize("message", ["x" * 4097, "é" * 2049, "\ud800"])
def test_no_longer_message(
    platform: Platform, persona: str, message: str, refused: Refused
) -> None:
    with refused(ErrorKind.REJECTED):
        platform.version(persona, message)
    assert platform.port.versions(persona).items == []


def test_a_name_that_was_taken_meanwhile(
    platform: Platform, persona: str, refused: Refused
) -> None:
    name = platform.port.persona(persona).content.name
    platform.version(persona)
    platform.port.update_persona(persona, {"name": "Moved"}, key="u")
    _edit(platform, persona, "T-1")
    other = platform.persona(name)
    before = platform.state(persona)
    with refused(ErrorKind.CONFLICT):
        platform.port.restore_version(persona, 1, key="r")
    assert platform.state(persona) == before
    assert len(platform.port.versions(persona).items) == 1
    platform.port.delete_persona(other, key="d")
    assert platform.port.restore_version(persona, 1, key="r").persona.content.name == name


def test_linked_data_is_kept_as_a_link(platform: Platform, persona: str, refused: Refused) -> None:
    source = platform.filled(2)
    platform.upload(source, "l.txt", b"linked")
    link = platform.port.link_data(source, persona, include=["rows", "files"], key="l")
    assert (link.rows, link.files) == (0, 1)
    platform.port.delete_rows(persona, None, key="d")
    before = platform.state(persona)
    version = platform.version(persona)
    assert (version.rows, version.files) == (2, 3)
    counts = platform.port.data_counts(persona, version=1)
    assert (counts.linked_rows, counts.linked_files) == (2, 1)
    platform.write(persona, "own")
    assert platform.state(persona, version=1) == before

    platform.write(source, "more")
    changed = platform.state(persona)
    with refused(ErrorKind.CONFLICT):
        platform.port.restore_version(persona, 1, key="r")
    with refused(ErrorKind.CONFLICT):
        platform.rows(persona, version=1)
    assert platform.port.version(persona, 1) == version
    assert platform.port.data_counts(persona, version=1) == counts
    assert platform.state(persona) == changed

    platform.port.delete_rows(source, ["T-more"], key="undo")
    platform.port.restore_version(persona, 1, key="r")
    assert platform.state(persona) == before


def test_restoring_undoes_a_link(platform: Platform, persona: str, refused: Refused) -> None:
    source = platform.persona()
    platform.write(source, "linked")
    before = platform.state(persona)
    platform.version(persona)
    platform.port.link_data(source, persona, include=["rows"], key="l")
    linked = platform.state(persona)
    platform.port.restore_version(persona, 1, key="r")
    assert platform.state(persona) == before
    assert platform.port.linked_sources(persona) == []
    platform.port.restore_version(persona, 2, key="s")
    assert platform.state(persona) == linked
    platform.port.restore_version(persona, 1, key="t")
    platform.port.delete_persona(source, key="d")
    with refused(ErrorKind.CONFLICT):
        platform.port.restore_version(persona, 2, key="u")
    assert platform.state(persona) == before


def test_a_restore_closes_no_ring(platform: Platform, refused: Refused) -> None:
    one, two = platform.filled(1), platform.persona()
    platform.version(two)
    platform.port.link_data(one, two, include=["rows"], key="a")
    platform.version(two)
    platform.port.restore_version(two, 1, key="b")
    platform.port.link_data(two, one, include=["rows"], key="c")
    with refused(ErrorKind.CONFLICT):
        platform.port.restore_version(two, 2, key="d")
    assert platform.port.linked_sources(two) == []


def test_restoring_many_rows(platform: Platform) -> None:
    persona = platform.filled(2300)
    before = platform.state(persona)
    platform.version(persona)
    platform.port.delete_rows(persona, None, key="d")
    platform.write(persona, *range(2000, 2400))
    platform.port.restore_version(persona, 1, key="r")
    assert platform.state(persona) == before
    platform.port.restore_version(persona, 2, key="s")
    assert len(platform.rows(persona)) == 400
