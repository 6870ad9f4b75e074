"""A line of a plan as messages may show it: ema's own words and YAML's marks, the rest as `…`.

So one sees where in the line something is wrong, and no value, name or secret of the user.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.plans.alias_names import NAMING
from ema_cli.plans.fields import argument_marks
from ema_cli.plans.keys import ACTION_KEYS, PLAN_KEYS

if TYPE_CHECKING:
    from collections.abc import Collection

    from ema_cli.tool import ToolTable

HIDDEN = "…"
_NEAR = 300
"""Characters of a line that are looked at, on each side of the column."""
_ROOM = 60
"""Characters that are shown on each side of the mark, at most."""
_PARTS = re.compile(
    r"""(?P<comment>(?:^|(?<=\s))\#.*)
      | (?P<quoted>"(?:[^"\\]|\\.)*+"? | '(?:[^']|'')*+'?)
      | (?P<mark>\s+ | -(?=\s|$) | :(?=\s|$) | [][{},])
      | (?P<text>(?:(?!:(?:\s|$))[^][{},\s])+)
    """,
    re.VERBOSE,
)


def own_words(tools: ToolTable) -> frozenset[str]:
    """Give the words that belong to ema, of which none is a secret."""
    words = {*PLAN_KEYS, *ACTION_KEYS, *NAMING, "method", *tools}
    for tool in tools.values():
        words.update(name for name in tool.methods if name is not None)
        for method in tool.methods.values():
            words.update(argument_marks(method.arguments))
    return frozenset(words)


def masked(line: str, column: int, words: Collection[str]) -> tuple[str, int]:
    """Give the line without what is the user's, and where in it the column is now, from 1."""
    start = max(column - 1 - _NEAR, 0)
    line, column = line[start : column + _NEAR].rstrip(), column - start
    shown, at = HIDDEN if start else "", None
    for match in _PARTS.finditer(line):
        text = match.group()
        if text.isspace():
            text = " " * len(text)
        elif match.lastgroup != "mark" and text.strip("\"'") not in words:
            text = HIDDEN
        repeated = text == HIDDEN and shown.rstrip(" ").endswith(HIDDEN)
        if at is None and match.end() >= column:
            inside = column - 1 - match.start()
            at = len(shown) + (inside if text != HIDDEN else 0)
            at = shown.rindex(HIDDEN) if repeated else at
        shown = shown.rstrip(" ") if repeated else shown + text
    return _around(shown, len(shown) if at is None else at)


def _around(shown: str, at: int) -> tuple[str, int]:
    """Cut a long line to what is near the mark."""
    start = max(at - _ROOM, 0)
    cut = shown[start : at + _ROOM]
    if start:
        cut, at = f"{HIDDEN} {cut}", at - start + 2
    return cut, at + 1
