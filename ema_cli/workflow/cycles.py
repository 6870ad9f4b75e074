"""Nodes that wait for one another."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def cycles(children: Sequence[Sequence[int]], parents: Sequence[Sequence[int]]) -> list[list[int]]:
    """Give one cycle of each knot, as short as can be, from its first node on.

    A knot (a strongly connected component) may hold very many cycles; one is enough to mend it.
    """
    found = []
    for knot in _knots(children, parents):
        first = min(knot)
        if len(knot) > 1 or first in children[first]:
            found.append(_shortest(first, set(knot), children))
    return sorted(found)


def _knots(
    children: Sequence[Sequence[int]], parents: Sequence[Sequence[int]]
) -> Iterator[list[int]]:
    """Find strongly connected components in linear time, without recursion (Kosaraju, Sharir)."""
    seen: set[int] = set()
    finished = [node for start in range(len(children)) for node in _after(start, children, seen)]
    taken: set[int] = set()
    for node in reversed(finished):
        if knot := list(_after(node, parents, taken)):
            yield knot


def _after(start: int, edges: Sequence[Sequence[int]], seen: set[int]) -> Iterator[int]:
    """Walk depth first from `start` over nodes not seen yet; give each when it is done with."""
    if start in seen:
        return
    seen.add(start)
    path = [(start, iter(edges[start]))]
    while path:
        node, rest = path[-1]
        following = next((n for n in rest if n not in seen), None)
        if following is None:
            path.pop()
            yield node
        else:
            seen.add(following)
            path.append((following, iter(edges[following])))


def _shortest(first: int, knot: set[int], children: Sequence[Sequence[int]]) -> list[int]:
    """Find the shortest way from a node back to it, inside its knot."""
    came_from: dict[int, int] = {}
    waiting = deque([first])
    while first not in came_from:
        node = waiting.popleft()
        for child in children[node]:
            if child in knot and child not in came_from:
                came_from[child] = node
                waiting.append(child)
    way = [first]
    while (node := came_from[way[-1]]) != first:
        way.append(node)
    return [first, *reversed(way[1:])]
