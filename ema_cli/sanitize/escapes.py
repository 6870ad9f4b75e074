r"""Escaped spellings inside a text: `%40`, `&amp;`, `\u00e9`, decoded with the way back.

Each kind is decoded on its own and again up to `DEPTH` times, since a text may be escaped twice;
the text as it stands is looked at too, so a wrong guess hides nothing.
"""

from __future__ import annotations

import json
import re
from array import array
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from html import escape, unescape
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

DEPTH = 3
"""How many layers of escapes are looked through."""


class Escape(StrEnum):
    """How a text may be escaped."""

    PERCENT = "percent"
    HTML = "html"
    JSON = "json"


_PATTERNS = {
    Escape.PERCENT: re.compile(r"(?:%[0-9A-Fa-f]{2})+"),
    Escape.HTML: re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"),
    Escape.JSON: re.compile(
        r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}"
        r"|\\u[0-9A-Fa-f]{4}|\\[\"\\/bfnrt]"
    ),
}
_SIGNS = {Escape.PERCENT: "%", Escape.HTML: "&", Escape.JSON: "\\"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded text; `starts[i]` to `ends[i]` is the raw extent of its character i."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def first(text: str, kind: Escape, start: int = 0) -> int:
    """Where the first escape of this kind begins at or after `start`, -1 if there is none."""
    if text.find(_SIGNS[kind], start) < 0:
        return -1
    found = _PATTERNS[kind].search(text, start)
    return found.start() if found else -1


def decode(text: str, kind: Escape) -> Decoded | None:
    """Decode all escapes of one kind; None where there is none that says anything."""
    pieces: list[str] = []
    starts, ends = array("q"), array("q")
    at = 0
    for found in _PATTERNS[kind].finditer(text):
        extents = list(_DECODERS[kind](found[0], found.start()))
        if not extents:
            continue
        pieces.append(text[at : found.start()])
        starts.extend(range(at, found.start()))
        ends.extend(range(at + 1, found.start() + 1))
        for start, end, chars in extents:
            pieces.append(chars)
            starts.extend([start] * len(chars))
            ends.extend([end] * len(chars))
        at = found.end()
    if not at:
        return None
    pieces.append(text[at:])
    starts.extend(range(at, len(text)))
    ends.extend(range(at + 1, len(text) + 1))
    return Decoded("".join(pieces), starts, ends)


_Extents = tuple[int, int, str]


def _percent(run: str, at: int) -> Iterator[_Extents]:
    data = bytes.fromhex(run.replace("%", ""))
    try:
        chars = data.decode()
    except UnicodeDecodeError:
        chars = data.decode("latin-1")
        for index, char in enumerate(chars):
            yield at + 3 * index, at + 3 * index + 3, char
        return
    for char in chars:
        width = 3 * len(char.encode())
        yield at, at + width, char
        at += width


def _html(entity: str, at: int) -> Iterator[_Extents]:
    char = _unescaped(entity)
    if char != entity:
        yield at, at + len(entity), char


@lru_cache(maxsize=4096)
def _unescaped(entity: str) -> str:
    return unescape(entity)


def _json(escaped: str, at: int) -> Iterator[_Extents]:
    char = json.loads(f'"{escaped}"')
    yield at, at + len(escaped), char


_DECODERS: dict[Escape, Callable[[str, int], Iterator[_Extents]]] = {
    Escape.PERCENT: _percent,
    Escape.HTML: _html,
    Escape.JSON: _json,
}


def encode(text: str, layers: Sequence[Escape]) -> str:
    """Escape `text` as it must be to stand where `layers` (outermost first) were decoded."""
    for kind in reversed(layers):
        text = _ENCODERS[kind](text)
    return text


_ENCODERS: dict[Escape, Callable[[str], str]] = {
    Escape.PERCENT: lambda text: quote(text, safe="-_.~", errors="surrogatepass"),
    Escape.HTML: escape,
    Escape.JSON: lambda text: json.dumps(text)[1:-1],
}
