"""Reading JSON strictly: what is read can be written again, as JSON or YAML, and reads the same."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from math import isinf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.values import JsonObject, JsonValue

DEEPEST = 100
"""Levels of lists and objects, as in YAML files."""

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)


class NotJson(ValueError):
    """What is wrong with a text; it shows nothing of it. Lines and columns count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        """Keep where it is; 1:1 where it is not known more closely than 'in this text'."""
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def decode(text: str, *, deepest: int = DEEPEST) -> JsonValue:
    """Read one JSON value. `NotJson` also for what JSON's grammar leaves open.

    That is: the same key twice in an object, numbers that no float can hold, NaN and Infinity,
    integers of more than 4,300 digits, lone surrogates, and nesting past `deepest` levels.
    """
    _check_depth(text, deepest)
    with _plainly():
        value: JsonValue = _DECODER.decode(text)
    _refuse_lone_surrogates(text, value)
    return value


def decode_at(text: str, at: int) -> tuple[JsonValue, int]:
    """Read the value that begins at `at`, and tell where it ends; `NotJson` as for `decode`."""
    value: JsonValue
    try:
        with _plainly():
            value, end = _DECODER.raw_decode(text, at)
    except RecursionError:
        raise NotJson(f"nested deeper than {DEEPEST} levels") from None
    _check_depth(text[at:end], DEEPEST)
    _refuse_lone_surrogates(text[at:end], value)
    return value, end


@contextmanager
def _plainly() -> Iterator[None]:
    """Let only `NotJson` out of the block."""
    try:
        yield
    except json.JSONDecodeError as error:
        raise NotJson(_told(error.msg), error.lineno, error.colno) from None
    except NotJson:
        raise
    except ValueError:  # of int(), for too many digits
        raise NotJson("an integer of more than 4,300 digits") from None


def _check_depth(text: str, deepest: int) -> None:
    if text.count("[") + text.count("{") > deepest and _depth(text) > deepest:
        raise NotJson(f"nested deeper than {deepest} levels")


def _depth(text: str) -> int:
    depth = deepest = 0
    for match in _BRACKETS.finditer(text):
        bracket = match.group()
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in "]}":
            depth -= 1
    return deepest


def _told(message: str) -> str:
    """Say it as the other messages do; some of json's end in the words for the place."""
    told = message.removesuffix(" at").removesuffix(" starting")
    return told[0].lower() + told[1:]


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise NotJson("the same key stands twice in an object")
    return value


def _constant(name: str) -> JsonValue:
    raise NotJson(f"{name} is no JSON number")


def _float(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise NotJson("a number that is too large")
    return value


def _refuse_lone_surrogates(text: str, value: JsonValue) -> None:
    if not _SURROGATE.search(text):
        return
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotJson("half of a surrogate pair") from None


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
