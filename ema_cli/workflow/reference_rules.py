"""Rules on references: they name what exists, and types fit."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from ema_cli.workflow.catalogue import Type
from ema_cli.workflow.findings import Verdict
from ema_cli.workflow.places import quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from ema_cli.workflow.graph import Graph, Node
    from ema_cli.workflow.references import Reference

_SEARCHED_FOR_NEAREST = 200
"""Beyond so many names, looking for the nearest one would take longer than all rules."""

_LONGEST_NAME = 200
"""A longer one resembles nothing, and comparing takes quadratic time."""

_TYPES = frozenset(Type)


def references_exist(graph: Graph) -> Iterator[Verdict]:
    """Judge whether every reference names a node and an output that exist."""
    for reference in _all_references(graph):
        source = graph.source(reference)
        if not reference.output:
            yield Verdict(
                reference.place,
                f"the reference to {quoted(reference.node)} names no output",
                "write {{node.output}}",
            )
        elif source is None:
            yield Verdict(
                reference.place,
                f"there is no node {quoted(reference.node)}",
                _nearest(reference.node, graph.by_name) or "name a node of this workflow",
            )
        elif source.output_type(reference.output) is None:
            yield Verdict(
                reference.place,
                f"the node {quoted(source.name)} has no output {quoted(reference.output)}",
                _nearest(reference.output, _outputs(source)) or "name one of its outputs",
            )


def types_fit(graph: Graph) -> Iterator[Verdict]:
    """Judge whether what flows into an input is of a type that it takes."""
    for node in graph.nodes:
        for reference in node.references:
            name = _input_of(reference, node)
            taken = node.input(name) if name is not None else None
            source = graph.source(reference)
            given = source.output_type(reference.output) if source else None
            if taken and given in _TYPES and given not in taken.types:
                yield Verdict(
                    reference.place,
                    f"the input {quoted(str(name))} of {quoted(node.name)} does not take {given}",
                    "it takes " + " or ".join(sorted(taken.types)),
                )


def _all_references(graph: Graph) -> Iterator[Reference]:
    for node in graph.nodes:
        yield from node.references
    yield from graph.results


def _input_of(reference: Reference, node: Node) -> str | None:
    """Name the input whose value, or an item of whose list, the reference is."""
    match reference.place[len(node.place) :]:
        case ("inputs", str(name)) | ("inputs", str(name), int()) if reference.whole:
            return name
    return None


def _outputs(node: Node) -> Collection[str]:
    known: Mapping[str, str] = node.known.outputs if node.known else {}
    return [*node.own_outputs, *known, *node.ports]


def _nearest(name: str, names: Collection[str]) -> str | None:
    if len(names) > _SEARCHED_FOR_NEAREST or len(name) > _LONGEST_NAME:
        return None
    nearest = get_close_matches(name, names, n=1)
    return f"did you mean {quoted(nearest[0])}?" if nearest else None
