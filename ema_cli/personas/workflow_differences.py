"""Differences between two workflows: their nodes, their edges, and what else they hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.personas.value_differences import Change, ValueChange, by_name, moved, value_changes
from ema_cli.workflow.references import references

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ema_cli.personas.value_differences import Named
    from ema_cli.values import JsonObject, JsonValue

PATH = "workflow_def"


@dataclass(frozen=True, slots=True)
class NodeChange:
    """A node that differs; `changes` says in what, with paths inside the node."""

    name: str
    change: Change
    changes: Sequence[ValueChange] = ()


@dataclass(frozen=True, slots=True)
class EdgeChange:
    """An edge that came or went: from an output, `node.output`, to a node or a result."""

    source: str
    target: str
    change: Change


@dataclass(frozen=True, slots=True)
class WorkflowChanges:
    """All differences; `other` holds those outside of nodes, or all where nodes have no names."""

    nodes: Sequence[NodeChange] = ()
    edges: Sequence[EdgeChange] = ()
    other: Sequence[ValueChange] = ()


def workflow_changes(before: JsonObject | None, after: JsonObject | None) -> WorkflowChanges:
    """Find all differences between two workflows, either of which may be none."""
    old, new = _nodes(before), _nodes(after)
    if old is None or new is None:
        return WorkflowChanges(other=tuple(value_changes(before, after, PATH)))
    return WorkflowChanges(
        nodes=tuple(_node_changes(old, new)),
        edges=tuple(_edge_changes(before or {}, after or {})),
        other=tuple(_other_changes(before, after, old, new)),
    )


def _nodes(workflow: JsonObject | None) -> Named | None:
    return {} if workflow is None else by_name(workflow.get("nodes", []))


def _node_changes(before: Named, after: Named) -> Iterator[NodeChange]:
    for name in {**before, **after}:
        if name not in after:
            yield NodeChange(name, Change.REMOVED)
        elif name not in before:
            yield NodeChange(name, Change.ADDED)
        else:
            changes = tuple(value_changes(before[name], after[name], ""))
            if changes:
                yield NodeChange(name, Change.CHANGED, changes)


def _other_changes(
    before: JsonObject | None, after: JsonObject | None, old: Named, new: Named
) -> Iterator[ValueChange]:
    if before is None or after is None:
        if before is not after:
            yield ValueChange(PATH, Change.REMOVED if after is None else Change.ADDED)
        return
    yield from value_changes(_without_nodes(before), _without_nodes(after), PATH)
    if moved(old, new):
        yield ValueChange(f"{PATH}.nodes", Change.REORDERED)


def _without_nodes(workflow: JsonObject) -> JsonObject:
    """Leave out the list of nodes, but not whether there is one."""
    return {key: [] if key == "nodes" else value for key, value in workflow.items()}


def _edge_changes(before: JsonObject, after: JsonObject) -> Iterator[EdgeChange]:
    old, new = dict.fromkeys(_edges(before)), dict.fromkeys(_edges(after))
    for source, target in {**old, **new}:
        if (source, target) not in new:
            yield EdgeChange(source, target, Change.REMOVED)
        elif (source, target) not in old:
            yield EdgeChange(source, target, Change.ADDED)


def _edges(workflow: JsonObject) -> Iterator[tuple[str, str]]:
    for name, node in (_nodes(workflow) or {}).items():
        yield from _into(name, node)
    results = workflow.get("results")
    for name, result in results.items() if isinstance(results, dict) else ():
        yield from _into(name, result)


def _into(name: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    for reference in references(value, ()):
        yield f"{reference.node}.{reference.output}", name
