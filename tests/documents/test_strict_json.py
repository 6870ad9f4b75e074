"""Strict JSON: what JSON's grammar leaves open is refused, and nothing of the text is shown."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ema_cli.documents.strict_json import NotJson, decode

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_reads_what_json_writes(value: object) -> None:
    assert decode(json.dumps(value)) == value
    assert decode(json.dumps(value, ensure_ascii=False)) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expecting value"),
        ('{"a": 1, "a": 2}', "the same key stands twice in an object"),
        ('[{"x": {"a": 1, "a": 1}}]', "the same key stands twice in an object"),
        ("NaN", "NaN is no JSON number"),
        ("[-Infinity]", "-Infinity is no JSON number"),
        ("1e999", "a number that is too large"),
        ('"\\ud800"', "half of a surrogate pair"),
        ('{"\\udc00": 1}', "half of a surrogate pair"),
        ("9" * 5000, "an integer of more than 4,300 digits"),
        ("[" * 101 + "]" * 101, "nested deeper than 100 levels"),
        ("[" * 100_000, "nested deeper than 100 levels"),
        ('{"a":1}' * 2, "extra data"),
    ],
)
def test_refuses(text: str, message: str) -> None:
    with pytest.raises(NotJson) as caught:
        decode(text)
    assert caught.value.message == message


def test_brackets_in_strings_are_no_levels() -> None:
    text = json.dumps(["[" * 300 + '"\\' + "{" * 300])
    assert decode(text) == json.loads(text)


def test_pairs_of_surrogates_are_joined() -> None:
    assert decode('"\\ud83d\\ude00"') == "😀"


def test_tells_line_and_column() -> None:
    with pytest.raises(NotJson) as caught:
        decode('{"a": 1,\n "b": nope}')
    assert (caught.value.line, caught.value.column) == (2, 7)
    assert "nope" not in caught.value.message
