"""How findings write places and names."""

from __future__ import annotations

import json
import re
from typing import TypeAlias

Place: TypeAlias = tuple[str | int, ...]
"""Keys and positions from the persona's content down to a value."""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_LONGEST = 60


def quoted(name: str) -> str:
    """Write a name on one line, in quotes, cut where it is long; safe in any output encoding."""
    shown = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    printable = "".join(c if c.isprintable() else " " for c in shown)
    return json.dumps(printable, ensure_ascii=False)


def within(place: Place, outer: Place) -> bool:
    """Whether a place lies at another, or anywhere below it."""
    return place[: len(outer)] == outer


def written(place: Place) -> str:
    """Write a place as `a.b[2]["odd key"]`."""
    text = ""
    for step in place:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN.fullmatch(step) and len(step) <= _LONGEST:
            text += f".{step}" if text else step
        else:
            text += f"[{quoted(step)}]"
    return text
