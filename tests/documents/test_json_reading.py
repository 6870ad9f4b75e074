"""JSON is read strictly, with places."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from ema_cli.documents.json_reading import read_json
from ema_cli.documents.limits import Limits
from ema_cli.documents.nodes import Listing, Mapping, value
from ema_cli.errors import InvalidInput

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from ema_cli.values import JsonValue


def problems(text: str, limits: Limits | None = None) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        read_json(text.encode(), "f", limits=limits or Limits())
    return [f"{p.place}: {p.message}" for p in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "f:1:1: a value is missing here"),
        ("[1,]", "f:1:4: a value is missing here"),
        ("[1 2]", "f:1:4: a ',' or ']' is missing here"),
        ('{"a" 1}', "f:1:6: a ':' is missing here"),
        ('{"a": 1,}', "f:1:9: a key in double quotes is missing here"),
        ("{a: 1}", "f:1:2: a key in double quotes is missing here"),
        ('{\n "a": 1,\n "a": 2}', "f:3:2: this key stands twice in its object"),
        ("[1, [2", "f:1:5: this '[' is never closed"),
        ('{"a": {"b": 1}', "f:1:1: this '{' is never closed"),
        ('["abc', "f:1:2: this quote is never closed"),
        ('["a\nb"]', "f:1:4: a control character or line break is not allowed in a text"),
        ('["\\x"]', "f:1:3: this \\ begins no escape that JSON knows"),
        ('["\\ud83d"]', "f:1:2: half of a surrogate pair is no character"),
        ("[NaN]", "f:1:2: this is no JSON value"),
        ("[-Infinity]", "f:1:2: this is no JSON value"),
        ("['a']", "f:1:2: a value is missing here"),
        ("[True]", "f:1:2: this is no JSON value"),
        ("[01]", "f:1:3: a ',' or ']' is missing here"),
        ("[1e999]", "f:1:2: a number that is too large"),
        (f"[{'9' * 4301}]", "f:1:2: an integer of more than 4,300 digits"),
        ("{} {}", "f:1:4: there is text after the document"),
        ("[// no\n]", "f:1:2: a value is missing here"),
        ("[" * 101, "f:1:101: nested deeper than 100 levels"),
    ],
)
def test_refused(text: str, problem: str) -> None:
    assert problems(text) == [problem]


def test_lesser_problems_come_at_once() -> None:
    assert len(problems('{"a": 1, "a": 2, "b": "\\ud800", "b": 3}')) == 3


def test_limits() -> None:
    assert problems('{"a": 1}', Limits(nodes=2)) == ["f:1:7: more than 2 keys and values"]
    assert problems("[1]", Limits(size=2))[0].startswith("f:1:1: the file is larger")


def test_places() -> None:
    root = read_json('\ufeff{"é": [1,\r\n  "😀", {"b": null}]}'.encode(), "f")
    assert isinstance(root, Mapping)
    assert str(root.keys["é"].place) == "f:1:2"
    listing = root.items["é"]
    assert isinstance(listing, Listing)
    assert [str(item.place) for item in listing.items] == ["f:1:8", "f:2:3", "f:2:8"]


def test_what_json_writes_reads_back(json_values: SearchStrategy[JsonValue]) -> None:
    @settings(max_examples=300, deadline=None)
    @given(json_values)
    def back(found: JsonValue) -> None:
        for text in (json.dumps(found), json.dumps(found, ensure_ascii=False, indent=1)):
            assert repr(value(read_json(text.encode(), "f"))) == repr(found)

    back()
