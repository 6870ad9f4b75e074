"""What a method's argument model says of its arguments: their names and marks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from ema_cli.tool import PathMark, PersonaRefMark, SensitiveMark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ema_cli.tool import Arguments

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Marks:
    """What is special about one argument."""

    path: PathMark | None
    persona: PersonaRefMark | None
    sensitive: bool


def argument_marks(model: type[Arguments]) -> Mapping[str, Marks]:
    """Give the marks of all arguments, by the names that a plan uses for them."""
    return _argument_marks(model)


@cache
def _argument_marks(model: type[Arguments]) -> Mapping[str, Marks]:
    return {
        field.alias or name: _marks([*field.metadata, *_metadata(field.annotation)])
        for name, field in model.model_fields.items()
    }


def takes_any(model: type[Arguments]) -> bool:
    """Whether the model takes arguments of any name, as a tool of another package may want."""
    return model.model_config.get("extra") == "allow"


def has_paths(model: type[Arguments]) -> bool:
    """Whether any argument is a path."""
    return _has_paths(model)


@cache
def _has_paths(model: type[Arguments]) -> bool:
    return any(marks.path for marks in argument_marks(model).values())


def _marks(metadata: list[object]) -> Marks:
    return Marks(
        path=_first(metadata, PathMark),
        persona=_first(metadata, PersonaRefMark),
        sensitive=_first(metadata, SensitiveMark) is not None,
    )


def _first(metadata: list[object], kind: type[T]) -> T | None:
    return next((mark for mark in metadata if isinstance(mark, kind)), None)


def _metadata(annotation: Any) -> Iterator[object]:  # noqa: ANN401 - a type of any form
    """Find what `Annotated` adds, anywhere in a type."""
    yield from getattr(annotation, "__metadata__", ())
    for part in get_args(annotation):
        yield from _metadata(part)
