"""What a JSON Schema says of several arguments together, for editors; the check itself is code."""

from __future__ import annotations

from typing import Any


def exactly_one(*names: str) -> dict[str, Any]:
    """Say that one of these arguments is given, and the others are absent or null."""
    return {"oneOf": [_given(name) for name in names]}


def at_least_one(*names: str) -> dict[str, Any]:
    """Say that one or more of these arguments are given."""
    return {"anyOf": [_given(name) for name in names]}


def _given(name: str) -> dict[str, Any]:
    return {"required": [name], "properties": {name: {"not": {"type": "null"}}}}
