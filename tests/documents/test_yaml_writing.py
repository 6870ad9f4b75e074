"""What the writer writes reads back as the same values, and reads well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given, settings

from ema_cli.documents.limits import BUNDLE_LIMITS
from ema_cli.documents.nodes import value
from ema_cli.documents.reading import read
from ema_cli.documents.writing import chunks, dump
from ema_cli.errors import EmaError, ErrorKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import SearchStrategy

    from ema_cli.values import JsonValue


def back(text: str, *, pure: bool = False) -> JsonValue:
    return value(read(text.encode(), "f", pure=pure, limits=BUNDLE_LIMITS))


def lazily(found: Any) -> Any:
    """Make iterators of all lists."""
    if isinstance(found, list):
        return iter([lazily(item) for item in found])
    if isinstance(found, dict):
        return {key: lazily(item) for key, item in found.items()}
    return found


def survive(json_values: SearchStrategy[JsonValue], examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(json_values)
    def survives(found: JsonValue) -> None:
        text = dump(found)
        assert "".join(chunks(found)) == "".join(chunks(lazily(found))) == text
        if found is not None:
            assert repr(back(text)) == repr(back(text, pure=True)) == repr(found)

    survives()


def test_load_of_dump(json_values: SearchStrategy[JsonValue]) -> None:
    survive(json_values, 500)


@pytest.mark.whole
def test_load_of_dump_at_length(json_values: SearchStrategy[JsonValue]) -> None:
    survive(json_values, 20_000)


def test_other_readers_of_yaml_read_it_alike(json_values: SearchStrategy[JsonValue]) -> None:
    """PyYAML's own rules are those of YAML 1.1, which takes more for numbers than we do."""

    @settings(max_examples=200, deadline=None)
    @given(json_values)
    def alike(found: JsonValue) -> None:
        assert repr(yaml.safe_load(dump(found))) == repr(found)

    alike()


def test_block_style() -> None:
    written: JsonValue = {
        "persona": {"name": "Acme support", "tags": ["a", "b"], "none": {}, "empty": []},
        "rows": [
            {"key": "r1", "fields": {"note": "one\ntwo\n", "n": 1, "NO": "NO"}},
            [["x"], []],
        ],
    }
    assert dump(written) == (
        "persona:\n"
        "  name: Acme support\n"
        "  tags:\n"
        "    - a\n"
        "    - b\n"
        "  none: {}\n"
        "  empty: []\n"
        "rows:\n"
        "  - key: r1\n"
        "    fields:\n"
        "      note: |\n"
        "        one\n"
        "        two\n"
        '      "n": 1\n'
        '      "NO": "NO"\n'
        "  - - - x\n"
        "    - []\n"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain words, and more", "plain words, and more"),
        ("Zoë", "Zoë"),
        ("$source", '"$source"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        ("- a", '"- a"'),
        ("2026-01-05", '"2026-01-05"'),
        ("no", '"no"'),
        ("", '""'),
        (" a", '" a"'),
        ("a\u00a0b", '"a\u00a0b"'),
        ("a\x7f\u2028", '"a\\u007f\\u2028"'),
        ("two\nlines", "|-\n  two\n  lines"),
        ("two\nlines\n", "|\n  two\n  lines"),
        ("two\nlines\n\n", "|+\n  two\n  lines\n"),
        ("a\n  b", "|-\n  a\n    b"),
        (" a\nb", '" a\\nb"'),
        ("a \nb", '"a \\nb"'),
        ("a\r\nb", '"a\\r\\nb"'),
        ("\n", '"\\n"'),
    ],
)
def test_forms_of_texts(text: str, written: str) -> None:
    assert dump(text) == written + "\n"
    assert back(dump(text)) == text


def test_long_keys() -> None:
    found: JsonValue = {"k" * 2000: {"l" * 2000: ["x", {"m" * 2000: 1}]}}
    assert back(dump(found)) == back(dump(found), pure=True) == found


@pytest.mark.parametrize("number", [1e16, 1e-7, -0.0, 1.5e300, 0.1, 10**4299])
def test_numbers(number: float) -> None:
    assert repr(back(dump(number))) == repr(number)


@pytest.mark.parametrize(
    "found",
    [float("inf"), float("nan"), 10**4300, "half \ud83d", {"half \ud83d": 1}],
    ids=["inf", "nan", "digits", "text", "key"],
)
def test_what_yaml_cannot_hold(found: Any) -> None:
    with pytest.raises(EmaError) as caught:
        dump(found)
    assert caught.value.kind is ErrorKind.OUTPUT


def test_depth() -> None:
    deep: JsonValue = "x"
    for _ in range(BUNDLE_LIMITS.depth):
        deep = [deep]
    assert back(dump(deep)) == deep
    with pytest.raises(EmaError):
        dump([deep])


def test_a_stream_is_not_held() -> None:
    taken = 0

    def rows() -> Iterator[JsonValue]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield {"key": str(number)}

    parts: Any = {"name": "x", "rows": rows()}
    pieces = chunks(parts)
    for _ in range(20):
        next(pieces)
    assert taken < 20
    assert "".join(pieces).endswith('- key: "999"\n')
