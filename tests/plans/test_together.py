"""Actions that cannot work together, in the order of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ema_cli.plans.models import Given

if TYPE_CHECKING:
    from tests.plans.conftest import Check

COPY = "{tool: data, args: {method: copy, from: $source}}"
LINK = "{tool: data, args: {method: copy, from: $source, link: true}}"
UPLOAD = "{tool: data, args: {method: upload, content: []}}"
SANITIZE = "{tool: data, args: {method: sanitize, examples: [Acme]}}"
CONFIG = "{tool: data, args: {method: sanitize, examples: [Acme], scope: [config]}}"
SNAPSHOT = "{tool: snapshot}"


@pytest.mark.parametrize(
    ("items", "errors", "warnings"),
    [
        ([COPY, SANITIZE], [], []),
        ([COPY, UPLOAD, SNAPSHOT, SANITIZE, SNAPSHOT], [], []),
        ([COPY], [], []),
        ([LINK, SANITIZE], [2], []),
        ([LINK, SNAPSHOT, COPY, SANITIZE, SANITIZE], [4, 5], []),
        ([LINK, CONFIG], [], []),
        ([SANITIZE, LINK], [], [2]),
        ([SANITIZE, COPY], [], [2]),
        ([SANITIZE, UPLOAD, COPY], [], [2, 3]),
        ([SANITIZE, UPLOAD, SANITIZE], [], []),
        ([COPY, SANITIZE, UPLOAD, SANITIZE, COPY], [], [5]),
        ([CONFIG, COPY], [], []),
    ],
)
def test_order(look: Check, items: list[str], errors: list[int], warnings: list[int]) -> None:
    found = look("".join(f"- {item}\n" for item in items))
    assert [e.place.line for e in found.errors if e.place] == errors
    assert [w.place.line for w in found.plan.warnings if w.place] == warnings


def test_order_goes_over_aliases_and_plans(look: Check) -> None:
    found = look(f"aliases: {{l: [{LINK}]}}\nactions: [l]\n", f"- {SANITIZE}\n")
    (error,) = found.errors
    assert str(error.place) == "plan2.yaml:1:3"
    assert "plan.yaml:2:11" in error.message


@pytest.mark.parametrize("name", ["$target", "${target}", "$target_name"])
def test_the_target_is_no_source(look: Check, name: str) -> None:
    plan = f'- {{tool: data, args: {{method: copy, from: "{name}"}}}}\n'
    assert [e.message for e in look(plan).errors] == ["`from` is the target itself"]
    known = Given(has_source=False, env="local", target="t", target_name="T")
    assert [e.message for e in look(plan, given=known).errors] == ["`from` is the target itself"]


def test_a_persona_that_is_named_like_the_variable_is_another(look: Check) -> None:
    plan = "- {tool: data, args: {method: copy, from: $x}}\n"
    assert look(plan, plan.replace("$x", "$$target"), var={"x": "$target"}).errors == []


@pytest.mark.parametrize(
    ("env", "source_env", "from_env", "fine"),
    [
        ("local", None, None, True),
        ("local", "local", None, True),
        ("local", "demo", None, False),
        ("local", None, "local", True),
        ("local", None, "demo", False),
    ],
)
def test_links_stay_in_one_environment(
    look: Check, env: str, source_env: str | None, from_env: str | None, *, fine: bool
) -> None:
    given = Given(has_source=True, env=env, source_env=source_env)
    more = f", from_env: {from_env}" if from_env else ""
    link = f"- {{tool: data, args: {{method: copy, from: $source, link: true{more}}}}}\n"
    assert (look(link, given=given).errors == []) is fine
    assert look(link.replace("link: true", "link: false"), given=given).errors == []


def test_sanitizing_without_examples_warns(look: Check) -> None:
    found = look("- {tool: data, args: {method: sanitize}}\n")
    assert [w.message for w in found.plan.warnings] == [
        "without examples, names are not looked for"
    ]
    assert found.errors == []
