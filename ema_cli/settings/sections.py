"""Reading the mappings of a settings file: every value of the right type, every key known.

What is wrong is collected, so that all of it can be told at once; no value is shown.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, TypeVar

from ema_cli.documents.nearest import did_you_mean, shown
from ema_cli.documents.nodes import Mapping, Scalar, kind
from ema_cli.errors import Problem
from ema_cli.settings.values import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ema_cli.documents.nodes import Node

T = TypeVar("T")

LONGEST_TIMEOUT = 86_400.0
"""Seconds."""


class Section:
    """One mapping; `known` are its keys."""

    def __init__(
        self, node: Node, problems: list[Problem], known: Sequence[str], hint: str | None = None
    ) -> None:
        """Look for unknown keys. `hint` stands beside those; else the nearest known key does."""
        self._items: dict[str, Node] = {}
        self._problems = problems
        if not isinstance(node, Mapping):
            problems.append(Problem(f"a mapping belongs here, not {kind(node)}", None, node.place))
            return
        for name, key in node.keys.items():
            if name in known:
                self._items[name] = node.items[name]
            else:
                told = did_you_mean(name, known, listed="known are")
                problems.append(Problem(f"unknown key{shown(name)}", hint or told, key.place))

    def version(self, number: int) -> None:
        """Look whether the file is of a version that this ema reads, if it says one."""
        node = self._items.get("version")
        value = node.value if isinstance(node, Scalar) else None
        if node is not None and (isinstance(value, bool) or value != number):
            self._problems.append(Problem(f"`version` must be {number}", None, node.place))

    def text(
        self, name: str, fault: Callable[[str], str | None] = lambda _: None
    ) -> Setting[str] | None:
        """Read a text; `fault` says what else may be wrong with it."""
        found = self._scalar(name, str, "text")
        told = fault(found.value) if found is not None else None
        if told is None:
            return found
        self._problems.append(Problem(f"`{name}` {told}", None, self._items[name].place))
        return None

    def flag(self, name: str) -> Setting[bool] | None:
        """Read true or false."""
        return self._scalar(name, bool, "true or false")

    def seconds(self, name: str) -> Setting[float] | None:
        """Read a time limit."""
        node = self._items.get(name)
        if node is None:
            return None
        found = node.value if isinstance(node, Scalar) else None
        if isinstance(found, int | float) and not isinstance(found, bool) and is_limit(found):
            return Setting(float(found), "file", str(node.place))
        self._problems.append(Problem(f"`{name}` must be seconds, as a number", None, node.place))
        return None

    def mapping(self, name: str) -> Mapping | None:
        """Give a mapping within."""
        node = self._items.get(name)
        if node is None or isinstance(node, Mapping):
            return node
        self._problems.append(Problem(f"`{name}` must be a mapping", None, node.place))
        return None

    def texts(self, name: str) -> Iterator[tuple[str, str, Node, Scalar]]:
        """Give what a mapping of texts holds: name, text, and the nodes of text and name."""
        node = self.mapping(name)
        for key, item in node.items.items() if node is not None else ():
            if isinstance(item, Scalar) and isinstance(item.value, str) and node is not None:
                yield key, item.value, item, node.keys[key]
            else:
                problem = Problem(f"the values of `{name}` must be text", None, item.place)
                self._problems.append(problem)

    def _scalar(self, name: str, of: type[T], words: str) -> Setting[T] | None:
        node = self._items.get(name)
        if node is None:
            return None
        if isinstance(node, Scalar) and isinstance(node.value, of):
            return Setting(node.value, "file", str(node.place))
        self._problems.append(Problem(f"`{name}` must be {words}", None, node.place))
        return None


def is_limit(seconds: float) -> bool:
    """Say whether a number of seconds can be a time limit."""
    return isfinite(seconds) and 0 < seconds <= LONGEST_TIMEOUT
