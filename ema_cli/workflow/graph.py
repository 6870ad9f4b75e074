"""The graph of a workflow: its nodes, what each waits for, and where it ends."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ema_cli.workflow.catalogue import EXTERNAL_TOOLS, TRIGGER_INPUT, TRIGGERS, Type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ema_cli.values import JsonObject, JsonValue
    from ema_cli.workflow.catalogue import Action, Input
    from ema_cli.workflow.conditions import RunIf
    from ema_cli.workflow.places import Place
    from ema_cli.workflow.references import Reference

CATEGORY = "category"
"""The output of a categorizer that conditions compare."""

CATEGORY_PORT = "category_"
"""What the ports of a categorizer begin with, where it has one for each category."""

HUMAN_PORTS = ("success", "failure")
"""The outputs of a node that a human approves."""

TRIGGER_WHEN = "trigger_when"
"""The input, known to every action, that says when a node runs."""

_NOT_IN_NAMES = frozenset(".{}")


@dataclass(frozen=True, slots=True)
class Node:
    """One node; what is missing or of the wrong shape reads as empty."""

    index: int
    name: str
    action: str
    known: Action | None
    inputs: JsonObject
    tools: list[JsonValue]
    own_outputs: Mapping[str, str]
    """Types of the outputs that it declares, empty where the type is not told."""
    categories: tuple[str, ...] | None
    """None for a node that is no categorizer."""
    ports: Mapping[str, str]
    """Categories by the names that their ports may have."""
    human: bool
    run_if: RunIf | None
    references: tuple[Reference, ...]

    @property
    def place(self) -> Place:
        """Where it stands."""
        return ("workflow_def", "nodes", self.index)

    @property
    def is_trigger(self) -> bool:
        """Whether runs begin with it."""
        return self.action.startswith(TRIGGERS)

    @property
    def acts_outside(self) -> bool:
        """Whether it changes something beyond the persona."""
        if self.known:
            return self.known.acts_outside
        return self.action.startswith(EXTERNAL_TOOLS)

    def input(self, name: str) -> Input | None:
        """Tell what is known of one of its inputs."""
        if name == TRIGGER_WHEN:
            return TRIGGER_INPUT
        return self.known.inputs.get(name) if self.known else None

    def output_type(self, output: str) -> str | None:
        """Give the type of an output: empty where it is not known, None where there is no such.

        What the node declares wins; what its action, its categories and its approval bring is
        there as well.
        """
        if output in self.own_outputs:
            return self.own_outputs[output]
        if (self.human and output in HUMAN_PORTS) or output in self.ports:
            return Type.TRIGGER_WHEN
        if self.known and output in self.known.outputs:
            return self.known.outputs[output]
        if self.categories is not None and output == CATEGORY:
            return Type.STRING
        if self.categories is not None and output.startswith(CATEGORY_PORT):
            return None
        return None if self.known or self.own_outputs else ""


@dataclass(frozen=True, slots=True)
class Wait:
    """An edge: the node at `to` waits for an output of the node at `source`."""

    source: int
    to: int
    reference: Reference


@dataclass(frozen=True)
class Graph:
    """A workflow as its nodes, by position, and the references of its results."""

    nodes: Sequence[Node]
    results: Sequence[Reference]
    """What `WORKFLOW_OUTPUT` takes: whichever of them comes."""

    @cached_property
    def by_name(self) -> Mapping[str, Node]:
        """Nodes that references can name; of two with one name, the first."""
        named: dict[str, Node] = {}
        for node in self.nodes:
            if can_be_named(node.name):
                named.setdefault(node.name, node)
        return named

    def source(self, reference: Reference) -> Node | None:
        """Find the node that a reference names."""
        return self.by_name.get(reference.node)

    @cached_property
    def waits(self) -> Sequence[Sequence[Wait]]:
        """For each node, what it waits for.

        A node that shows its own outputs to whoever approves it does not wait for itself.
        """
        return [tuple(self._waits_of(node)) for node in self.nodes]

    def _waits_of(self, node: Node) -> Iterator[Wait]:
        for reference in node.references:
            source = self.source(reference)
            shown = reference.place[len(node.place)] == "humanInteractionConfig"
            if source is not None and not (source is node and shown):
                yield Wait(source.index, node.index, reference)

    @cached_property
    def parents(self) -> Sequence[Sequence[int]]:
        """For each node, the nodes that it waits for, each once."""
        return [tuple(dict.fromkeys(wait.source for wait in waits)) for waits in self.waits]

    @cached_property
    def children(self) -> Sequence[Sequence[int]]:
        """For each node, the nodes that wait for it, each once."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for index, parents in enumerate(self.parents):
            for parent in parents:
                children[parent].append(index)
        return children

    @cached_property
    def ends(self) -> frozenset[int]:
        """The nodes that `WORKFLOW_OUTPUT` takes from."""
        sources = (self.source(reference) for reference in self.results)
        return frozenset(source.index for source in sources if source is not None)

    @cached_property
    def users(self) -> Sequence[Sequence[tuple[Node | None, Reference]]]:
        """For each node, the references to it and the nodes that hold them, None for results."""
        users: list[list[tuple[Node | None, Reference]]] = [[] for _ in self.nodes]
        for waits in self.waits:
            for wait in waits:
                users[wait.source].append((self.nodes[wait.to], wait.reference))
        for reference in self.results:
            if source := self.source(reference):
                users[source.index].append((None, reference))
        return users

    @cached_property
    def loose(self) -> Sequence[int]:
        """Nodes that cannot be placed: what they refer to is not there, or they are no nodes.

        That is a finding by itself; saying that nothing leads to them would only add to it.
        """
        return [
            node.index
            for node in self.nodes
            if not (node.name or node.action) or any(map(self._is_missing, node.references))
        ]

    def _is_missing(self, reference: Reference) -> bool:
        return self.source(reference) is None

    def reached(self, starts: Iterable[int]) -> set[int]:
        """Collect the nodes that come after some others, and those themselves."""
        seen = set(starts)
        waiting = deque(seen)
        while waiting:
            for child in self.children[waiting.popleft()]:
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
        return seen

    def order(self) -> list[int]:
        """List nodes after all that they wait for; those on a cycle, or after one, are left out."""
        missing = [len(parents) for parents in self.parents]
        ready = deque(index for index, count in enumerate(missing) if count == 0)
        ordered = []
        while ready:
            index = ready.popleft()
            ordered.append(index)
            for child in self.children[index]:
                missing[child] -= 1
                if missing[child] == 0:
                    ready.append(child)
        return ordered


def can_be_named(name: str) -> bool:
    """Whether a reference can be written to a node of this name."""
    return bool(name) and name == name.strip() and not _NOT_IN_NAMES & set(name)


def is_empty(value: JsonValue) -> bool:
    """Whether an input is left open: nothing, blank text, or an empty list or object."""
    return value is None or value in ([], {}) or (isinstance(value, str) and not value.strip())
