"""The forms of a plan, and of what stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ema_cli.plans.checking import Examined
    from tests.plans.conftest import Check


def tools_of(found: Examined) -> list[str]:
    assert found.errors == []
    return [action.method.tool for action in found.plan.actions]


def test_a_list(look: Check) -> None:
    found = look("- tool: snapshot\n- tool: validate\n  args: {checks: [config]}\n")
    assert tools_of(found) == ["snapshot", "validate"]
    assert [a.index for a in found.plan.actions] == [1, 2]
    assert [a.where for a in found.plan.actions] == ["plan.yaml:1:3", "plan.yaml:2:3"]
    assert [a.shown for a in found.plan.actions] == [{}, {"checks": ["config"]}]


def test_the_mapping_around_a_list(look: Check) -> None:
    plan = """
    version: 1
    description: [free, for, the, user]
    x-owner: {free: too}
    x-: 1
    vars:
    aliases:
    continue_on_error: false
    actions:
      - tool: snapshot
    """
    assert tools_of(look(plan)) == ["snapshot"]


def test_flow_style_and_json(look: Check) -> None:
    json = '{"version": 1, "actions": [{"tool": "snapshot", "args": {"message": "x"}}]}'
    assert tools_of(look("[{tool: snapshot}, {tool: validate, args: {}}]", json)) == [
        "snapshot",
        "validate",
        "snapshot",
    ]


@pytest.mark.parametrize("plan", ["[]", "actions: []", "# nothing to do\n[]\n"])
def test_a_plan_of_no_actions(look: Check, plan: str) -> None:
    assert tools_of(look(plan)) == []


@pytest.mark.parametrize("plan", ["", "\n \n", "# a comment\n", "---\n", "null", "~"])
def test_an_empty_file_is_an_error(look: Check, plan: str) -> None:
    assert [str(e) for e in look(plan).errors] == [
        "plan.yaml:1:1: the file is empty (write [] for an empty list)"
    ]


@pytest.mark.parametrize("args", ["", "\n  args:", "\n  args: {}", "\n  args: ~"])
def test_missing_args_are_none(look: Check, args: str) -> None:
    found = look("- tool: snapshot" + args)
    assert tools_of(found) == ["snapshot"]
    assert found.plan.actions[0].shown == {}


def test_the_default_method(look: Check) -> None:
    found = look("- tool: snapshot\n- {tool: snapshot, args: {method: create}}\n- tool: validate\n")
    assert [a.method.name for a in found.plan.actions] == ["create", "create", None]
    assert all("method" not in a.shown for a in found.plan.actions)


def test_what_stands_beside_tool(look: Check) -> None:
    plan = "- {tool: snapshot, id: a-1, continue_on_error: true, always: true}\n- tool: snapshot\n"
    first, second = look(plan).plan.actions
    assert (first.id, first.continue_on_error, first.always) == ("a-1", True, True)
    assert (second.id, second.continue_on_error, second.always) == (None, False, False)


@pytest.mark.parametrize("own", [None, True, False])
@pytest.mark.parametrize("plans", [None, True, False])
@pytest.mark.parametrize("option", [True, False])
def test_whose_continue_on_error_counts(
    look: Check, *, own: bool | None, plans: bool | None, option: bool
) -> None:
    def line(value: object) -> str:
        return "" if value is None else f"continue_on_error: {str(value).lower()}\n"

    plan = f"{line(plans)}actions:\n- tool: snapshot\n  {line(own)}"
    action = look(plan, go_on=option).plan.actions[0]
    assert action.continue_on_error is (own if own is not None else bool(plans) or option)


def test_values_arrive_as_they_are_written(look: Check) -> None:
    plan = """
    - tool: probe
      args: {visit: 12:30, zip: 02142, country: NO, since: 2026-01-05, big: 1_000, hex: 0x1F,
             yes: True, n: null, i: 7, f: 1.5, b: true}
    """
    assert look(plan).plan.actions[0].shown == {
        "visit": "12:30",
        "zip": "02142",
        "country": "NO",
        "since": "2026-01-05",
        "big": "1_000",
        "hex": "0x1F",
        "yes": "True",
        "n": None,
        "i": 7,
        "f": 1.5,
        "b": True,
    }


def test_sensitive_values_are_counted(look: Check) -> None:
    plan = "- {tool: data, args: {method: sanitize, examples: [Acme, {value: Bob}]}}\n"
    action = look(plan).plan.actions[0]
    assert action.shown == {"examples": "(2 values)"}
    assert action.written == {"examples": ["Acme", {"value": "Bob"}]}


def test_several_plans_make_one_run(look: Check) -> None:
    found = look(
        "- tool: snapshot\n", "- tool: validate\n", inline=["tool: snapshot", "{tool: probe}"]
    )
    assert tools_of(found) == ["snapshot", "validate", "snapshot", "probe"]
    assert [a.where for a in found.plan.actions] == [
        "plan.yaml:1:3",
        "plan2.yaml:1:3",
        "-a[1]:1:1",
        "-a[2]:1:1",
    ]
    assert found.counts == [1, 1, 1, 1]


def test_each_plan_keeps_its_own(look: Check) -> None:
    first = """
    continue_on_error: true
    vars: {m: first}
    aliases: {a: [{tool: snapshot, args: {message: $m}}]}
    actions: [a, {tool: snapshot, args: {message: $m}}]
    """
    found = look(first, first.replace("true", "false").replace("m: first", "m: second"))
    assert found.errors == []
    assert [a.shown["message"] for a in found.plan.actions] == ["first"] * 2 + ["second"] * 2
    assert [a.continue_on_error for a in found.plan.actions] == [True, True, False, False]


def test_one_plan_does_not_see_the_others_names(look: Check) -> None:
    found = look(
        "vars: {m: x}\naliases: {a: []}\nactions: []\n", "[a, {tool: probe, args: {v: $m}}]"
    )
    assert [str(e.place) for e in found.errors] == ["plan2.yaml:1:2", "plan2.yaml:1:29"]


def test_ids_are_unique_over_all_plans(look: Check) -> None:
    found = look("- {tool: snapshot, id: a}\n", "- {tool: snapshot, id: a}\n")
    assert [str(e) for e in found.errors] == [
        "plan2.yaml:1:24: this id is taken (choose another one; the first is at plan.yaml:1:24)"
    ]


def test_results_are_seen_over_all_plans(look: Check) -> None:
    found = look(
        "- {tool: snapshot, id: a}\n",
        inline=['{tool: snapshot, args: {message: "v${actions.a.result.version}"}}'],
    )
    assert found.errors == []


def test_errors_come_at_once_in_the_order_of_files(look: Check) -> None:
    found = look("- tool: x\n- tool: y\n", "[", "- tool: z\n- 1\n", inline=["nowhere"])
    assert [str(e.place) for e in found.errors] == [
        "plan.yaml:1:9",
        "plan.yaml:2:9",
        "plan2.yaml:1:1",
        "plan3.yaml:1:9",
        "plan3.yaml:2:3",
        "-a[1]:1:1",
    ]


def test_a_syntax_error_ends_its_own_file_only(look: Check) -> None:
    found = look("- tool: x\n- {\n- tool: y\n", "- tool: z\n")
    assert [str(e.place) for e in found.errors] == ["plan.yaml:3:1", "plan2.yaml:1:9"]


def test_what_depends_on_a_broken_file_is_not_told(look: Check) -> None:
    found = look("[", '- {tool: probe, args: {v: "${actions.a.result.x}"}}\n', var={"x": "1"})
    assert [str(e.place) for e in found.errors] == ["plan.yaml:1:1"]


def test_inline_forms(look: Check) -> None:
    block = "tool: snapshot\nargs:\n  message: hi\n"
    found = look(inline=[block, '{"tool": "snapshot"}'])
    assert tools_of(found) == ["snapshot", "snapshot"]
    assert found.plan.actions[0].shown == {"message": "hi"}
