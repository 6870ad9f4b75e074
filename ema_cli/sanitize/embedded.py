"""JSON written inside a text, read at its spans so that only what changes is written anew."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from ema_cli.sanitize.escapes import Decoded, Escape, decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.sanitize.entities import Entity
    from ema_cli.sanitize.field_names import FieldNames

Kind: TypeAlias = Literal["key", "string", "number"]

_TOKEN = re.compile(
    r"""(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")(?P<key>[ \t\r\n]*:)?"""
    r"""|(?P<number>-?[0-9][0-9.eE+\-]*)|(?P<object>\{)|(?P<list>\[)|(?P<close>[}\]])""",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A leaf of a JSON text; a string's extent is what stands between its quotes."""

    kind: Kind
    start: int
    end: int
    text: str
    """A string as it reads, a number as it is written."""
    decoded: Decoded | None
    """The way back from `text`; None where each character stands for itself."""
    column: Entity | None
    owner: int
    """Number of the object that a key belongs to, unique in the text."""

    def outer(self, start: int, end: int) -> tuple[int, int]:
        """Give the extent in the JSON text of `text[start:end]`, which is not empty."""
        if self.decoded is not None:
            start, end = self.decoded.starts[start], self.decoded.ends[end - 1]
        return self.start + start, self.start + end


def looks_like_json(text: str) -> bool:
    """Whether a text is an object or a list in JSON."""
    stripped = text.strip(" \t\r\n")
    if stripped[:1] + stripped[-1:] not in {"{}", "[]"}:
        return False
    try:
        json.loads(stripped, parse_int=_ignored, parse_float=_ignored)
    except (ValueError, RecursionError):
        return False
    return True


def _ignored(_digits: str) -> None:
    """Spare the conversion, which refuses integers of very many digits."""


def parts(text: str, column: Entity | None, columns: FieldNames) -> Iterator[Part]:
    """Give keys, strings and numbers of a text that is valid JSON, in order.

    `column`: what the field that holds the text holds.
    """
    within: list[tuple[int, Entity | None]] = []
    objects = 0
    here = column
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup
        if kind in {"object", "list"}:
            objects += 1
            within.append((objects if kind == "object" else 0, here))
        elif kind == "close":
            here = within.pop()[1]
        elif kind == "number":
            yield Part("number", *found.span(), found[0], None, here, 0)
        else:
            start, end = found.span("string")
            part = _string(text, start + 1, end - 1, here, within, is_key=kind == "key")
            if kind == "key":
                here = columns.inside(part.text, within[-1][1])
            yield part


def _string(
    text: str,
    start: int,
    end: int,
    here: Entity | None,
    within: list[tuple[int, Entity | None]],
    *,
    is_key: bool,
) -> Part:
    raw = text[start:end]
    decoded = decode(raw, Escape.JSON) if "\\" in raw else None
    kind: Kind = "key" if is_key else "string"
    read = decoded.text if decoded else raw
    return Part(kind, start, end, read, decoded, None if is_key else here, within[-1][0])
