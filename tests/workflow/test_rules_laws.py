"""Laws that hold for every workflow, and for everything that is none."""

from __future__ import annotations

import json
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import product
from typing import TYPE_CHECKING, Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ema_cli.workflow.rules import config_findings, findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.workflow.findings import Finding

TRIGGER = "triggers.emainternal.chat_trigger"
AGENT = "actions.emainternal."

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)
words = st.sampled_from(
    [
        *("nodes", "name", "action", "inputs", "outputs", "results", "typeArguments", "categories"),
        *("tools", "runIf", "lhs", "rhs", "operator", "humanInteractionConfig", "WORKFLOW_OUTPUT"),
        *("widgets", "type", "widgetName", "trigger_when", "category"),
    ]
)
texts = st.sampled_from(
    [
        *(TRIGGER, f"{AGENT}chat_categorizer", f"{AGENT}search", f"{AGENT}send_email", "Fallback"),
        *("EQUALS", "{{a.b}}", "{{b.success}}", "{{a}}", "{{a.category}}", "a", "b", "\ud800.{"),
    ]
)
nearly = st.recursive(
    texts | st.none() | st.integers(0, 2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=8),
    max_leaves=40,
)


def judged(workflow: Any) -> list[Finding]:
    found = findings(workflow)
    assert all(one.hint and one.message and one.path.startswith("workflow_def") for one in found)
    json.dumps([(one.path, one.message, one.hint) for one in found], ensure_ascii=False).encode()
    return found


@settings(deadline=None)
@given(anything | nearly, anything | nearly, anything | nearly, anything)
def test_any_json_gives_findings_and_no_exception(
    workflow: Any, config: Any, welcome: Any, enabled: Any
) -> None:
    judged(workflow)
    judged({"nodes": workflow, "results": config})
    judged({"nodes": [workflow, config], "results": {"WORKFLOW_OUTPUT": welcome}})
    found = config_findings(
        enabled_by_user=enabled,
        welcome_messages=welcome,
        proto_config={"widgets": config},
        workflow_def={"nodes": [workflow]},
    )
    json.dumps([(one.path, one.message) for one in found], ensure_ascii=False).encode()


@dataclass(frozen=True)
class Shape:
    """A workflow without names: for each node its kind, and what it uses as (node, output)."""

    kinds: list[str]
    uses: list[list[tuple[int, str]]]
    conditions: list[tuple[int, str, str] | None]
    ends: list[tuple[int, str]]

    def workflow(self, name: Callable[[int], str]) -> dict[str, Any]:
        def reference(use: tuple[int, str]) -> str:
            return f"{{{{{name(use[0])}.{use[1]}}}}}"

        nodes: list[dict[str, Any]] = []
        for index, kind in enumerate(self.kinds):
            node = {"name": name(index), **json.loads(NODES[kind])}
            uses = {f"use_{n}": reference(use) for n, use in enumerate(self.uses[index])}
            node["inputs"] = {"instructions": "Say what name_0 said.", **uses}
            if condition := self.conditions[index]:
                lhs = reference((condition[0], "category"))
                node["runIf"] = {"lhs": lhs, "operator": condition[1], "rhs": condition[2]}
            nodes.append(node)
        return {"nodes": nodes, "results": {"WORKFLOW_OUTPUT": [reference(e) for e in self.ends]}}


CATEGORIES = ["Orders", "Order late", "Fallback"]
OUTPUTS = ["response", "category", "category_Orders", "category_Fallback", "success", "failure"]
MOST_POINTS = 3
"""Each point multiplies the runs to play by six."""

NODES = {
    "trigger": json.dumps({"action": TRIGGER}),
    "agent": json.dumps({"action": f"{AGENT}call_llm"}),
    "mail": json.dumps({"action": f"{AGENT}send_email"}),
    "unknown": json.dumps({"action": "actions.other.thing"}),
    "approved": json.dumps(
        {"action": "actions.other.thing", "humanInteractionConfig": {"message": "Fine?"}}
    ),
    "categorizer": json.dumps(
        {
            "action": "actions.other.sort",
            "typeArguments": {"categories": [{"name": name} for name in CATEGORIES]},
        }
    ),
}


@st.composite
def shapes(draw: st.DrawFn, *, forward: bool = False) -> Shape:
    size = draw(st.integers(2, 8))
    kinds = ["trigger", *draw(st.lists(st.sampled_from(sorted(NODES)), min_size=size - 1))][:size]
    size = len(kinds)

    def use(limit: int) -> st.SearchStrategy[tuple[int, str]]:
        return st.tuples(st.integers(0, limit - 1), st.sampled_from(OUTPUTS))

    uses, conditions = [], []
    for index in range(size):
        limit = index if forward else size + 1
        uses.append(draw(st.lists(use(limit), max_size=3)) if limit else [])
        operator = st.sampled_from(["EQUALS", "NOT_EQUALS", "CONTAINS"])
        right = st.sampled_from([*CATEGORIES, "Order", "none"])
        condition = st.none() | st.tuples(st.integers(0, max(limit - 1, 0)), operator, right)
        conditions.append(draw(condition) if limit else None)
    return Shape(kinds, uses, conditions, draw(st.lists(use(size + 1), max_size=3)))


@settings(deadline=None)
@given(shapes(), st.permutations([f"Schritt {n} - «ü»" for n in range(10)]))
def test_renaming_every_node_leaves_the_findings(shape: Shape, names: list[str]) -> None:
    def told(found: list[Finding]) -> list[tuple[str, str, str, str]]:
        return [(one.check, one.rule, one.severity, one.path) for one in found]

    before = judged(shape.workflow(lambda index: f"name_{index}"))
    after = judged(shape.workflow(lambda index: names[index]))
    assert told(before) == told(after)


def holds(condition: tuple[int, str, str], category: str) -> bool:
    _, operator, right = condition
    match operator:
        case "EQUALS":
            return category == right
        case "NOT_EQUALS":
            return category != right
    return right in category


def runs(shape: Shape, taken: dict[int, tuple[str, str]]) -> set[int]:
    """Play one run, in which each categorizer and each approval takes a branch."""
    ran: set[int] = set()
    for index in range(len(shape.kinds)):
        condition = shape.conditions[index]
        waits = [*shape.uses[index], *([(condition[0], "category")] if condition else [])]
        fires = all(source in ran for source, _ in waits)
        for source, output in shape.uses[index]:
            kind, (category, answer) = shape.kinds[source], taken[source]
            if kind == "categorizer" and output.startswith("category_"):
                fires = fires and output in {f"category_{category}", "category_Order_late"}
            if kind == "approved" and output in {"success", "failure"}:
                fires = fires and output == answer
        if condition and shape.kinds[condition[0]] == "categorizer":
            fires = fires and holds(condition, taken[condition[0]][0])
        if fires:
            ran.add(index)
    return ran


@settings(deadline=None, max_examples=200)
@given(shapes(forward=True))
def test_a_stall_is_what_no_run_reaches(shape: Shape) -> None:
    size = len(shape.kinds)
    points = [n for n, kind in enumerate(shape.kinds) if kind in {"categorizer", "approved"}]
    assume(len(points) <= MOST_POINTS)
    branches = list(product(product(CATEGORIES, ["success", "failure"]), repeat=len(points)))
    reached: set[int] = set()
    for choice in branches:
        taken = dict.fromkeys(range(size), (CATEGORIES[0], "success")) | dict(
            zip(points, choice, strict=True)
        )
        reached |= runs(shape, taken)
    stalled = {
        int(one.path.partition("nodes[")[2].partition("]")[0])
        for one in judged(shape.workflow(str))
        if one.rule == "stall"
    }
    behind: set[int] = set()
    for index in range(size):
        sources = {source for source, _ in shape.uses[index]}
        condition = shape.conditions[index]
        sources |= {condition[0]} if condition else set()
        if sources & (stalled | behind):
            behind.add(index)
    assert not stalled & behind
    assert stalled | behind == set(range(size)) - reached


@settings(deadline=None)
@given(shapes())
def test_acyclic_is_what_can_be_ordered(shape: Shape) -> None:
    size = len(shape.kinds)
    graph: dict[int, set[int]] = {}
    for index in range(size):
        condition = shape.conditions[index]
        sources = {source for source, _ in shape.uses[index]}
        sources |= {condition[0]} if condition else set()
        graph[index] = {source for source in sources if source < size}
    try:
        TopologicalSorter(graph).prepare()
        ordered = True
    except CycleError:
        ordered = False
    rules = {one.rule for one in judged(shape.workflow(lambda index: f"name_{index}"))}
    assert ("acyclic" in rules) is not ordered
