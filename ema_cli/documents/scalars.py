"""What a plain scalar means: the few rules of our YAML, which the writer keeps as well."""

from __future__ import annotations

import re
from math import isfinite

DIGITS = 4300
"""Digits of the longest integer; Python converts no longer ones, as that takes quadratic time."""

_WORDS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?")
_NUMERIC = frozenset("-0123456789")


def resolve(text: str) -> bool | int | float | str | None:
    """Give the value of a plain scalar: everything that is not listed here is text."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMERIC:
        return text
    if _INTEGER.fullmatch(text):
        return _integer(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        return number if isfinite(number) else text
    return text


def _integer(text: str) -> int | str:
    if len(text.removeprefix("-")) > DIGITS:
        return text
    # In parts, as PYTHONINTMAXSTRDIGITS may allow as few as 640 digits at once.
    if len(text) <= 600:  # noqa: PLR2004 - see above
        return int(text)
    sign, digits = (-1, text[1:]) if text[0] == "-" else (1, text)
    number = 0
    for start in range(0, len(digits), 600):
        part = digits[start : start + 600]
        number = number * 10 ** len(part) + int(part)
    return sign * number
