"""Finds tabs and no-break spaces that indent: YAML reads some of them as text, or as nothing.

A line that begins with one is refused unless the line belongs to text in quotes, to a block of
text (`|`, `>`), or is empty or a comment.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from typing import TYPE_CHECKING, cast

import yaml

from ema_cli.documents.text import place_at
from ema_cli.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yaml.error import Mark

_BLANK = "[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]"
_ANY_BLANK = re.compile(_BLANK)
_BAD_LINE = re.compile(rf"(?:^|(?<=[\r\n])) *(?P<bad>{_BLANK})(?P<rest>[^\r\n]*)")


class IndentationWatch:
    """Looks at the events as they pass, if the text has any suspicious line at all."""

    def __init__(self, text: str, file: str) -> None:
        """Find the suspicious lines."""
        self._text = text
        self._file = file
        self._lines: list[int] = []
        if _ANY_BLANK.search(text):
            self._lines = [m.start("bad") for m in _BAD_LINE.finditer(text) if not _harmless(m)]
        self._starts: list[int] = []
        self._ends: list[int] = []

    def watch(self, events: Iterable[yaml.Event]) -> Iterable[yaml.Event]:
        """Let the events pass."""
        return self._remembering(events) if self._lines else events

    def _remembering(self, events: Iterable[yaml.Event]) -> Iterator[yaml.Event]:
        for event in events:
            if isinstance(event, yaml.ScalarEvent) and event.style:
                self._starts.append(cast("Mark", event.start_mark).index)
                self._ends.append(cast("Mark", event.end_mark).index)
            yield event

    def problems(self, until: int | None = None) -> list[Problem]:
        """Tell which lines (up to the character `until`) are indented by something else."""
        return [
            self._problem(index)
            for index in self._lines
            if (until is None or index <= until) and not self._in_text(index)
        ]

    def _in_text(self, index: int) -> bool:
        position = bisect_right(self._starts, index) - 1
        return position >= 0 and index < self._ends[position]

    def _problem(self, index: int) -> Problem:
        character = self._text[index]
        name = "tab" if character == "\t" else unicodedata.name(character).lower()
        return Problem(
            f"{'an' if name[0] == 'e' else 'a'} {name} is used as indentation",
            "indent with spaces" if name == "tab" else "indent with ordinary spaces",
            place_at(self._text, index, self._file),
        )


def _harmless(match: re.Match[str]) -> bool:
    rest = match.group("rest").lstrip()
    return match.group("bad") == "\t" and (not rest or rest.startswith("#"))
