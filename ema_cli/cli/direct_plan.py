"""A tool called by options, as the plan of one action that says the same.

Values are literal: a call knows no variables, so `$` in them is only a character.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ema_cli.cli import plan_trees
from ema_cli.cli.argument_shapes import Reading
from ema_cli.cli.misuse import listed_by
from ema_cli.documents.nodes import Listing, Mapping, Node
from ema_cli.documents.reading import read
from ema_cli.documents.scalars import resolve
from ema_cli.errors import ErrorKind, InvalidInput, Place, Problem, usage
from ema_cli.plans.models import PlanSource

if TYPE_CHECKING:
    from collections.abc import Mapping as AnyMapping
    from collections.abc import Sequence

    from ema_cli.cli.argument_shapes import Shape
    from ema_cli.cli.direct_options import ArgumentOption
    from ema_cli.tool import AnyMethod


def direct_plan(
    method: AnyMethod,
    options: Sequence[ArgumentOption],
    values: AnyMapping[str, Any],
    persona: str | None = None,
) -> PlanSource:
    """Make the plan of a call from its command's parameters.

    `plan_invalid` for all that is missing and all texts that cannot be read, at once.
    """
    name = " ".join(filter(None, ("ema", method.tool, method.name)))
    arguments = Mapping(name, 0, 0)
    if method.name is not None:
        plan_trees.put(arguments, "method", plan_trees.text(name, method.name))
    problems: list[Problem] = []
    place = Place(name, 0, 0)
    for option in options:
        given = _given(option, values)
        if given is None:
            if option.field.is_required():
                lists = listed_by(option.argument.upper(), persona) if option.positional else None
                called = option.argument.upper() if option.positional else option.flag
                problems.append(
                    Problem(f"{called} is missing", lists or f"see {name} --help", place)
                )
            continue
        try:
            plan_trees.put(arguments, option.argument, _node(option, given, _place(option, values)))
        except InvalidInput as error:
            problems += error.problems
    if problems:
        raise InvalidInput(ErrorKind.PLAN_INVALID, problems)
    root = Listing(name, 0, 0, [plan_trees.action(name, method.tool, arguments)])
    return PlanSource(name, b"", Path.cwd(), node=root)


def _given(option: ArgumentOption, values: AnyMapping[str, Any]) -> list[str] | bool | None:
    named = values[option.parameter]
    placed = values[option.positional] if option.positional else None
    if placed is not None and named is not None:
        raise usage(f"{option.flag} is given twice", hint="leave one of the two out")
    value = named if placed is None else placed
    if value is None or isinstance(value, bool):
        return value
    return [value] if isinstance(value, str) else [*value] or None


def _place(option: ArgumentOption, values: AnyMapping[str, Any]) -> str:
    """Name where a value stands: after an option's name, or in an argument's place."""
    if option.positional and values[option.positional] is not None:
        return option.argument.upper()
    return option.flag


def _node(option: ArgumentOption, given: list[str] | bool, place: str) -> Node:
    if isinstance(given, bool):
        return plan_trees.text(place, given)
    shape = option.shape
    if len(given) == 1 and (not shape.repeatable or given[0] in shape.words):
        return _value(place, given[0], shape)
    word = next((text for text in given if text in shape.words), None)
    if word is not None:
        raise usage(f"{place} {word} stands alone", hint="leave the other values out, or it")
    listing = Listing(place, 0, 0)
    for number, text in enumerate(given, start=1):
        item = _value(f"{place}[{number}]" if len(given) > 1 else place, text, shape)
        if shape.spread and isinstance(item, Listing):
            listing.items += item.items
        else:
            listing.items.append(item)
    return listing


def _value(name: str, text: str, shape: Shape) -> Node:
    if shape.reading is Reading.TEXT_OR_MAPPING and text[:1] + text[-1:] == "[]":
        raise usage(f"{name} is a list", hint="give one value; the option is repeatable")
    leaf = plan_trees.text(name, text)
    begins = {Reading.PLAIN: ("[", "{"), Reading.TEXT_OR_MAPPING: ("{",)}.get(shape.reading)
    if begins and text.startswith(begins):
        return plan_trees.literal(read(text.encode(), name))
    if shape.reading is Reading.PLAIN:
        leaf.value = resolve(text)
    return plan_trees.literal(leaf)
