"""Rules on branches: categories and human approval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.workflow.findings import Verdict
from ema_cli.workflow.graph import CATEGORY, HUMAN_PORTS
from ema_cli.workflow.places import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from ema_cli.workflow.graph import Graph, Node
    from ema_cli.workflow.references import Reference

FALLBACK = "Fallback"


def categorizer_fallback(graph: Graph) -> Iterator[Verdict]:
    """Judge whether what fits no category has a place to go."""
    for node in graph.nodes:
        if node.categories is not None and FALLBACK not in node.categories:
            yield Verdict(
                (*node.place, "typeArguments", "categories"),
                f"the categorizer {quoted(node.name)} has no category {quoted(FALLBACK)}",
                "add one, and a node that answers what fits no other category",
            )


def category_names(graph: Graph) -> Iterator[Verdict]:
    """Judge whether a category's name means one category."""
    for node in graph.nodes:
        seen: set[str] = set()
        for position, name in enumerate(node.categories or ()):
            if name and name in seen:
                yield Verdict(
                    (*node.place, "typeArguments", "categories", position),
                    f"the categorizer {quoted(node.name)} has two categories of one name",
                    "give each a name of its own",
                )
            seen.add(name)


def category_used(graph: Graph) -> Iterator[Verdict]:
    """Judge whether every category leads somewhere."""
    for node in graph.nodes:
        used = _used_categories(graph, node) if node.categories else set()
        for position, name in enumerate(node.categories or ()):
            if name and name not in used:
                yield Verdict(
                    (*node.place, "typeArguments", "categories", position),
                    f"nothing follows the category {quoted(name)} of {quoted(node.name)}",
                    "let a node run for it, or take it out",
                )


def _used_categories(graph: Graph, node: Node) -> set[str]:
    """Collect the categories that something follows; `category` used as data follows them all."""
    used: set[str] = set()
    categories = set(node.categories or ())
    for user, reference in graph.users[node.index]:
        if reference.output in node.ports:
            used.add(node.ports[reference.output])
        elif reference.output == CATEGORY:
            used |= _admitted(user, reference, categories)
        if len(used) == len(categories):
            break
    return used


def _admitted(
    user: Node | None, reference: Reference, categories: AbstractSet[str]
) -> AbstractSet[str]:
    run_if = user.run_if if user else None
    if run_if is None or run_if.lhs != reference:
        return categories
    return run_if.admitted(categories)


def human_paths(graph: Graph) -> Iterator[Verdict]:
    """Judge whether both answers of whoever approves lead somewhere."""
    for node in graph.nodes:
        used = {reference.output for _, reference in graph.users[node.index]}
        for port in HUMAN_PORTS if node.human else ():
            if port not in used:
                yield Verdict(
                    (*node.place, "humanInteractionConfig"),
                    f"the approval at {quoted(node.name)} has no path for its {port}",
                    f"let a node, or WORKFLOW_OUTPUT, use its output {port}",
                )
