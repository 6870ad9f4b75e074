"""Texts that name variables: `$x`, `${x}`, `${x:-default}`, `${actions.ID.result.path}`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.documents.reading import read_value
from ema_cli.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ema_cli.values import JsonValue

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""A variable's name, where it is declared. Where one is used, any letter belongs to it."""

_MARK = re.compile(r"\$(?:(?P<dollar>\$)|(?P<name>[^\W\d]\w*)|(?P<brace>\{))")
_IN_BRACES = re.compile(
    r"(?:actions\.(?P<id>[^\s.:{}]+)\.result(?P<path>(?:\.[^\s.:{}]+)*)|(?P<name>[^\W\d]\w*))"
    r"(?P<end>\}|:-)"
)
_TO_FIRST_CLOSE = re.compile(r"[^}]*")
_FLOW = re.compile(r"""[\[{]|[\]}]|"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'""", re.DOTALL)


class BadTemplate(ValueError):
    """A text whose `$` cannot be understood."""

    def __init__(self, message: str, hint: str) -> None:
        """Keep what is wrong and what to do."""
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Default:
    """The value after `:-`."""

    value: JsonValue


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, as written."""

    name: str
    default: Default | None
    written: str


@dataclass(frozen=True, slots=True)
class ResultPath:
    """Something in the result of an earlier action, as written."""

    action: str
    path: tuple[str, ...]
    default: Default | None
    written: str


Reference: TypeAlias = Variable | ResultPath
Part: TypeAlias = str | Reference


def parse(text: str) -> tuple[Part, ...]:
    """Cut a text into what is literal and what is named. `BadTemplate` for what is neither."""
    parts: list[Part] = []
    at = 0
    while (match := _MARK.search(text, at)) is not None:
        parts.append(text[at : match.start()])
        if match["dollar"]:
            parts.append("$")
            at = match.end()
        else:
            reference, at = _reference(text, match)
            parts.append(reference)
    parts.append(text[at:])
    return joined(parts)


def joined(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Join texts that stand side by side, and leave out empty ones; never twice the same work."""
    found: list[Part] = []
    for literal, group in groupby(parts, key=lambda part: isinstance(part, str)):
        if not literal:
            found += group
        elif text := "".join(part for part in group if isinstance(part, str)):
            found.append(text)
    return tuple(found)


def _reference(text: str, match: re.Match[str]) -> tuple[Reference, int]:
    if match["name"]:
        return Variable(match["name"], None, match.group()), match.end()
    inside = _IN_BRACES.match(text, match.end())
    if inside is None:
        raise _not_understood(text, match.end())
    end, default = inside.end(), None
    if inside["end"] == ":-":
        default, end = _default(text, end)
    written = text[match.start() : end]
    if inside["name"]:
        return Variable(inside["name"], default, written), end
    path = tuple(inside["path"].split(".")[1:])
    return ResultPath(inside["id"], path, default, written), end


def _not_understood(text: str, at: int) -> BadTemplate:
    if "}" not in text[at:]:
        return BadTemplate(
            "a `${` is never closed", "write `}` after the name, or $$ for a plain $"
        )
    if text.startswith("actions", at):
        return BadTemplate(
            "a result is named `${actions.ID.result.PATH}`",
            "as in ${actions.copy.result.rows.written}",
        )
    return BadTemplate(
        "`${…}` holds a variable's name, and after it at most `:-default`",
        "write $$ for a plain $",
    )


def _default(text: str, at: int) -> tuple[Default, int]:
    """Read a default up to its closing brace; give it and where the text goes on."""
    end = _flow_end(text, at) if text[at : at + 1] in {"[", "{"} else _plain_end(text, at)
    if text[end : end + 1] != "}":
        raise BadTemplate("a default in `${…:-…}` is never closed", "write `}` after it")
    written = text[at:end]
    if not written:
        return Default(""), end + 1
    try:
        return Default(read_value(written, "default")), end + 1
    except InvalidInput as error:
        problem = error.problems[0]
        raise BadTemplate(
            f"the default in `${{…:-…}}` cannot be read: {problem.message}", problem.hint or ""
        ) from None


def _plain_end(text: str, at: int) -> int:
    match = _TO_FIRST_CLOSE.match(text, at)
    end = match.end() if match else at
    if "${" in text[at:end]:
        raise BadTemplate(
            "a default in `${…:-…}` is taken as it is written, and cannot name a variable",
            "declare a variable with that value, and use it alone",
        )
    return end


def _flow_end(text: str, at: int) -> int:
    depth = 0
    for match in _FLOW.finditer(text, at):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match.group(), 0)
        if depth == 0:
            return match.end()
    return len(text)


def as_text(value: JsonValue) -> str:
    """Write a value inside a text: a text as it is, everything else as compact JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def escaped(text: str) -> str:
    """Write a text so that reading it as a template gives it back."""
    return text.replace("$", "$$")
