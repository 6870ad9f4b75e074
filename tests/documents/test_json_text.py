"""JSON documents as text: valid everywhere, whatever they hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ema_cli.documents.json_text import encode

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from ema_cli.values import JsonValue


def test_form() -> None:
    assert encode({"name": "Zoë", "list": [1, None]}) == (
        '{\n  "name": "Zoë",\n  "list": [\n    1,\n    null\n  ]\n}\n'
    )


def test_order_is_kept() -> None:
    assert list(json.loads(encode({"b": 1, "a": 2}))) == ["b", "a"]


def test_documents_read_back(json_values: SearchStrategy[JsonValue]) -> None:
    @settings(max_examples=300, deadline=None)
    @given(json_values)
    def back(found: JsonValue) -> None:
        assert json.loads(encode(found)) == found
        assert encode(found, ascii_only=True).isascii()
        assert json.loads(encode(found, ascii_only=True)) == found

    back()


@given(st.text(st.characters(categories=["Cs", "Cc", "Ll"]), max_size=8))
def test_half_surrogate_pairs_and_control_characters_are_escapes(text: str) -> None:
    for ascii_only in (False, True):
        encoded = encode([text], ascii_only=ascii_only)
        # Halves that stand side by side are joined by every reader of JSON.
        joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        assert json.loads(encoded.encode("utf-8")) == [joined]
        assert not any("\x7f" <= c <= "\x9f" for c in encoded)


def test_no_number_that_is_none() -> None:
    with pytest.raises(ValueError, match="JSON"):
        encode(float("nan"))
