"""Workflows far larger and deeper than people draw; recursion or quadratic time would show."""

from __future__ import annotations

from typing import Any

from ema_cli.workflow.rules import findings

TRIGGER: dict[str, Any] = {"name": "t", "action": "triggers.emainternal.chat_trigger"}
NODES = 20_000


def agent(name: str, uses: str, **more: Any) -> dict[str, Any]:
    inputs = {"instructions": "Answer.", "query": uses}
    return {"name": name, "action": "actions.emainternal.call_llm", "inputs": inputs, **more}


def chain(length: int, *, begins: str = "{{t.user_query}}") -> dict[str, Any]:
    uses = [begins, *(f"{{{{n{i}.response}}}}" for i in range(length))]
    nodes = [agent(f"n{i}", uses[i]) for i in range(length)]
    return {"nodes": [TRIGGER, *nodes], "results": {"WORKFLOW_OUTPUT": uses[length]}}


def test_a_long_chain_is_fine() -> None:
    assert findings(chain(NODES)) == []


def test_a_long_ring_is_one_cycle() -> None:
    ring = chain(NODES, begins=f"{{{{n{NODES - 1}.response}}}}")
    found = [one for one in findings(ring) if one.rule == "acyclic"]
    assert [one.path for one in found] == ["workflow_def.nodes[1]"]
    assert len(found[0].message) < 1000


def test_a_chain_of_categorizers_keeps_all_its_conditions() -> None:
    categories = {"categories": [{"name": "Yes"}, {"name": "Fallback"}]}
    nodes: list[dict[str, Any]] = [TRIGGER]
    uses = "{{t.user_query}}"
    for i in range(2000):
        sort = {"name": f"c{i}", "action": "x.sort", "inputs": {"text": uses}}
        nodes.append({**sort, "typeArguments": categories})
        condition = {"lhs": f"{{{{c{i}.category}}}}", "operator": "EQUALS", "rhs": "Yes"}
        nodes.append(agent(f"n{i}", uses, runIf=condition))
        uses = f"{{{{n{i}.response}}}}"
    late = {"lhs": "{{c7.category}}", "operator": "EQUALS", "rhs": "Fallback"}
    nodes.append(agent("late", uses, runIf=late))
    workflow: Any = {"nodes": nodes, "results": {"WORKFLOW_OUTPUT": "{{late.response}}"}}
    found = findings(workflow)
    assert [one.path for one in found if one.rule == "stall"] == [
        f"workflow_def.nodes[{len(nodes) - 1}].runIf.lhs"
    ]


def test_a_deep_input_is_read() -> None:
    deep: Any = "{{t.nothing}}"
    for _ in range(5000):
        deep = [deep]
    found = findings(
        {
            "nodes": [TRIGGER, agent("n", "{{t.user_query}}", tools=deep)],
            "results": {"WORKFLOW_OUTPUT": "{{n.response}}"},
        }
    )
    assert [one.rule for one in found] == ["references-exist"]


def test_many_wrong_names_do_not_cost_their_square() -> None:
    nodes = [agent(f"n{i}", f"{{{{m{i}.response}}}} {{{{t.user_query}}}}") for i in range(NODES)]
    results: Any = {"WORKFLOW_OUTPUT": [f"{{{{n{i}.response}}}}" for i in range(NODES)]}
    found = findings({"nodes": [TRIGGER, *nodes], "results": results})
    assert len(found) == NODES
    assert {one.rule for one in found} == {"references-exist"}
