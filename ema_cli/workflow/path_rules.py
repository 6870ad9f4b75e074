"""Rules on ways through the graph: no circles, in from a trigger, out to an output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.workflow.cycles import cycles
from ema_cli.workflow.findings import Verdict
from ema_cli.workflow.places import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.workflow.graph import Graph

_MOST_SHOWN = 8


def acyclic(graph: Graph) -> Iterator[Verdict]:
    """Judge whether no node waits for itself."""
    for cycle in cycles(graph.children, graph.parents):
        shown = [quoted(graph.nodes[index].name) for index in cycle[:_MOST_SHOWN]]
        more = ["…"] if len(cycle) > _MOST_SHOWN else []
        yield Verdict(
            graph.nodes[cycle[0]].place,
            "nodes wait for one another: " + " -> ".join([*shown, *more, shown[0]]),
            "take out one of these references",
        )


def reachable(graph: Graph) -> Iterator[Verdict]:
    """Judge whether every node comes after a trigger."""
    triggers = [node.index for node in graph.nodes if node.is_trigger]
    if not triggers:
        yield Verdict(
            ("workflow_def", "nodes"),
            "no node is a trigger, so nothing starts the workflow",
            "begin with a node such as triggers.emainternal.chat_trigger",
        )
        return
    reached = graph.reached([*triggers, *graph.loose])
    for node in graph.nodes:
        if node.index not in reached:
            yield Verdict(
                node.place,
                f"no trigger leads to the node {quoted(node.name)}",
                "let it use an output of a node that a trigger leads to, or take it out",
            )


def path_to_output(graph: Graph) -> Iterator[Verdict]:
    """Judge whether every path ends in an output."""
    if not graph.ends:
        yield Verdict(
            ("workflow_def", "results"),
            "no node leads to WORKFLOW_OUTPUT, so the workflow answers nothing",
            'give results: {"WORKFLOW_OUTPUT": ["{{node.output}}"]}',
        )
        return
    for node in graph.by_name.values():
        if not graph.children[node.index] and node.index not in graph.ends:
            yield Verdict(
                node.place,
                f"the path that ends at the node {quoted(node.name)} leads to no output",
                "use one of its outputs in another node or in WORKFLOW_OUTPUT",
            )
