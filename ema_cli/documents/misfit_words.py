"""Words for pydantic's kinds of errors: what a model demands is named, never what was given."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ema_cli.documents.nearest import nearest

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

BY_VALIDATORS = frozenset({"value_error", "assertion_error"})
"""What validators of our own models say."""

EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dataclass_type": "a mapping",
    "none_required": "nothing",
}
"""What the kinds of errors about a wrong type expect."""

CHOICES = frozenset({"literal_error", "enum"})
"""Errors about a value that is none of a few words."""

_BOUNDS = {
    "greater_than_equal": ("ge", "must be at least {}"),
    "greater_than": ("gt", "must be more than {}"),
    "less_than_equal": ("le", "must be at most {}"),
    "less_than": ("lt", "must be less than {}"),
    "multiple_of": ("multiple_of", "must be a multiple of {}"),
    "string_too_short": ("min_length", "must have at least {} characters"),
    "string_too_long": ("max_length", "must have at most {} characters"),
    "too_short": ("min_length", "must have at least {} items"),
    "too_long": ("max_length", "must have at most {} items"),
    "string_pattern_mismatch": ("pattern", "must match the pattern {}"),
}
_CHOICE = re.compile(r"'([^']*)'")


def told(error: ErrorDetails) -> tuple[str, str | None]:
    """Say what is wrong with a value, after its name, and what to do."""
    kind, context = error["type"], error.get("ctx", {})
    if kind in CHOICES:
        return _choice(str(context.get("expected", "")), error["input"])
    if kind in BY_VALIDATORS:
        # Validators of our own models, whose words show no value.
        return str(context.get("error", "a condition does not hold")), None
    if kind in _BOUNDS:
        name, wording = _BOUNDS[kind]
        bound = context.get(name, "")
        one = wording.replace("characters", "character").replace("items", "item")
        return (one if bound == 1 else wording).format(bound), None
    return "is not valid here", None


def _choice(expected: str, given: Any) -> tuple[str, str | None]:  # noqa: ANN401 - any value
    choices = _CHOICE.findall(expected)
    if not choices:
        return f"must be {expected}", None
    near = nearest(given, choices) if isinstance(given, str) else None
    listed = ", ".join(f"`{choice}`" for choice in choices[:-1])
    words = f"{listed} or `{choices[-1]}`" if listed else f"`{choices[-1]}`"
    return f"must be {words}", f"did you mean `{near}`?" if near else None
