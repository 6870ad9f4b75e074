"""The one YAML writer: what it writes reads back as the same values, by the rules of `scalars`.

Block style throughout, so that people can read it and version control can compare it; texts of
several lines stand as literal blocks wherever that keeps every character.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.documents.limits import BUNDLE_LIMITS
from ema_cli.documents.scalar_text import in_quotes, plain_or_quoted, scalar_text
from ema_cli.errors import EmaError, ErrorKind

if TYPE_CHECKING:
    from ema_cli.values import JsonValue

Writable: TypeAlias = "JsonValue | dict[str, Writable] | list[Writable] | Iterator[Writable]"
"""What can be written; an iterator stands for a list that is never held as a whole."""

_STEP = "  "
_LONGEST_KEY = 500
"""Characters; YAML wants keys of more than 1,024 written in the other way, `? key`."""


def dump(value: JsonValue) -> str:
    """Write a document; `load(dump(x)) == x`. `output` error for what YAML cannot hold."""
    out: list[str] = []
    _add(out, value, "", "", 0)
    return "".join(out)


def chunks(value: Writable) -> Iterator[str]:
    """Write a document piece by piece; only mappings and single items are held in memory."""
    yield from _stream(value, "", "", 0)


def _stream(value: Writable, indent: str, lead: str, depth: int) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield lead + _key(key, indent)
            yield from _stream_after_key(item, indent, depth + 1)
            lead = indent
    elif isinstance(value, Iterator):
        yield from _stream_items(value, indent, lead, depth + 1)
    else:
        out: list[str] = []
        _add(out, value, indent, lead, depth)
        yield "".join(out)


def _stream_after_key(item: Writable, indent: str, depth: int) -> Iterator[str]:
    if isinstance(item, Iterator):
        first = next(item, _NO_ITEM)
        if first is _NO_ITEM:
            yield " []\n"
            return
        yield "\n"
        deeper = indent + _STEP
        yield from _stream_items(_with_first(first, item), deeper, deeper, depth + 1)
    elif isinstance(item, dict) and item:
        yield "\n"
        yield from _stream(item, indent + _STEP, indent + _STEP, depth)
    else:
        out: list[str] = []
        _add_after_key(out, item, indent, depth)
        yield "".join(out)


_NO_ITEM = object()


def _with_first(first: Writable | object, rest: Iterator[Writable]) -> Iterator[Writable]:
    yield first  # type: ignore[misc]  # it is an item by now
    yield from rest


def _stream_items(items: Iterator[Writable], indent: str, lead: str, depth: int) -> Iterator[str]:
    empty = True
    for item in items:
        yield from _stream(item, indent + _STEP, f"{lead}- ", depth)
        lead, empty = indent, False
    if empty:
        yield f"{lead}[]\n"


def _add(out: list[str], value: JsonValue, indent: str, lead: str, depth: int) -> None:
    """Write a value: its first line after `lead`, what else it has after `indent`."""
    if depth > BUNDLE_LIMITS.depth:
        raise EmaError(
            ErrorKind.OUTPUT, f"values nested deeper than {BUNDLE_LIMITS.depth} levels are no YAML"
        )
    if isinstance(value, dict) and value:
        for key, item in value.items():
            out.append(lead + _key(key, indent))
            _add_after_key(out, item, indent, depth + 1)
            lead = indent
    elif isinstance(value, list) and value:
        for item in value:
            _add(out, item, indent + _STEP, f"{lead}- ", depth + 1)
            lead = indent
    else:
        # Content of a literal block must be indented further than what holds it.
        out.append(f"{lead}{_leaf(value, indent or _STEP)}\n")


def _add_after_key(out: list[str], item: JsonValue, indent: str, depth: int) -> None:
    deeper = indent + _STEP
    if isinstance(item, dict | list) and item:
        out.append("\n")
        _add(out, item, deeper, deeper, depth)
    else:
        out.append(f" {_leaf(item, deeper)}\n")


def _leaf(value: JsonValue, indent: str) -> str:
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, list):
        return "[]"
    return scalar_text(value, indent)


def _key(key: str, indent: str) -> str:
    """Write a key with its colon."""
    if len(key) <= _LONGEST_KEY:
        return plain_or_quoted(key) + ":"
    return f"? {in_quotes(key)}\n{indent}:"
