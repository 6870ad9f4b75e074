"""How an argument of a method is given as an option, told from its type alone."""

from __future__ import annotations

import types
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from ema_cli.tool import PathMark, PersonaRefMark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo


class Reading(StrEnum):
    """How the text of an option becomes a value."""

    LITERAL = "literal"
    """Text as it stands."""
    PLAIN = "plain"
    """By the rules of plans: a number, true, false, null, a list or mapping in flow style, text."""
    TEXT_OR_MAPPING = "text or mapping"
    """Text as it stands, unless it begins with `{`."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How an argument is given: `--x` and `--no-x` for a flag, once or repeatedly for the others.

    `words` are texts that stand for themselves where a list would do as well: `--rows all`.
    """

    metavar: str
    reading: Reading = Reading.LITERAL
    flag: bool = False
    repeatable: bool = False
    spread: bool = False
    """A text that is a list gives several items at once."""
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


FLAG = Shape("", flag=True)
ANYTHING = Shape("VALUE", Reading.PLAIN)
MAPPING = Shape("MAPPING", Reading.PLAIN)


def shape_of(field: FieldInfo) -> Shape:
    """Tell the shape of a field of an argument model."""
    return _shape(field.annotation, field.metadata)


def _shape(annotation: Any, marks: list[Any]) -> Shape:  # noqa: ANN401 - any type
    annotation, marks = _bare(annotation, marks)
    members = [member for member in _members(annotation) if member is not type(None)]
    if len(members) > 1:
        return _union(members)
    (only,) = members
    if only is not annotation:
        return _shape(only, marks)
    if get_origin(only) in (list, tuple, set, frozenset):
        return _listing(get_args(only), marks)
    return _single(only, marks)


def _bare(annotation: Any, marks: list[Any]) -> tuple[Any, list[Any]]:  # noqa: ANN401 - any type
    while get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        marks = [*marks, *more]
    return annotation, marks


def _members(annotation: Any) -> Iterator[Any]:  # noqa: ANN401 - any type
    if get_origin(annotation) in (Union, types.UnionType):
        yield from get_args(annotation)
    else:
        yield annotation


def _single(annotation: Any, marks: list[Any]) -> Shape:  # noqa: ANN401 - any type
    words = _words(annotation)
    if words:
        return Shape(f"[{'|'.join(words)}]", choices=words)
    if annotation is bool:
        return FLAG
    if annotation is str:
        return Shape(_text_metavar(marks))
    if annotation in (int, float):
        return Shape("INTEGER" if annotation is int else "NUMBER", Reading.PLAIN)
    if _is_mapping(annotation):
        return MAPPING
    return ANYTHING


def _text_metavar(marks: list[Any]) -> str:
    if any(isinstance(mark, PathMark) for mark in marks):
        return "FILE"
    return "REF" if any(isinstance(mark, PersonaRefMark) for mark in marks) else "TEXT"


def _words(annotation: Any) -> tuple[str, ...]:  # noqa: ANN401 - any type
    """Give the words of a `Literal` or enumeration of texts, none for any other type."""
    if get_origin(annotation) is Literal:
        values = get_args(annotation)
    elif isinstance(annotation, type) and issubclass(annotation, Enum):
        values = tuple(member.value for member in annotation)
    else:
        return ()
    return values if all(isinstance(value, str) for value in values) else ()


def _is_mapping(annotation: Any) -> bool:  # noqa: ANN401 - any type
    if get_origin(annotation) is dict or annotation is dict:
        return True
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _listing(items: tuple[Any, ...], marks: list[Any]) -> Shape:
    item = _shape(items[0], marks) if items else ANYTHING
    if item.flag or item.repeatable:
        item = ANYTHING
    return Shape(
        item.metavar,
        item.reading,
        repeatable=True,
        spread=item.metavar == MAPPING.metavar,
        choices=item.choices,
    )


def _union(members: list[Any]) -> Shape:
    shapes = [_shape(member, []) for member in members]
    words = tuple(word for shape in shapes for word in shape.choices if not shape.repeatable)
    lists = [shape for shape in shapes if shape.repeatable]
    if len(lists) == 1 and len(lists) + sum(bool(shape.choices) for shape in shapes) == len(shapes):
        (many,) = lists
        metavar = f"{'|'.join(words)}|{many.metavar}"
        return Shape(metavar, many.reading, repeatable=True, spread=many.spread, words=words)
    texts = [shape for shape in shapes if shape.reading is Reading.LITERAL and not shape.flag]
    mappings = [shape for shape in shapes if shape.metavar == MAPPING.metavar]
    if texts and len(texts) + len(mappings) == len(shapes):
        return Shape("TEXT|MAPPING" if mappings else "TEXT", Reading.TEXT_OR_MAPPING)
    return ANYTHING
