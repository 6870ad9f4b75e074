"""Keys of mappings in plans: which are known, and what was meant by the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.documents.nearest import did_you_mean, nearest, shown
from ema_cli.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

ACTION_KEYS = ("tool", "args", "id", "continue_on_error", "always")
"""The keys of an action."""
PLAN_KEYS = ("version", "description", "vars", "continue_on_error", "aliases", "actions")
"""The keys of a plan."""


def unknown_keys(
    mapping: nodes.Mapping,
    known: Collection[str],
    problems: list[Problem],
    *,
    what: str = "key",
    hint: Callable[[str], str | None] = lambda _key: None,
    silent: Collection[str] = (),
) -> set[str]:
    """Add a problem for each key that is not known, and give the keys that were probably meant.

    `hint` may know better than the nearest name what to do about a key; the keys in `silent` are
    somebody else's to judge.
    """
    meant: set[str] = set()
    for name, key in mapping.keys.items():
        if name in known or name in silent:
            continue
        advice = hint(name)
        if advice is None:
            near = nearest(name, known)
            meant |= {near} if near else set()
            advice = did_you_mean(name, known, listed=f"the {what}s are:")
        problems.append(Problem(f"unknown {what}{shown(name)}", advice, key.place))
    return meant


def flag(mapping: nodes.Mapping, key: str, problems: list[Problem]) -> bool | None:
    """Read a key that is true or false; None where it is not there, or something else."""
    value = mapping.items.get(key)
    if value is None:
        return None
    if isinstance(value, nodes.Scalar) and isinstance(value.value, bool):
        return value.value
    hint = None
    if isinstance(value, nodes.Scalar) and isinstance(value.value, str):
        hint = "write it small and without quotes: yes, on and True are texts"
    message = f"`{key}` must be true or false, not {nodes.kind(value)}"
    problems.append(Problem(message, hint, value.place))
    return None
