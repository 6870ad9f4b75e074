"""Every argument of every method is an option of its direct command, and stands in the schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from ema_cli.cli.direct import MethodEntry
from ema_cli.cli.direct_options import argument_options
from ema_cli.cli.direct_plan import direct_plan
from ema_cli.cli.plan_trees import restored, stored
from ema_cli.errors import InvalidInput
from ema_cli.plans.checking import check
from ema_cli.plans.models import Given, PlanSource, RunValues
from ema_cli.plans.schema import plan_schema
from ema_cli.tool import AnyMethod, Arguments, Method, Result, Tool, ToolTable
from ema_cli.tools.registration import GLOBAL_OPTIONS
from ema_cli.tools.registry import table

METHODS = [method for tool in table().values() for method in tool.methods.values()]
GIVEN = Given(has_source=False, env="local")
VALUES = RunValues(env="local", run_id="run", target="target", target_name="Target")


def called(method: AnyMethod) -> str:
    return " ".join(filter(None, (method.tool, method.name)))


def arguments_of(method: AnyMethod) -> dict[str, dict[str, Any]]:
    """Give name and schema of each argument, as pydantic sees them."""
    schema: dict[str, Any] = method.arguments.model_json_schema()
    required = schema.get("required", [])
    return {name: {"required": name in required, **of} for name, of in schema["properties"].items()}


def options_of(method: AnyMethod) -> dict[str, Any]:
    command = MethodEntry(method).load(method.name or method.tool)
    parameters = command.get_params(typer.Context(command))
    return {p.opts[0]: p for p in parameters if p.param_type_name == "option"}


EVERY = pytest.mark.parametrize(
    ("method", "argument"),
    [
        pytest.param(method, argument, id=f"{called(method)} {argument}")
        for method in METHODS
        for argument in arguments_of(method)
    ],
)


def metavar_of(schema: dict[str, Any], method: AnyMethod) -> str:
    """Say what help shows for a value of this schema, told from the schema alone."""
    choices = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    if len(choices) > 1:
        parts = [metavar_of(one, method) for one in choices]
        return "|".join(part.strip("[]") for part in parts)
    (only,) = choices
    if "$ref" in only:
        name = only["$ref"].removeprefix("#/$defs/")
        only = method.arguments.model_json_schema()["$defs"][name]
    words = only.get("enum") or ([only["const"]] if "const" in only else None)
    if words:
        return f"[{'|'.join(words)}]"
    if only["type"] == "array":
        return metavar_of(only["items"], method)
    kinds = {"string": "TEXT", "integer": "INTEGER", "number": "NUMBER", "object": "MAPPING"}
    return kinds[only["type"]]


@EVERY
def test_name(method: AnyMethod, argument: str) -> None:
    assert f"--{argument.replace('_', '-')}" in options_of(method)


@EVERY
def test_description(method: AnyMethod, argument: str) -> None:
    option = options_of(method)[f"--{argument.replace('_', '-')}"]
    assert option.help.startswith(arguments_of(method)[argument]["description"])


@EVERY
def test_type(method: AnyMethod, argument: str) -> None:
    option = options_of(method)[f"--{argument.replace('_', '-')}"]
    schema = arguments_of(method)[argument]
    kinds = [one.get("type") for one in schema.get("anyOf", [schema])]
    assert option.multiple == ("array" in kinds)
    assert option.is_flag == (kinds == ["boolean"])
    if option.is_flag:
        assert option.secondary_opts == [f"--no-{argument.replace('_', '-')}"]
    else:
        # A file and a persona are texts with a name of their own.
        shown = option.metavar.replace("FILE", "TEXT").replace("REF", "TEXT")
        assert shown == metavar_of(schema, method)


@EVERY
def test_default(method: AnyMethod, argument: str) -> None:
    option = options_of(method)[f"--{argument.replace('_', '-')}"]
    schema = arguments_of(method)[argument]
    default = schema.get("default")
    if schema["required"]:
        assert option.help.endswith("[required]")
    elif default in (None, "", []):
        assert "[default" not in option.help
    else:
        shown = default if isinstance(default, list) else [default]
        words = {True: argument, False: f"no-{argument.replace('_', '-')}"}
        listed = ", ".join(words[one] if isinstance(one, bool) else str(one) for one in shown)
        assert option.help.endswith(f"[default: {listed}]")


@EVERY
def test_schema(method: AnyMethod, argument: str) -> None:
    schema: Any = plan_schema(table())
    name = ".".join(filter(None, ("tool", method.tool, method.name)))
    branch = schema["$defs"][name]
    shown, expected = branch["properties"][argument], arguments_of(method)[argument]
    assert shown["description"] == expected["description"]
    assert shown.get("default") == expected.get("default")
    assert (argument in branch.get("required", [])) == expected["required"]


@pytest.mark.parametrize("method", METHODS, ids=called)
def test_nothing_else_is_an_option(method: AnyMethod) -> None:
    arguments = {f"--{argument.replace('_', '-')}" for argument in arguments_of(method)}
    others = {
        name.removeprefix("--")
        for name, option in options_of(method).items()
        for name in option.opts
        if name.startswith("--") and name not in arguments
    }
    assert others <= GLOBAL_OPTIONS


@pytest.mark.parametrize("method", METHODS, ids=called)
def test_help_ends_with_an_example_that_can_be_read(method: AnyMethod) -> None:
    entry = MethodEntry(method)
    command = entry.load(method.name or method.tool)
    text = command.get_help(typer.Context(command, info_name="x"))
    assert text.splitlines()[-1].strip() == entry.example
    assert entry.summary in text


def source_of(method: AnyMethod, given: dict[str, Any]) -> PlanSource:
    """Make the plan of a call, and keep it in a record and back."""
    options = argument_options(method.arguments)
    values = {
        option.parameter: given.get(option.argument, [] if option.shape.repeatable else None)
        for option in options
    }
    values |= {option.positional: given.get("") for option in options if option.positional}
    made = direct_plan(method, options, values)
    return restored(json.loads(json.dumps(stored(made))), made.base)


def arguments(method: AnyMethod, given: dict[str, Any], tools: ToolTable | None = None) -> Any:
    plan = check(
        [source_of(method, given)],
        tools=tools or table(),
        given=GIVEN,
        variables={},
        alias_paths=[],
        shipped_aliases=Path("nowhere"),
        user_aliases=None,
    )
    (action,) = plan.actions
    return action.arguments(VALUES)


def method_of(tool: str, name: str | None) -> AnyMethod:
    method = table()[tool].method(name)
    assert method is not None
    return method


TEXT = st.text(st.characters(codec="utf-8"))


@given(TEXT)
def test_a_text_is_taken_as_it_is(text: str) -> None:
    assert arguments(method_of("snapshot", "create"), {"message": text}).message == text


@given(st.lists(TEXT.filter(lambda text: text.strip() and not text.startswith("{")), min_size=1))
def test_a_list_keeps_every_text(texts: list[str]) -> None:
    found = arguments(method_of("data", "delete"), {"rows": texts}).rows
    assert found == texts or (texts == ["all"] and found == "all")


@pytest.mark.parametrize(
    "text", ["$source", "${target}", "$$", "${", "a $b", "${actions.x.result}"]
)
def test_no_text_names_a_variable(text: str) -> None:
    given = {"content": [json.dumps({"text": text, "deep": [{"x": text}]})], "key": text}
    found = arguments(method_of("data", "upload"), {"content": given["content"]})
    assert found.content == [{"text": text, "deep": [{"x": text}]}]


def test_rows_one_at_a_time_or_several_at_once() -> None:
    given = ["{a: 1, b: yes}", "[{a: 2}, {a: 3}]"]
    found = arguments(method_of("data", "upload"), {"content": given})
    assert found.content == [{"a": 1, "b": "yes"}, {"a": 2}, {"a": 3}]


def test_an_anchor_is_copied_like_any_value() -> None:
    found = arguments(method_of("data", "upload"), {"content": ["[&a {t: $x}, *a]"]})
    assert found.content == [{"t": "$x"}, {"t": "$x"}]


def test_paths_start_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rows.csv").write_text("a\n1\n")
    monkeypatch.chdir(tmp_path)
    found = arguments(method_of("data", "upload"), {"file": "rows.csv"})
    assert found.file == str(tmp_path / "rows.csv")


def wrong(method: AnyMethod, given: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        arguments(method, given)
    return [str(problem) for problem in caught.value.problems]


def test_errors_stand_at_options() -> None:
    copy = method_of("data", "copy")
    (problem,) = wrong(copy, {"from": "x", "include": ["rows", "row"]})
    assert problem.startswith("--include[2]: ")
    (problem,) = wrong(copy, {"from": "x", "include": ["row"]})
    assert problem.startswith("--include: ")
    (problem,) = wrong(copy, {})
    assert problem == "ema data copy: --from is missing (see ema data copy --help)"
    (problem,) = wrong(method_of("snapshot", "restore"), {"version": "first"})
    assert problem.startswith("--version: ")


def test_all_texts_that_cannot_be_read_are_told_at_once() -> None:
    upload = method_of("data", "upload")
    problems = wrong(upload, {"content": ["{a: 1}", "{a: [}"], "key": "\udcff"})
    assert [problem.partition(" ")[0] for problem in problems] == ["--content[2]:1:6:", "--key:"]


def test_an_argument_given_by_place_and_by_name() -> None:
    restore = method_of("snapshot", "restore")
    assert arguments(restore, {"": "3"}).version == 3
    (problem,) = wrong(restore, {"": "3", "version": "3"})
    assert problem == "--version is given twice (leave one of the two out)"


class Shapes(Arguments):
    """One argument of every shape that a tool may have."""

    whole: int | None = None
    part: float = 0.5
    either: int | str = 1
    maybe: bool | None = None
    auto: bool | str | None = None
    table: dict[str, int] = Field(default={})
    deep: dict[str, list[str]] = Field(default={})
    numbers: list[int] = Field(default=[])
    flags: list[bool] = Field(default=[])
    lists: list[list[str]] = Field(default=[])
    anything: Any = None


class Nothing(Result):
    """Nothing."""


SHAPES = Method("shapes", None, "Take every shape", Shapes, Nothing, lambda _args, _job: iter(()))  # type: ignore[arg-type, return-value]
SHAPED = {"shapes": Tool("shapes", "Shapes", {None: SHAPES})}


@pytest.mark.parametrize(
    ("argument", "given", "expected"),
    [
        ("whole", "-7", -7),
        ("part", "1.5", 1.5),
        ("either", "7", 7),
        ("either", "07", "07"),
        ("maybe", False, False),
        ("auto", "true", True),
        ("auto", "auto", "auto"),
        ("table", "{a: 1}", {"a": 1}),
        ("deep", "{a: [b, 1_0]}", {"a": ["b", "1_0"]}),
        ("numbers", ["1", "2"], [1, 2]),
        ("flags", ["true", "false"], [True, False]),
        ("lists", ["[a, b]", "[c]"], [["a", "b"], ["c"]]),
        ("anything", "null", None),
        ("anything", "{a: [1, $x]}", {"a": [1, "$x"]}),
    ],
)
def test_every_shape(argument: str, given: object, expected: object) -> None:
    found = arguments(SHAPES, {argument: given}, SHAPED)
    assert getattr(found, argument) == expected


def test_a_number_with_a_fraction_may_be_whole() -> None:
    assert arguments(SHAPES, {"part": "2"}, SHAPED).part == 2


def test_a_list_is_no_example(ema: Any) -> None:
    """Taken as one text it would be found nowhere, and all that it names would stay."""
    done = ema("data", "sanitize", "demo", "--examples", "[Acme Corp, Ann Lee]")
    assert done.code == 2
    assert done.err == "error: --examples is a list (give one value; the option is repeatable)\n"
