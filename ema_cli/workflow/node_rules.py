"""Rules on single nodes: their names and their actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.workflow.findings import Verdict
from ema_cli.workflow.graph import TRIGGER_WHEN, can_be_named, is_empty
from ema_cli.workflow.places import quoted, within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.workflow.graph import Graph, Node


def node_name(graph: Graph) -> Iterator[Verdict]:
    """Judge whether references can name each node."""
    for node in graph.nodes:
        if node.name and not can_be_named(node.name):
            yield Verdict(
                (*node.place, "name"),
                f"no reference can name the node {quoted(node.name)}",
                "leave out dots, braces and spaces around the name",
            )


def node_name_unique(graph: Graph) -> Iterator[Verdict]:
    """Judge whether a name means one node."""
    for node in graph.nodes:
        if graph.by_name.get(node.name, node) is not node:
            yield Verdict(
                (*node.place, "name"),
                f"another node is named {quoted(node.name)} as well",
                "give it a name of its own",
            )


def required_inputs(graph: Graph) -> Iterator[Verdict]:
    """Judge whether each node has the inputs that its action cannot do without."""
    for node in graph.nodes:
        for name, known in node.known.inputs.items() if node.known else ():
            if known.required and is_empty(node.inputs.get(name)):
                yield Verdict(
                    (*node.place, "inputs", name),
                    f"the node {quoted(node.name)} lacks its input {quoted(name)}",
                    "connect it to an output or give it a value",
                )


def side_effect_trigger(graph: Graph) -> Iterator[Verdict]:
    """Judge whether what acts outside is told when to: data alone would fire it at every run."""
    for node in graph.nodes:
        if node.acts_outside and not _is_told_when(node):
            yield Verdict(
                node.place,
                f"the node {quoted(node.name)} acts outside, and nothing says when",
                f"give it a runIf, or connect its input {TRIGGER_WHEN}",
            )


def _is_told_when(node: Node) -> bool:
    if node.run_if is not None and node.run_if.lhs is not None:
        return True
    place = (*node.place, "inputs", TRIGGER_WHEN)
    return any(within(reference.place, place) for reference in node.references)


def deprecated_action(graph: Graph) -> Iterator[Verdict]:
    """Judge whether the platform still keeps each action."""
    for node in graph.nodes:
        if node.known and node.known.replaced_by:
            yield Verdict(
                (*node.place, "action"),
                f"the action of the node {quoted(node.name)} is deprecated",
                f"use {node.known.replaced_by}",
            )


def search_raw_query(graph: Graph) -> Iterator[Verdict]:
    """Judge whether a search sees the conversation, and not the last words of it alone."""
    for node in graph.nodes:
        for reference in node.references if node.known and node.known.searches else ():
            if not within(reference.place, (*node.place, "inputs", "query")):
                continue
            source = graph.source(reference)
            known = source.known if source else None
            if known and known.raw_query == reference.output:
                yield Verdict(
                    reference.place,
                    f"the node {quoted(node.name)} searches for the user's last words alone",
                    "put actions.emainternal.conversation_to_search_query before it",
                )
