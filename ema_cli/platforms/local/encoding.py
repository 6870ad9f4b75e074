"""JSON as the workspace keeps it: compact text that reads back exactly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from pydantic_core import from_json

from ema_cli.platforms.local.failures import rejected

if TYPE_CHECKING:
    from ema_cli.values import JsonValue

DEEPEST = 200
"""Levels of lists and objects; the JSON readers that bodies come through stop there too."""


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def to_text(value: object, what: str) -> str:
    """Write `value` as JSON to be kept. `rejected` for what is no JSON, no UTF-8, or too deep."""
    text = to_plain_text(value, what)
    # Counting brackets, some of which may stand in strings, spares nearly every value the walk.
    if text.count("{") + text.count("[") > DEEPEST and _depth(value) > DEEPEST:
        raise rejected(f"{what} is nested deeper than {DEEPEST} levels")
    return text


def to_plain_text(value: object, what: str) -> str:
    """Write `value` as JSON that is not kept, however deep. `what` names it in an error."""
    try:
        text = _ENCODER.encode(value)
    except (ValueError, TypeError, RecursionError):
        raise rejected(f"{what} is no JSON", hint="NaN and infinity are no JSON either") from None
    if not is_utf8(text):
        raise rejected(f"{what} holds half a surrogate pair", hint="write it as UTF-8")
    return text


def from_text(text: str) -> JsonValue:
    """Read what `to_text` wrote; pydantic's reader takes less than half of the time of `json`."""
    return cast("JsonValue", from_json(text))


def is_utf8(text: str) -> bool:
    """Say whether UTF-8 can hold the text: it cannot hold half a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _depth(value: object) -> int:
    """Count the levels, without recursion: `value` may be as deep as the interpreter allows."""
    deepest = 0
    open_values = [(value, 1)]
    while open_values:
        current, level = open_values.pop()
        if isinstance(current, dict):
            children = list(current.values())
        elif isinstance(current, list | tuple):
            children = list(current)
        else:
            continue
        deepest = max(deepest, level)
        open_values.extend((child, level + 1) for child in children)
    return deepest
