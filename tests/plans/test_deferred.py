"""What is not known when a plan is checked is checked as text, or just before its action."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import InvalidInput
from ema_cli.plans.models import Given, RunValues

if TYPE_CHECKING:
    from ema_cli.plans.models import CheckedAction
    from tests.plans.conftest import Check

VALUES = RunValues(
    env="local",
    run_id="run-1",
    target="tgt-1",
    target_name="Demo",
    source="src-1",
    source_name="Acme",
    results={("", "c"): {"rows": {"read": 3, "written": 2}, "names": ["rows"]}},
)
COPY = "- {tool: data, id: c, args: {method: copy, from: x}}\n"


def action(look: Check, item: str) -> CheckedAction:
    found = look(COPY + f"- {item}\n")
    assert [str(e) for e in found.errors] == []
    return found.plan.actions[1]


def test_a_source_is_known_later(look: Check) -> None:
    found = action(look, "{tool: data, args: {method: copy, from: $source}}")
    assert found.deferred == ("from",)
    assert found.shown == {"from": "$source"}
    assert found.arguments(VALUES).model_dump(by_alias=True)["from"] == "src-1"


def test_known_parts_are_filled_in(look: Check) -> None:
    found = action(look, '{tool: snapshot, args: {message: "$env: $target in $$ $env"}}')
    assert found.shown == {"message": "local: $target in $ local"}
    assert found.written == {"message": "local: $target in $$ local"}
    assert found.arguments(VALUES).model_dump() == {"message": "local: tgt-1 in $ local"}


def test_nothing_is_deferred_that_is_known(look: Check) -> None:
    given = Given(has_source=True, env="local", source="s", target="t")
    found = look('- {tool: snapshot, args: {message: "$source $target"}}', given=given)
    assert found.plan.actions[0].deferred == ()


def test_text_stands_where_text_may_stand(look: Check) -> None:
    plan = '{tool: snapshot, args: {message: "${actions.c.result.rows.read}"}}'
    assert action(look, plan).arguments(VALUES).model_dump() == {"message": "3"}


def test_a_value_keeps_its_type_where_that_fits(look: Check) -> None:
    plan = (
        '{tool: data, args: {method: upload, content: [{n: "${actions.c.result.rows.read}"}],'
        ' limit: "${actions.c.result.rows.written}"}}'
    )
    made = action(look, plan).arguments(VALUES).model_dump()
    assert (made["content"], made["limit"]) == ([{"n": 3}], 2)


def test_a_value_that_does_not_fit_after_all(look: Check) -> None:
    plan = '{tool: data, args: {method: upload, content: [], limit: "${actions.c.result.names}"}}'
    with pytest.raises(InvalidInput) as caught:
        action(look, plan).arguments(VALUES)
    assert caught.value.message == "`limit` must be a whole number, not a list"
    assert str(caught.value.where) == "plan.yaml:2:59"


def test_what_is_known_is_checked_all_the_same(look: Check) -> None:
    args = '{method: copy, from: $target, link: 5, include: ["$target"]}'
    assert [e.message for e in look(f"- {{tool: data, args: {args}}}").errors] == [
        "`from` is the target itself",
        "`link` must be true or false, not a number",
    ]


def test_choices_wait_too(look: Check) -> None:
    plan = '{tool: data, args: {method: copy, from: x, include: ["${actions.c.result.names.0}"]}}'
    assert action(look, plan).arguments(VALUES).model_dump()["include"] == ["rows"]


def test_rules_of_the_whole_wait_for_values(look: Check) -> None:
    found = look(COPY + '- {tool: picky, args: {a: "${actions.c.result.rows.read}"}}\n')
    assert found.errors == []
    assert found.plan.actions[1].arguments(VALUES).model_dump()["a"] == 3


def test_rules_of_methods_hold_for_what_is_known(look: Check) -> None:
    plan = '- {tool: data, args: {method: upload, file: "$target.csv", content: []}}'
    assert [e.message for e in look(plan).errors] == [
        "give exactly one of `content`, `file` and `files`"
    ]


def test_effects_hold_although_a_source_is_not_known(look: Check) -> None:
    plan = (
        "- {tool: data, args: {method: copy, from: $source, link: true}}\n"
        "- {tool: data, args: {method: sanitize, examples: [$target_name]}}\n"
    )
    assert ["cannot be sanitized" in e.message for e in look(plan).errors] == [True]


def test_a_path_is_looked_at_when_it_is_known(look: Check) -> None:
    found = action(look, '{tool: data, args: {method: upload, file: "$target.csv"}}')
    with pytest.raises(InvalidInput, match="the file does not exist"):
        found.arguments(VALUES)
    Path("tgt-1.csv").write_text("a\n")
    assert found.arguments(VALUES).model_dump()["file"] == str(Path.cwd() / "tgt-1.csv")


def test_arguments_are_made_anew_each_time(look: Check) -> None:
    found = action(look, "{tool: data, args: {method: upload, content: [{a: 1}]}}")
    first = found.arguments(VALUES).model_dump()
    first["content"].append("changed")
    assert found.arguments(VALUES).model_dump()["content"] == [{"a": 1}]


@pytest.mark.parametrize("value", ["$target", "$$", "${actions.c.result}"])
def test_a_value_of_the_run_is_literal(look: Check, value: str) -> None:
    found = action(look, '{tool: probe, args: {a: $source, b: "<$target_name>"}}')
    values = RunValues(
        env="local", run_id="r", target="t", target_name=value, source=value, source_name=value
    )
    assert found.arguments(values).model_extra == {"a": value, "b": f"<{value}>"}


def test_what_is_written_reads_as_the_same_plan(look: Check) -> None:
    vars_ = "{x: 'a $source ${b} $$', y: [$env]}"
    plan = f'vars: {vars_}\nactions:\n- {{tool: probe, args: {{a: $x, b: $y, c: "$x $target"}}}}\n'
    first = look(plan).plan.actions[0]
    again = look(json.dumps([{"tool": "probe", "args": first.written}])).plan.actions[0]
    assert again.written == first.written
    assert again.arguments(VALUES).model_extra == first.arguments(VALUES).model_extra
