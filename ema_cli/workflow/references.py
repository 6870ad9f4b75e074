"""References between nodes: `{{node.output}}`, alone or inside a longer text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.values import JsonValue
    from ema_cli.workflow.places import Place

_BRACES = re.compile(r"\{\{([^{}]*)\}\}")


@dataclass(frozen=True, slots=True)
class Reference:
    """One use of a node's output."""

    node: str
    output: str
    """Empty where the text between the braces has no dot."""
    place: Place
    whole: bool
    """The value is nothing but this reference, so that it keeps its type."""


def leaves(value: JsonValue, place: Place) -> Iterator[tuple[JsonValue, Place]]:
    """Walk all that is neither a list nor an object, in the order in which it is written."""
    waiting = [(value, place)]
    while waiting:
        item, at = waiting.pop()
        if isinstance(item, dict):
            waiting.extend((item[key], (*at, key)) for key in reversed(item))
        elif isinstance(item, list):
            waiting.extend((item[n], (*at, n)) for n in reversed(range(len(item))))
        else:
            yield item, at


def references(value: JsonValue, place: Place) -> Iterator[Reference]:
    """Find every reference in a value, at any depth.

    Braces without a dot inside a longer text are left alone, since mail and document texts have
    placeholders of their own; as a whole value they can only be meant as a reference.
    """
    for leaf, at in leaves(value, place):
        if isinstance(leaf, str):
            yield from _in_text(leaf, at)


def _in_text(text: str, place: Place) -> Iterator[Reference]:
    stripped = text.strip()
    for match in _BRACES.finditer(stripped):
        node, dot, output = (part.strip() for part in match[1].partition("."))
        whole = match.span() == (0, len(stripped))
        if dot or whole:
            yield Reference(node, output, place, whole)
