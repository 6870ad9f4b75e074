"""Arguments as written, with the texts that name variables parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.errors import Problem
from ema_cli.plans.templates import BadTemplate, ResultPath, parse
from ema_cli.plans.written import UNKNOWN, Text, Tree, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.documents.nodes import Node


def compiled(node: Node, problems: list[Problem]) -> Tree:
    """Parse the texts of an argument; one that cannot be parsed becomes `UNKNOWN`."""
    if isinstance(node, nodes.Scalar):
        if isinstance(node.value, str) and "$" in node.value:
            return _text(node, node.value, problems)
        return node.value
    if isinstance(node, nodes.Listing):
        return [compiled(item, problems) for item in node.items]
    return {key: compiled(item, problems) for key, item in node.items.items()}


def _text(node: nodes.Scalar, text: str, problems: list[Problem]) -> Tree:
    try:
        parts = parse(text)
    except BadTemplate as error:
        problems.append(Problem(error.message, error.hint, node.place))
        return UNKNOWN
    only = parts[0] if len(parts) == 1 else None
    return only if isinstance(only, str) else Text(parts, node.place)


def texts_in(tree: Tree) -> Iterator[Text | Unknown]:
    """Find everything in arguments that is not plain data."""
    if isinstance(tree, Text | Unknown):
        yield tree
    elif isinstance(tree, list):
        for item in tree:
            yield from texts_in(item)
    elif isinstance(tree, dict):
        for item in tree.values():
            yield from texts_in(item)


def names_results(text: Text | Unknown) -> bool:
    """Whether a text names results of earlier actions."""
    return isinstance(text, Text) and any(isinstance(part, ResultPath) for part in text.parts)
