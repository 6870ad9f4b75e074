"""Laws of the check, for generated plans."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ema_cli.plans.models import RunValues
from ema_cli.plans.templates import as_text, escaped

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from tests.plans.conftest import Check

SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
NAMES = ["a", "b", "cc", "Dd_1", "source", "target", "x"]
RUN = RunValues(
    env="local",
    run_id="run-1",
    target="tgt",
    target_name="Demo",
    source="src",
    source_name="Acme",
    results={("", "c"): {"rows": {"read": 3, "written": 2}, "names": []}},
)

# Every error points at the offending token


@dataclass
class Token:
    """A value or key whose place is looked for."""

    value: Any

    def __hash__(self) -> int:
        return id(self)


@dataclass
class Layout:
    """Writes plans in many ways, and notes where a token comes to stand."""

    data: st.DataObject
    text: str = ""
    place: str = ""
    step: int = field(default=2)

    def _plain(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    def put(self, value: Any) -> None:
        token = isinstance(value, Token)
        if token:
            lines = self.text.split("\n")
            self.place = f"plan.yaml:{len(lines)}:{len(lines[-1]) + 1}"
        self.text += self._plain(value.value if token else value)

    def flow(self, value: Any) -> None:
        gap = self.data.draw(st.sampled_from(["", " ", "  "]))
        if isinstance(value, dict):
            self.text += "{" + gap
            for number, (key, item) in enumerate(value.items()):
                self.text += ", " if number else ""
                self.put(key)
                self.text += ": "
                self.flow(item)
            self.text += gap + "}"
        elif isinstance(value, list):
            self.text += "[" + gap
            for number, item in enumerate(value):
                self.text += "," if number else ""
                self.flow(item)
            self.text += gap + "]"
        else:
            self.put(value)

    def block(self, value: Any, indent: int) -> None:
        if not value or not isinstance(value, dict | list) or self.data.draw(st.booleans()):
            self.flow(value)
            self.text += self.data.draw(st.sampled_from(["\n", "  # ü\n", "\n\n", "\n# 😀\n"]))
            return
        first = True
        for entry in value.items() if isinstance(value, dict) else value:
            self.text += "" if first else " " * indent
            first = False
            if isinstance(value, dict):
                self.put(entry[0])
                self.text += ":"
                self._below(entry[1], indent)
            else:
                self.text += "- "
                self.block(entry, indent + 2)

    def _below(self, value: Any, indent: int) -> None:
        if isinstance(value, dict | list) and value and self.data.draw(st.booleans()):
            deeper = indent + self.step
            self.text += "\n" + " " * deeper
            self.block(value, deeper)
        else:
            self.text += " "
            self.flow(value)
            self.text += "\n"


RIGHT: list[Any] = [
    {"tool": "snapshot"},
    {"tool": "snapshot", "args": {"message": "größer"}},
    {"tool": "data", "args": {"method": "copy", "from": "$source", "include": ["rows", "files"]}},
    {"tool": "data", "args": {"method": "upload", "content": [{"a": {"b": [1, None]}}]}},
    {"tool": "validate", "args": {"checks": ["config"], "strict": True}, "always": False},
]


def wrong_items() -> list[Any]:
    """Make one of each mistake; its token is where the error must point."""
    return [
        {"tool": Token("snapshto")},
        {"tool": Token(5)},
        {"tool": "snapshot", Token("arg"): {}},
        {"tool": "snapshot", "args": Token("text")},
        {"tool": "snapshot", "args": {Token("massage"): "x"}},
        {"tool": "snapshot", "args": {"message": Token(12)}},
        {"tool": "snapshot", "args": {"message": Token("😀 $tagret")}},
        {"tool": "snapshot", "args": {"message": Token("${nobody")}},
        {"tool": "snapshot", "args": {"message": Token("${actions.zz.result.x}")}},
        {"tool": "snapshot", "always": Token("yes")},
        {"tool": "snapshot", "id": Token("Big")},
        {"tool": "data", "args": {"method": Token("cop"), "from": "x"}},
        {"tool": "data", "args": {"method": "copy", "from": Token("$target")}},
        {"tool": "data", "args": {"method": "copy", "from": "x", "include": ["rows", Token("z")]}},
        {"tool": "data", "args": {"method": "upload", "content": [{}, {"a": 1}, Token(5)]}},
        {"tool": "data", "args": {"method": "upload", "file": Token("nowhere.csv")}},
        {"tool": "data", "args": {"method": "upload", "content": [], "limit": Token(0)}},
        Token("no-such-alias"),
        Token(7),
        {Token("validate"): {}},
    ]


@pytest.mark.parametrize("number", range(len(wrong_items())))
def test_an_error_points_at_its_token(look: Check, number: int) -> None:
    @settings(max_examples=15, deadline=None, suppress_health_check=SLOW)
    @given(st.data())
    def points(data: st.DataObject) -> None:
        before = data.draw(st.lists(st.sampled_from(RIGHT), max_size=3))
        after = data.draw(st.lists(st.sampled_from(RIGHT), max_size=3))
        layout = Layout(data, step=data.draw(st.integers(1, 5)))
        items = [*before, wrong_items()[number], *after]
        plan: Any = items if data.draw(st.booleans()) else {"version": 1, "actions": items}
        layout.block(plan, 0)
        assert [str(e.place) for e in look(layout.text).errors] == [layout.place]

    points()


# Substitution


@dataclass(frozen=True)
class Named:
    """A text made of literal pieces and names of variables."""

    pieces: tuple[tuple[bool, str], ...]

    def written(self) -> str:
        return "".join(f"${{{piece}}}" if named else escaped(piece) for named, piece in self.pieces)

    def value(self, variables: dict[str, Any]) -> Any:
        if len(self.pieces) == 1 and self.pieces[0][0]:
            return variables[self.pieces[0][1]]
        return "".join(as_text(variables[p]) if named else p for named, p in self.pieces)


TEXTS = st.lists(st.sampled_from([*"ab$ {}:-.é😀", "$a", "${b}", "$$"]), max_size=6).map("".join)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)


@st.composite
def named(draw: DrawFn) -> Named:
    pieces = draw(
        st.lists(
            st.one_of(
                st.tuples(st.just(False), TEXTS),
                st.tuples(st.just(True), st.sampled_from(["a", "b", "cc"])),
            ),
            max_size=4,
        )
    )
    # An empty text beside a variable is not there: what is written is the variable alone.
    return Named(tuple(piece for piece in pieces if piece != (False, "")))


TREES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), named()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)


def render(tree: Any, leaf: Any) -> Any:
    if isinstance(tree, Named):
        return leaf(tree)
    if isinstance(tree, list):
        return [render(item, leaf) for item in tree]
    if isinstance(tree, dict):
        return {key: render(item, leaf) for key, item in tree.items()}
    return tree


def test_substitution_changes_only_what_it_names_once_at_any_depth(look: Check) -> None:
    @settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
    @given(TREES, st.fixed_dictionaries(dict.fromkeys(["a", "b", "cc"], VALUES)))
    def once(tree: Any, variables: dict[str, Any]) -> None:
        assume("<<" not in json.dumps(tree, default=str))
        item = {"tool": "probe", "args": {"v": render(tree, Named.written)}}
        plan = {"vars": variables, "actions": [item]}
        found = look(json.dumps(plan))
        assert [str(e) for e in found.errors] == []
        (action,) = found.plan.actions
        expected = {"v": render(tree, lambda leaf: leaf.value(variables))}
        assert repr(action.shown) == repr(expected)
        assert repr(action.arguments(RUN).model_extra) == repr(expected)
        again = look(json.dumps([{"tool": "probe", "args": action.written}])).plan.actions[0]
        assert repr(again.shown) == repr(expected)

    once()


# The check and the run

ARGUMENT = st.one_of(
    st.sampled_from(
        [
            *("x", "rows", "$source", "$target", "<$env>", "$v", "${actions.c.result.rows.read}"),
            *("a ${actions.c.result.names} b", "${actions.c.result.rows:-x}", "rows.csv", "*.csv"),
            *("workflow", "config", "${nobody:-5}", "$run_id"),
        ]
    ),
    st.integers(-1, 2000),
    st.booleans(),
    st.none(),
    st.floats(allow_nan=False, allow_infinity=False, width=16),
)
ANY = st.recursive(
    ARGUMENT,
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(["value", "entity", "a"]), inner, max_size=2),
    ),
    max_leaves=4,
)
ITEMS = st.one_of(
    st.fixed_dictionaries(
        {
            "tool": st.just("data"),
            "args": st.fixed_dictionaries(
                {"method": st.just("copy"), "from": ARGUMENT},
                optional={"link": ANY, "include": ANY, "from_env": ANY},
            ),
        }
    ),
    st.fixed_dictionaries(
        {
            "tool": st.just("data"),
            "args": st.fixed_dictionaries(
                {"method": st.just("upload")},
                optional={"content": ANY, "limit": ANY, "file": ANY, "files": ANY},
            ),
        }
    ),
    st.fixed_dictionaries(
        {
            "tool": st.just("data"),
            "args": st.fixed_dictionaries(
                {"method": st.just("sanitize")}, optional={"examples": ANY, "scope": ANY}
            ),
        }
    ),
    st.fixed_dictionaries(
        {"tool": st.just("snapshot"), "args": st.fixed_dictionaries({"message": ANY})}
    ),
    st.fixed_dictionaries(
        {
            "tool": st.just("picky"),
            "args": st.fixed_dictionaries({}, optional={"a": ANY, "b": ANY, "ratio": ANY}),
        }
    ),
    st.fixed_dictionaries(
        {
            "tool": st.just("validate"),
            "args": st.fixed_dictionaries({}, optional={"checks": ANY, "strict": ANY}),
        }
    ),
)


def what_passes_runs(look: Check, examples: int) -> None:
    Path("rows.csv").write_text("a\n")
    passed = 0

    @settings(max_examples=examples, deadline=None, suppress_health_check=SLOW)
    @given(ITEMS, VALUES)
    def runs(item: Any, variable: Any) -> None:
        nonlocal passed
        copy = {"tool": "data", "id": "c", "args": {"method": "copy", "from": "x"}}
        found = look(json.dumps({"vars": {"v": variable}, "actions": [copy, item]}))
        if found.errors:
            return
        action = found.plan.actions[1]
        if not action.deferred:
            passed += 1
            action.arguments(RUN)

    runs()
    assert passed > examples / 20


def test_what_passes_the_check_runs_save_where_it_was_deferred(look: Check) -> None:
    what_passes_runs(look, 400)


@pytest.mark.whole
def test_what_passes_the_check_runs_at_length(look: Check) -> None:
    what_passes_runs(look, 10_000)


# Whatever is written

PIECES = [
    "q",
    *("- ", "tool: ", "snapshot", "data", "args: ", "{", "}", "[", "]", ", ", "\n", "\n  ", "x"),
    *(
        "method: copy",
        "from: ",
        "$source",
        "${",
        "}",
        "actions",
        ":",
        "actions:\n",
        "aliases: ",
        "q",
    ),
    *("vars: ", "a: ", "- q\n", "*a", "&a ", "<<: ", "'", '"', "id: a", "|", "\t", "😀", "~", "12"),
    *("${actions.a.result.x}", ":-", "$$", "version: 1\n", "parallel: true", "always: ", "# "),
]


def check_never_breaks(look: Check, examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=SLOW)
    @given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join), st.booleans())
    def never(text: str, inline: bool) -> None:  # noqa: FBT001 - hypothesis gives it so
        found = look(inline=[text], var={"a": text}) if inline else look(text)
        again = look(inline=[text], var={"a": text}, pure=True) if inline else look(text, pure=True)
        assert [str(e) for e in found.errors] == [str(e) for e in again.errors]
        assert [a.written for a in found.plan.actions] == [a.written for a in again.plan.actions]
        for problem in found.errors:
            assert problem.place is None or problem.place.line > 0

    never()


def test_the_check_never_breaks(look: Check) -> None:
    check_never_breaks(look, 250)


@pytest.mark.whole
def test_the_check_never_breaks_at_length(look: Check) -> None:
    check_never_breaks(look, 15_000)
