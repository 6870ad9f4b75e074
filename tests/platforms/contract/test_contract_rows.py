"""Rows: writing, reading, editing, removing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ema_cli.errors import ErrorKind
from ema_cli.platforms.port import Row, RowEdit

if TYPE_CHECKING:
    from tests.platforms.conftest import Platform, Refused

law = settings(deadline=None, max_examples=40)

keys = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=20)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)
fields = st.dictionaries(st.text(), json_values, max_size=5)


def _exact(value: Any) -> str:
    """Text that tells 1 from 1.0, 0.0 from -0.0, and one order of keys from another."""
    return json.dumps(value)


@law
@given(rows=st.lists(st.tuples(keys, fields), max_size=8))
def test_rows_come_back_exactly_and_in_order(
    steady: Platform, rows: list[tuple[str, dict[str, Any]]]
) -> None:
    persona = steady.persona()
    steady.write(persona, *rows)
    first: dict[str, Any] = {}
    for key, value in rows:
        first.setdefault(key, value)
    read = steady.rows(persona)
    assert [row.key for row in read] == list(first)
    assert [_exact(row.fields) for row in read] == [_exact(value) for value in first.values()]
    assert all(not row.linked for row in read)


def test_large_and_odd_values_come_back_exactly(platform: Platform) -> None:
    persona = platform.persona()
    deep: Any = "end"
    for _ in range(120):
        deep = [{"a": deep}] if isinstance(deep, dict) else {"a": deep}
    values: list[dict[str, Any]] = [
        {"z": 1, "a": 2, "": 3, "\0": "\0"},
        {"big": 10**4299, "small": -(10**4000), "float": 1e308, "tiny": 5e-324, "zero": -0.0},
        {"text": "x" * 2_000_000},
        {"brackets": "[{" * 5000},
        {"document": {"text": "É\u2028\U0001f600\ufffe\x1b[31m"}},
        {"deep": deep},
        {},
    ]
    platform.write(persona, *((f"r{number}", value) for number, value in enumerate(values)))
    assert [_exact(row.fields) for row in platform.rows(persona)] == list(map(_exact, values))


def test_the_answer_tells_of_each_row(platform: Platform) -> None:
    persona = platform.persona()
    platform.write(persona, ("b", {}))
    rows = [Row(key, {}) for key in ("a", "b", "a", "c")]
    written = platform.port.write_rows(persona, rows, key="k")
    assert written.skipped_at == (1, 2)
    assert platform.port.write_rows(persona, rows, key="k") == written


def test_a_row_whose_key_exists_or_comes_twice_is_skipped(platform: Platform) -> None:
    persona = platform.persona()
    port = platform.port
    written = port.write_rows(
        persona, [Row("a", {"n": 1}), Row("b", {"n": 2}), Row("a", {"n": 3})], key="k"
    )
    assert (written.written, written.skipped) == (2, 1)
    assert len(written.skipped_at) == 1
    again = port.write_rows(persona, [Row("b", {"n": 4}), Row("c", {"n": 5})], key="l")
    assert (again.written, again.skipped) == (1, 1)
    assert [(row.key, row.fields["n"]) for row in platform.rows(persona)] == [
        ("a", 1),
        ("b", 2),
        ("c", 5),
    ]
    assert port.data_counts(persona).rows == 3


def test_keys_are_compared_exactly(platform: Platform) -> None:
    persona = platform.persona()
    keys = [
        "a",
        "A",
        "a ",
        " a",
        "\u00e9",
        "e\u0301",
        "%",
        "_",
        "x" * 1000,
        "\u2028",
        "'",
        '"',
        "\\",
    ]
    platform.write(persona, *((key, {}) for key in keys))
    assert platform.row_keys(persona) == keys
    assert platform.port.delete_rows(persona, ["A", "e\u0301", "*", "a\0"], key="d") == 2


@pytest.mark.parametrize(
    "key", ["", "x" * 1001, "a\nb", "a\0b", "\x7f", "\x85", "\ud800", "\U0001f600\udfff"]
)
def test_what_is_no_key_is_rejected(platform: Platform, key: str, refused: Refused) -> None:
    persona = platform.filled(2)
    before = platform.rows(persona)
    with refused(ErrorKind.REJECTED):
        platform.port.write_rows(persona, [Row("good", {}), Row(key, {})], key="k")
    with refused(ErrorKind.REJECTED):
        platform.port.edit_rows(persona, [RowEdit("T-1", before[0].revision, {}, key)], key="l")
    assert platform.rows(persona) == before


def _nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "value",
    [
        {"a": float("nan")},
        {"a": [float("inf")]},
        {"a": "\ud800"},
        {"\udfff": 1},
        {"a": b"bytes"},
        {"a": 10**5000},
        _nested(300),
        _nested(100_000),
        ["a"],
        None,
    ],
    ids=range(10),
)
def test_what_is_no_json_object_is_rejected_with_its_page(
    platform: Platform, value: Any, refused: Refused
) -> None:
    persona = platform.filled(2)
    before = platform.rows(persona)
    with refused(ErrorKind.REJECTED):
        platform.port.write_rows(persona, [Row("good", {}), Row("bad", value)], key="k")
    with refused(ErrorKind.REJECTED):
        edits = [RowEdit(row.key, row.revision, value) for row in before]
        platform.port.edit_rows(persona, edits, key="l")
    assert platform.rows(persona) == before


def test_more_than_a_page_is_rejected(platform: Platform, refused: Refused) -> None:
    persona = platform.filled(3)
    many = [f"r{number}" for number in range(1001)]
    with refused(ErrorKind.REJECTED):
        platform.port.write_rows(persona, [Row(key, {}) for key in many], key="w")
    with refused(ErrorKind.REJECTED):
        platform.port.edit_rows(persona, [RowEdit(key, 1, {}) for key in many], key="e")
    with refused(ErrorKind.REJECTED):
        platform.port.delete_rows(persona, many, key="d")
    assert platform.port.data_counts(persona).rows == 3


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 1000])
def test_pages_follow_each_other(platform: Platform, limit: int) -> None:
    persona, other = platform.filled(7), platform.filled(2)
    platform.write(persona, "last")
    platform.port.delete_rows(persona, ["T-2", "T-7"], key="d")
    assert [row.key for row in platform.rows(persona, limit=limit)] == [
        *("T-1", "T-3", "T-4", "T-5", "T-6", "T-last"),
    ]
    assert platform.row_keys(other) == ["T-1", "T-2"]


def test_a_page_goes_on_after_a_row_that_went(platform: Platform) -> None:
    persona = platform.filled(6)
    page = platform.port.rows(persona, limit=3)
    platform.port.delete_rows(persona, ["T-3", "T-4"], key="d")
    platform.write(persona, "new")
    rest = platform.port.rows(persona, after=page.after)
    assert [row.key for row in rest.items] == ["T-5", "T-6", "T-new"]


def test_a_row_that_comes_after_the_last_one_went_is_read(platform: Platform) -> None:
    persona = platform.filled(4)
    page = platform.port.rows(persona, limit=3)
    assert page.after is not None
    platform.port.delete_rows(persona, ["T-2", "T-3", "T-4"], key="d")
    platform.write(persona, "new")
    rest = platform.port.rows(persona, after=page.after)
    assert [row.key for row in rest.items] == ["T-new"]


def test_large_rows_come_in_smaller_pages(platform: Platform) -> None:
    persona = platform.persona()
    for number in range(6):
        platform.write(persona, (f"r{number}", {"text": "x" * 4_000_000}))
    page = platform.port.rows(persona)
    assert 0 < len(page.items) < 6
    assert platform.row_keys(persona) == [f"r{number}" for number in range(6)]


def test_edits_change_rows_in_place(platform: Platform) -> None:
    persona = platform.filled(3)
    before = platform.rows(persona)
    edited = platform.port.edit_rows(
        persona,
        [
            RowEdit("T-2", before[1].revision, {"new": 1}),
            RowEdit("T-1", before[0].revision, {"b": 1, "a": 2}, "first"),
            RowEdit("T-3", before[2].revision, before[2].fields, "T-3"),
        ],
        key="k",
    )
    assert (edited.edited, edited.stale) == (3, ())
    after = platform.rows(persona)
    assert [row.key for row in after] == ["first", "T-2", "T-3"]
    assert [_exact(row.fields) for row in after] == [
        '{"b": 1, "a": 2}',
        '{"new": 1}',
        _exact(before[2].fields),
    ]
    assert all(new.revision != old.revision for new, old in zip(after, before, strict=True))


def test_edits_of_rows_that_changed_or_went_are_stale(platform: Platform) -> None:
    persona = platform.filled(4)
    before = {row.key: row.revision for row in platform.rows(persona)}
    port = platform.port
    port.edit_rows(persona, [RowEdit("T-1", before["T-1"], {"by": "other"})], key="a")
    port.delete_rows(persona, ["T-2"], key="b")
    port.edit_rows(persona, [RowEdit("T-3", before["T-3"], {}, "moved")], key="c")
    edits = [RowEdit(key, revision, {"mine": 1}) for key, revision in before.items()]
    edited = port.edit_rows(persona, [*edits, RowEdit("T-4", before["T-4"], {})], key="d")
    assert edited.edited == 1
    assert edited.stale == ("T-1", "T-2", "T-3", "T-4")
    assert {row.key: row.fields for row in platform.rows(persona)} == {
        "T-1": {"by": "other"},
        "moved": {},
        "T-4": {"mine": 1},
    }
    assert port.edit_rows(persona, [*edits, RowEdit("T-4", before["T-4"], {})], key="d") == edited


def test_a_revision_never_comes_again(platform: Platform) -> None:
    persona = platform.filled(1)
    seen = set()
    port = platform.port
    for number in range(3):
        (row,) = platform.rows(persona)
        seen.add(row.revision)
        port.edit_rows(persona, [RowEdit("T-1", row.revision, {"n": number})], key=f"e{number}")
        (row,) = platform.rows(persona)
        seen.add(row.revision)
        port.delete_rows(persona, ["T-1"], key=f"d{number}")
        platform.write(persona, 1)
    assert len(seen) == 6


def test_a_taken_new_key_changes_nothing(platform: Platform, refused: Refused) -> None:
    persona = platform.filled(3)
    before = platform.rows(persona)
    first, second, _ = before
    for edits in (
        [RowEdit(first.key, first.revision, {}, "T-3")],
        [
            RowEdit(first.key, first.revision, {}, "same"),
            RowEdit(second.key, second.revision, {}, "same"),
        ],
        [RowEdit(first.key, first.revision, {}), RowEdit(second.key, second.revision, {}, "T-1")],
    ):
        with refused(ErrorKind.CONFLICT):
            platform.port.edit_rows(persona, edits, key=platform.key())
        assert platform.rows(persona) == before


def test_rows_can_change_keys_with_each_other(platform: Platform) -> None:
    persona = platform.filled(3)
    one, two, three = platform.rows(persona)
    platform.port.edit_rows(
        persona,
        [
            RowEdit(one.key, one.revision, one.fields, "T-2"),
            RowEdit(two.key, two.revision, two.fields, "T-1"),
            RowEdit(three.key, three.revision, three.fields, "T-9"),
        ],
        key="k",
    )
    assert [(row.key, row.fields["id"]) for row in platform.rows(persona)] == [
        *(("T-2", 1), ("T-1", 2), ("T-9", 3)),
    ]


def test_removing_rows_counts_those_that_were_there(platform: Platform) -> None:
    persona, other = platform.filled(5), platform.filled(5)
    port = platform.port
    assert port.delete_rows(persona, ["T-1", "T-3", "T-3", "none", ""], key="a") == 2
    assert platform.row_keys(persona) == ["T-2", "T-4", "T-5"]
    assert port.delete_rows(persona, [], key="b") == 0
    assert port.delete_rows(persona, None, key="c") == 3
    assert port.delete_rows(persona, None, key="d") == 0
    assert platform.rows(persona) == []
    platform.write(persona, 5, 1)
    assert platform.row_keys(persona) == ["T-5", "T-1"]
    assert len(platform.rows(other)) == 5


def test_removing_more_than_a_page_of_rows(platform: Platform) -> None:
    persona = platform.filled(2500)
    platform.version(persona)
    platform.write(persona, "after the version")
    assert platform.port.delete_rows(persona, None, key="k") == 2501
    assert platform.port.data_counts(persona).rows == 0
    assert platform.rows(persona) == []
    platform.write(persona, 1)
    assert platform.row_keys(persona) == ["T-1"]
    assert len(platform.rows(persona, version=1)) == 2500


def test_pages_written_by_another_are_seen_whole(platform: Platform) -> None:
    persona = platform.persona()
    process = platform.begin("append_pages", persona, 40)
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    while process.poll() is None:
        seen = platform.port.rows(persona).items
        assert len(seen) % 100 == 0
        counts = platform.port.data_counts(persona)
        assert counts.rows % 100 == 0
    assert platform.answer(process) == 40
    assert len(platform.rows(persona)) == 4000
