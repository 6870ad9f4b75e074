"""Turns pydantic's errors into problems: what is wrong, with the place of the offending token."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ema_cli.documents import model_types, nodes
from ema_cli.documents.misfit_words import BY_VALIDATORS, CHOICES, EXPECTED, told
from ema_cli.documents.nearest import did_you_mean, shown
from ema_cli.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel
    from pydantic_core import ErrorDetails


def problems_from(
    errors: Sequence[ErrorDetails], node: nodes.Node, model: type[BaseModel], *, what: str = "key"
) -> list[Problem]:
    """List what does not fit; `what` names the keys of the outermost mapping.

    Messages are ours: pydantic's may repeat the input, which no message of ema does.
    """
    misfits = [_located(error, node, model) for error in errors]
    problems = []
    for group in _by_node(misfits):
        problems += _told_once(group, what)
    return problems


@dataclass(frozen=True, slots=True)
class _Misfit:
    """An error, and how far its path could be followed."""

    error: ErrorDetails
    node: nodes.Node
    path: tuple[str | int, ...]
    """The error's path without the names of a union's ways."""
    types: list[Any]
    union: int | None
    """How long the path was where a union had several ways to go on."""

    @property
    def group(self) -> tuple[str | int, ...]:
        return self.path if self.union is None else self.path[: self.union]


def _located(error: ErrorDetails, node: nodes.Node, model: type[BaseModel]) -> _Misfit:
    types: list[Any] = [model]
    path: list[str | int] = []
    union: int | None = None
    own_key = error["type"] in {"missing", "extra_forbidden"}
    lost = False
    for segment in error["loc"][: -1 if own_key else None]:
        inner = None if lost else _inner(node, segment)
        if inner is not None:
            node, types = inner, model_types.step(types, segment)
            path.append(segment)
        elif model_types.step(types, segment) or isinstance(segment, int):
            # Deeper than the text goes: the value came from elsewhere, as a whole.
            lost = True
            types = model_types.step(types, segment)
            path.append(segment)
        else:
            union = len(path) if union is None else union
            types = model_types.named(types, str(segment))
    return _Misfit(error, node, tuple(path), types, union)


def _inner(node: nodes.Node, segment: str | int) -> nodes.Node | None:
    if isinstance(node, nodes.Mapping) and isinstance(segment, str):
        return node.items.get(segment)
    if isinstance(node, nodes.Listing) and isinstance(segment, int) and segment < len(node.items):
        return node.items[segment]
    return None


def _by_node(misfits: list[_Misfit]) -> list[list[_Misfit]]:
    groups: dict[tuple[str | int, ...], list[_Misfit]] = defaultdict(list)
    alone: list[list[_Misfit]] = []
    for misfit in misfits:
        if misfit.union is None:
            alone.append([misfit])
        else:
            groups[misfit.group].append(misfit)
    return alone + list(groups.values())


def _told_once(group: list[_Misfit], what: str) -> list[Problem]:
    """Tell of the ways through a union: only the one that was meant, where that can be seen."""
    whole = [m for m in group if len(m.path) == len(m.group)]
    types = [m for m in whole if m.error["type"] in EXPECTED]
    choices = [m for m in whole if m.error["type"] in CHOICES]
    others = [m for m in group if m not in types and m not in choices]
    if others or len(types) + len(choices) < 2:  # noqa: PLR2004 - one way is no choice
        return [_problem(misfit, what) for misfit in others or choices or types]
    if choices:
        return [_no_choice(choices[0], types)]
    return [_wrong_type(types[0], " or ".join(_expected(types)))]


def _expected(types: Sequence[_Misfit]) -> list[str]:
    return list(dict.fromkeys(EXPECTED[misfit.error["type"]] for misfit in types))


def _no_choice(choice: _Misfit, types: Sequence[_Misfit]) -> Problem:
    """Say that a value is none of some words, and of none of the types that are fine as well."""
    message, hint = told(choice.error)
    ways = " or ".join([message, *_expected(types)])
    return Problem(f"{_subject(choice.path)}{ways}", hint, choice.node.place)


def _problem(misfit: _Misfit, what: str) -> Problem:
    error, node = misfit.error, misfit.node
    if error["type"] == "extra_forbidden":
        return _unknown_key(misfit, what)
    if error["type"] == "missing":
        return Problem(f"`{error['loc'][-1]}` is missing{_within(misfit.path)}", None, node.place)
    if error["type"] in EXPECTED:
        return _wrong_type(misfit, EXPECTED[error["type"]])
    message, hint = told(error)
    if error["type"] in BY_VALIDATORS:
        if not misfit.path:
            return Problem(message, hint, node.place)
        message = f"is not right: {message}"
    return Problem(f"{_subject(misfit.path)}{message}", hint, node.place)


def _unknown_key(misfit: _Misfit, what: str) -> Problem:
    name = str(misfit.error["loc"][-1])
    node = misfit.node
    place = (
        node.keys[name].place
        if isinstance(node, nodes.Mapping) and name in node.keys
        else (node.place)
    )
    word = "key" if misfit.path else what
    hint = did_you_mean(name, model_types.keys(misfit.types), listed=f"the {word}s are:")
    return Problem(f"unknown {word}{shown(name)}{_within(misfit.path)}", hint, place)


def _wrong_type(misfit: _Misfit, expected: str) -> Problem:
    given = kind_of(misfit.error["input"])
    hint = None
    if expected == "a whole number" and given == "a number":
        given = "a decimal number"
    if expected == "text" and given in {"a number", "true or false"}:
        hint = "put it in quotes"
    elif expected == "a list":
        hint = "did you forget '- '?" if given == "a mapping" else "write it as a list: [ … ]"
    elif expected == "true or false" and given == "text":
        hint = "write it small and without quotes: yes, on and True are texts"
    message = f"{_subject(misfit.path)}must be {expected}, not {given}"
    return Problem(message, hint, misfit.node.place)


def kind_of(given: object) -> str:
    """Name what a value is, for messages."""
    if given is None:
        return "nothing"
    if isinstance(given, bool):
        return "true or false"
    if isinstance(given, str):
        return "text"
    if isinstance(given, int | float):
        return "a number"
    return "a mapping" if isinstance(given, dict) else "a list"


def path_text(path: Sequence[str | int]) -> str:
    """Write the path of a value, as in `fields.names[2]`."""
    text = ""
    for segment in path:
        text += f"[{segment}]" if isinstance(segment, int) else f".{segment}" if text else segment
    return text


def _subject(path: Sequence[str | int]) -> str:
    return f"`{path_text(path)}` " if path else "this "


def _within(path: Sequence[str | int]) -> str:
    return f" in `{path_text(path)}`" if path else ""
