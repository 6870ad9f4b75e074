"""Results of earlier actions in the arguments of later ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ErrorKind, InvalidInput
from ema_cli.plans.models import RunValues

if TYPE_CHECKING:
    from ema_cli.values import JsonObject
    from tests.plans.conftest import Check

RESULT: JsonObject = {
    "rows": {"read": 3, "written": 2},
    "names": ["a", "b"],
    "by_name": {"x": {"read": 1, "written": 0}},
    "linked": None,
}


def values(results: dict[tuple[str, str], JsonObject]) -> RunValues:
    return RunValues(env="local", run_id="run-1", target="tgt", target_name="Demo", results=results)


def made(look: Check, args: str, results: dict[tuple[str, str], JsonObject]) -> dict[str, Any]:
    plan = (
        "- {tool: data, id: copy, args: {method: copy, from: x}}\n"
        f"- {{tool: probe, args: {args}}}\n"
    )
    found = look(plan)
    assert [str(e) for e in found.errors] == []
    action = found.plan.actions[1]
    assert action.deferred
    extra = action.arguments(values(results)).model_extra
    assert extra is not None
    return extra


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("${actions.copy.result.rows.written}", 2),
        ("${actions.copy.result.rows}", {"read": 3, "written": 2}),
        ("${actions.copy.result}", RESULT),
        ("${actions.copy.result.names.1}", "b"),
        ("${actions.copy.result.by_name.x.read}", 1),
        ("${actions.copy.result.linked}", None),
        ("<${actions.copy.result.rows.read} of ${actions.copy.result.names}>", '<3 of ["a","b"]>'),
        ("${actions.copy.result.names.5:-none}", "none"),
        ("${actions.copy.result.by_name.y.read:-0}", 0),
        ("${actions.copy.result.rows.read:-9}", 3),
        ("$target ${actions.copy.result.rows.read}", "tgt 3"),
    ],
)
def test_values(look: Check, text: str, meant: Any) -> None:
    assert made(look, f"{{a: '{text}'}}", {("", "copy"): RESULT}) == {"a": meant}


def test_a_default_holds_when_the_action_did_not_succeed(look: Check) -> None:
    assert made(look, '{a: "${actions.copy.result.rows.read:-[1]}"}', {}) == {"a": [1]}


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("rows.read", "has no value: action `copy` did not succeed"),
        ("names.7", "has no value: action `copy` did not succeed"),
    ],
)
def test_without_one_the_action_that_asks_is_an_error(look: Check, path: str, problem: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        made(look, f'{{a: "${{actions.copy.result.{path}}}"}}', {})
    assert caught.value.kind is ErrorKind.PLAN_INVALID
    assert caught.value.message == f"`${{actions.copy.result.{path}}}` {problem}"
    assert str(caught.value.where) == "plan.yaml:2:27"


def test_a_path_that_ends_too_early_is_an_error(look: Check) -> None:
    with pytest.raises(InvalidInput, match=r"there is no `result\.names\.7` this time"):
        made(look, '{a: "${actions.copy.result.names.7}"}', {("", "copy"): RESULT})


def test_results_of_another_scope_do_not_count(look: Check) -> None:
    with pytest.raises(InvalidInput):
        made(look, '{a: "${actions.copy.result.rows.read}"}', {("1.1:a", "copy"): RESULT})


def test_results_inside_an_alias(look: Check) -> None:
    plan = """
    aliases:
      a:
        - {tool: data, id: copy, args: {method: copy, from: x}}
        - {tool: probe, args: {n: "${actions.copy.result.rows.read}"}}
    actions: [a, a]
    """
    actions = look(plan).plan.actions
    results: dict[tuple[str, str], JsonObject] = {
        (actions[0].scope, "copy"): {"rows": {"read": 1}},
        (actions[2].scope, "copy"): {"rows": {"read": 2}},
    }
    first = actions[1].arguments(values(results)).model_extra
    second = actions[3].arguments(values(results)).model_extra
    assert (first, second) == ({"n": 1}, {"n": 2})


@pytest.mark.parametrize(
    "path",
    [
        *("row", "rows.wrote", "rows.read.x", "names.first", "names.-1", "by_name.x.y", "linked.x"),
        *("names.0.x", "rows.0"),
    ],
)
def test_paths_are_checked(look: Check, path: str) -> None:
    plan = (
        "- {tool: data, id: copy, args: {method: copy, from: x}}\n"
        f'- {{tool: probe, args: {{a: "${{actions.copy.result.{path}:-0}}"}}}}\n'
    )
    assert [str(e.place) for e in look(plan).errors] == ["plan.yaml:2:27"]


def test_a_result_is_copied(look: Check) -> None:
    results = {("", "copy"): RESULT}
    first = made(look, '{a: "${actions.copy.result.names}"}', results)
    first["a"].append("changed")
    assert RESULT["names"] == ["a", "b"]
