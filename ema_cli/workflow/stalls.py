"""The rule on stalls: a node that waits for branches that never fire together.

A categorizer takes one of its categories in a run, and whoever approves answers success or
failure. A node runs when all that it waits for has run, so the branches that it needs are those
that all its ancestors need, together. For each node that is a set of bits, one for every branch
that is still possible; where all branches of one point are gone, the node can never run.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ema_cli.workflow.conditions import Operator
from ema_cli.workflow.findings import Verdict
from ema_cli.workflow.graph import CATEGORY, HUMAN_PORTS
from ema_cli.workflow.places import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ema_cli.workflow.conditions import RunIf
    from ema_cli.workflow.graph import Graph, Node, Wait
    from ema_cli.workflow.places import Place

_HUMAN: Mapping[str, str] = MappingProxyType({port: port for port in HUMAN_PORTS})

_BITS_AT_ONCE = 4096
"""Keeps memory flat and each step short, however many branches a workflow has."""


@dataclass(frozen=True, slots=True)
class _Point:
    """A place where a run takes one of several branches: its bits, and a guard bit above them."""

    node: Node
    ports: Mapping[str, str]
    """Branches by the outputs that fire with them."""
    low: int
    bits: dict[str, int]

    @property
    def all(self) -> int:
        """All its branches."""
        return self.guard - self.low

    @property
    def guard(self) -> int:
        """The bit above its branches."""
        return self.low << len(self.bits)


def stall(graph: Graph) -> Iterator[Verdict]:
    """Judge whether each node can run at all."""
    found: dict[int, Verdict] = {}
    order = graph.order()
    for points in _batches(graph):
        for node, verdict in _Batch(graph, points).verdicts(order):
            found.setdefault(node, verdict)
    for index in sorted(found):
        yield found[index]


def _batches(graph: Graph) -> Iterator[list[_Point]]:
    batch: list[_Point] = []
    low = 1
    for node in graph.nodes:
        for ports in (node.ports, _HUMAN if node.human else {}):
            if branches := dict.fromkeys(ports.values()):
                bits = {name: low << n for n, name in enumerate(branches)}
                batch.append(_Point(node, ports, low, bits))
                low <<= len(bits) + 1
        if low.bit_length() > _BITS_AT_ONCE:
            yield batch
            batch, low = [], 1
    if batch:
        yield batch


class _Batch:
    """The points that are judged in one pass over the graph."""

    def __init__(self, graph: Graph, points: Sequence[_Point]) -> None:
        self._graph = graph
        self._by_guard = {point.guard: point for point in points}
        self._by_node: dict[int, list[_Point]] = {}
        for point in points:
            self._by_node.setdefault(point.node.index, []).append(point)
        self._all = sum(point.all for point in points)
        self._guards = sum(point.guard for point in points)
        self._lows = sum(point.low for point in points)
        self._possible: dict[int, int] = {}

    def verdicts(self, order: Sequence[int]) -> Iterator[tuple[int, Verdict]]:
        """Judge all nodes in an order in which each comes after those that it waits for."""
        for index in order:
            waits = self._graph.waits[index]
            if any(wait.source not in self._possible for wait in waits):
                continue
            mask = self._all
            for wait in waits:
                mask &= self._through(wait)
            if point := self._exhausted(mask):
                yield index, self._verdict(index, point)
            else:
                self._possible[index] = mask

    def _through(self, wait: Wait) -> int:
        """Branches that are possible where this edge has fired."""
        mask = self._possible[wait.source]
        user = self._graph.nodes[wait.to]
        for point in self._by_node.get(wait.source, ()):
            mask &= ~(point.all & ~_taken(point, wait, user))
        return mask

    def _exhausted(self, mask: int) -> _Point | None:
        """Find a point with no branch left.

        Taking the lowest bit away borrows from the guard where all bits below it are gone, and
        from nothing else: one subtraction looks at all points.
        """
        kept = ((mask | self._guards) - self._lows) & self._guards
        gone = self._guards ^ kept
        return self._by_guard[gone & -gone] if gone else None

    def _verdict(self, index: int, point: _Point) -> Verdict:
        graph = self._graph
        left = point.all
        for wait in graph.waits[index]:
            edge = self._through(wait) & point.all
            left &= edge
            if not left:
                return _told(graph.nodes[index], point, wait.reference.place, alone=not edge)
        raise AssertionError(index)  # pragma: no cover - the caller found the point exhausted


def _taken(point: _Point, wait: Wait, user: Node) -> int:
    """Branches of a point that a reference to its node can mean."""
    output = wait.reference.output
    condition = user.run_if if user.run_if and user.run_if.lhs == wait.reference else None
    if output == CATEGORY and condition and point.ports is not _HUMAN:
        return _admitted(point, condition)
    branch = point.ports.get(output)
    if branch is None or (condition and not condition.waits):
        return point.all
    return point.bits[branch]


def _admitted(point: _Point, condition: RunIf) -> int:
    if condition.operator is Operator.NOT_EQUALS and condition.text is not None:
        return point.all & ~point.bits.get(condition.text, 0)
    return sum(point.bits[name] for name in condition.admitted(point.bits.keys()))


def _told(node: Node, point: _Point, place: Place, *, alone: bool) -> Verdict:
    if alone:
        what = f"waits for a branch that {quoted(point.node.name)} does not have"
        hint = "compare with a category that it has"
    else:
        what = f"waits for branches of {quoted(point.node.name)} of which only one fires"
        hint = "use one node for each branch; WORKFLOW_OUTPUT takes whichever comes"
    return Verdict(place, f"the node {quoted(node.name)} can never run: it {what}", hint)
