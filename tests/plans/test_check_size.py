"""Work grows with the number of actions and no faster. Seconds are measured in `benchmarks`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

    from tests.plans.conftest import Check

ACTIONS = """\
- {tool: data, args: {method: copy, from: $source}}
- {tool: data, args: {method: sanitize, examples: [Acme Corp, "john@corp.example"]}}
- {tool: snapshot, args: {message: "Created from $source in $env"}}
- {tool: validate, args: {checks: [workflow, config]}}
"""


def calls(look: Check, actions: int) -> int:
    """Count the calls of functions that a check takes."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event == "call"

    plan = ACTIONS * (actions // 4)
    sys.setprofile(count)
    try:
        found = look(plan)
    finally:
        sys.setprofile(None)
    assert found.errors == []
    assert len(found.plan.actions) == actions
    return counted


def test_work_grows_with_the_actions(look: Check) -> None:
    calls(look, 4)
    few, many = calls(look, 400), calls(look, 4000)
    assert many < 10.5 * few
    assert many / 4000 < 250


def test_work_grows_with_the_uses_of_an_alias(look: Check) -> None:
    def uses(times: int) -> int:
        counted = 0

        def count(_frame: FrameType, event: str, _argument: object) -> None:
            nonlocal counted
            counted += event == "call"

        plan = "aliases: {a: [b, b], b: [{tool: snapshot, args: {message: $env}}]}\nactions:\n"
        sys.setprofile(count)
        try:
            found = look(plan + "- a\n" * times)
        finally:
            sys.setprofile(None)
        assert len(found.plan.actions) == 2 * times
        return counted

    assert uses(3000) < 10.5 * uses(300)


def test_ten_thousand_mistakes_are_told(look: Check) -> None:
    found = look("- tool: snapshto\n" * 10_000)
    assert len(found.errors) == 10_000
