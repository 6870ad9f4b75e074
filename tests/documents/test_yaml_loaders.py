"""Both loaders of PyYAML give the same values, the same places and the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ema_cli.documents.nodes import Listing, Node, Scalar
from ema_cli.documents.reading import read_document
from ema_cli.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import SearchStrategy

PLAN = """\
version: 1
vars: {customer: "Acme Corp", examples: [&e "a", 'b']}
aliases:
  quick:
    - tool: snapshot
      args: {message: >-
        folded
        text }
actions:
- quick   # comment
- tool: data
  args:
    <<: {method: copy}
    from: ${source:-x}
- tool: data
  args:
    method: upload
    content:
      - title: 😀 *e
        document:
          text: |
            one
             two

      - {n: -1.5e3, t: 12:30}
"""


def places(node: Node) -> Iterator[tuple[str, str]]:
    yield str(node.place), type(node).__name__
    if isinstance(node, Scalar):
        yield str(node.place), repr(node.value)
    elif isinstance(node, Listing):
        for item in node.items:
            yield from places(item)
    else:
        for key, item in node.items.items():
            yield from places(node.keys[key])
            yield from places(item)


def outcome(text: str, *, pure: bool) -> tuple[list[object], list[str]]:
    try:
        document = read_document(text.encode("utf-8", "surrogatepass"), "f", pure=pure)
    except InvalidInput as error:
        return [], [str(problem) for problem in error.problems]
    return [*places(document.root)], [str(problem) for problem in document.problems]


def test_this_python_has_both_loaders() -> None:
    assert yaml.__with_libyaml__


def test_a_whole_plan() -> None:
    text = PLAN.replace("      args: {message: >-\n        folded\n        text }\n", "")
    assert outcome(text, pure=False) == outcome(text, pure=True)
    assert outcome(text, pure=False)[1] == []


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", ""])
def test_a_whole_plan_cut_anywhere(ending: str) -> None:
    text = PLAN.replace("\n", ending) if ending else PLAN
    for end in range(0, len(text), 1 if ending else 7):
        assert outcome(text[:end], pure=False) == outcome(text[:end], pure=True)


@pytest.mark.parametrize(
    "text",
    [
        "[?  : ",
        "{[\r\n\n     ?:",
        "! `! !",
        "{b: }",
        "[1b: ]",
        "1\t1",
        "a: b\t# c",
        "|\n  \t",
        "a\n\t\nb",
        '"\\ud83d',
        "%- x\n---\na",
        "[a:,b]",
        "{a:}",
        "&a\n*a",
        "- ! \n- !x",
    ],
)
def test_texts_on_which_the_parsers_differ(text: str) -> None:
    """Each of these once gave two answers."""
    assert outcome(text, pure=False) == outcome(text, pure=True)


def agree(yaml_texts: SearchStrategy[str], examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(yaml_texts)
    def both(text: str) -> None:
        assert outcome(text, pure=False) == outcome(text, pure=True)

    both()


def test_loaders_agree(yaml_texts: SearchStrategy[str]) -> None:
    agree(yaml_texts, 600)


@pytest.mark.whole
def test_loaders_agree_at_length(yaml_texts: SearchStrategy[str]) -> None:
    agree(yaml_texts, 20_000)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_loaders_agree_on_plans_with_a_change(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(PLAN)))
    length = data.draw(st.integers(0, 6))
    new = data.draw(st.text(" \n\t-:{}[]'\"|>#,&*!%@`\\aé", max_size=4))
    text = PLAN[:start] + new + PLAN[start + length :]
    assert outcome(text, pure=False) == outcome(text, pure=True)


@pytest.mark.parametrize("pure", [False, True], ids=["c", "python"])
def test_columns_count_characters(*, pure: bool) -> None:
    text = "\ufeff{é: 😀, 👩‍👩‍👧: [x, y]}"
    found, _ = outcome(text, pure=pure)
    assert found == [
        ("f:1:1", "Mapping"),
        ("f:1:2", "Scalar"),
        ("f:1:2", "'é'"),
        ("f:1:5", "Scalar"),
        ("f:1:5", "'😀'"),
        ("f:1:8", "Scalar"),
        ("f:1:8", repr("👩‍👩‍👧")),
        ("f:1:15", "Listing"),
        ("f:1:16", "Scalar"),
        ("f:1:16", "'x'"),
        ("f:1:19", "Scalar"),
        ("f:1:19", "'y'"),
    ]


@pytest.mark.parametrize("pure", [False, True], ids=["c", "python"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_like(ending: str, *, pure: bool) -> None:
    text = ending.join(["# first", "a:", "  b: 1", "", "c:", "- d", "- e"])
    found, problems = outcome(text, pure=pure)
    assert problems == []
    assert ("f:3:6", "1") in found
    assert ("f:7:3", "'e'") in found


@pytest.mark.parametrize("pure", [False, True], ids=["c", "python"])
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a:", "f:1:3"),
        ("a:\n", "f:1:3"),
        ("b: {a: }", "f:1:8"),
        ("- ", "f:1:2"),
    ],
)
def test_a_value_left_out_has_a_place(text: str, place: str, *, pure: bool) -> None:
    found, _ = outcome(text, pure=pure)
    assert (place, "None") in found


@pytest.mark.parametrize("pure", [False, True], ids=["c", "python"])
def test_an_anchored_value_stands_where_it_is_used_and_its_parts_where_written(
    *, pure: bool
) -> None:
    found, _ = outcome("a: &x [1]\nb: *x\n", pure=pure)
    assert found[-3:] == [("f:2:4", "Listing"), ("f:1:8", "Scalar"), ("f:1:8", "1")]
