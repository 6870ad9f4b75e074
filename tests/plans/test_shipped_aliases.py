"""The shipped aliases, with the shipped tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.plans.checking import check
from ema_cli.plans.folders import shipped_aliases
from ema_cli.plans.models import Given, PlanSource
from ema_cli.tools.registry import table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ema_cli.plans.models import CheckedPlan


def checked(plan: str, var: Mapping[str, str] | None = None) -> CheckedPlan:
    return check(
        [PlanSource("plan.yaml", plan.encode(), Path.cwd())],
        tools=table(),
        given=Given(has_source=True, env="local"),
        variables=var or {},
        alias_paths=[],
        shipped_aliases=shipped_aliases(),
        user_aliases=None,
    )


def steps(plan: CheckedPlan) -> list[tuple[str, str | None, Any]]:
    return [(a.method.tool, a.method.name, a.written) for a in plan.actions]


COPY = ("data", "copy", {"from": "$source"})


@pytest.mark.parametrize(
    ("vars_", "var", "examples"),
    [
        ("", {}, []),
        ("", {"examples": "[Acme Corp]"}, ["Acme Corp"]),
        ("vars: {examples: [Acme Corp, Bob]}\n", {}, ["Acme Corp", "Bob"]),
        ("vars: {examples: [Acme Corp, Bob]}\n", {"examples": "[Eve Doe]"}, ["Eve Doe"]),
    ],
)
def test_copy_and_sanitize(vars_: str, var: dict[str, str], examples: list[str]) -> None:
    plan = checked(vars_ + "actions: [copy-and-sanitize]\n", var)
    assert steps(plan) == [COPY, ("data", "sanitize", {"examples": examples})]


def test_standard_demo_setup() -> None:
    plan = checked("[standard-demo-setup]", {"examples": "[Acme Corp]"})
    assert steps(plan) == [
        COPY,
        ("data", "sanitize", {"examples": ["Acme Corp"]}),
        ("snapshot", "create", {"message": "Demo setup complete"}),
    ]
    assert list(plan.warnings) == []


def test_without_examples_they_warn() -> None:
    (warning,) = checked("[copy-and-sanitize]").warnings
    assert "names are not looked for" in warning.message


def test_none_of_their_values_is_shown() -> None:
    plan = checked("[copy-and-sanitize]", {"examples": "[Acme Corp, Bob]"})
    assert plan.actions[1].shown == {"examples": "(2 values)"}
