"""Walks the types of pydantic models along the paths that validation errors name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

if TYPE_CHECKING:
    from collections.abc import Iterable


def branches(annotations: Iterable[Any]) -> list[Any]:
    """Take types apart: `Annotated` and unions."""
    found: list[Any] = []
    for annotation in annotations:
        origin = get_origin(annotation)
        if origin is Annotated:
            found += branches(get_args(annotation)[:1])
        elif origin in {Union, UnionType}:
            found += branches(get_args(annotation))
        else:
            found.append(annotation)
    return found


def step(annotations: Iterable[Any], segment: str | int) -> list[Any]:
    """Give the types of what a key or an index leads to."""
    found: list[Any] = []
    for annotation in branches(annotations):
        origin, arguments = get_origin(annotation) or annotation, get_args(annotation)
        if not isinstance(origin, type):
            continue
        if issubclass(origin, BaseModel):
            found += [
                f.annotation for n, f in origin.model_fields.items() if segment in {n, f.alias}
            ]
        elif isinstance(segment, int):
            found += arguments[:1] if issubclass(origin, Sequence) else ()
        elif issubclass(origin, Mapping) and len(arguments) > 1:
            found.append(arguments[1])
    return found


def keys(annotations: Iterable[Any]) -> list[str]:
    """List the keys that these types know, by the names under which they are written."""
    found: list[str] = []
    for annotation in branches(annotations):
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            found += [field.alias or name for name, field in annotation.model_fields.items()]
    return found


def named(annotations: Iterable[Any], name: str) -> list[Any]:
    """Give the model of this name, as errors inside a union name it; else all types."""
    all_types = branches(annotations)
    chosen = [a for a in all_types if isinstance(a, type) and a.__name__ == name]
    return chosen or all_types
