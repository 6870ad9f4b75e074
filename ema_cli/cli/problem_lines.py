"""Problems of plans as lines for people, and as objects of a document."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.cli.masked_lines import masked, own_words
from ema_cli.cli.streams import say
from ema_cli.cli.tool_table import tools
from ema_cli.documents.limits import PLAN_LIMITS
from ema_cli.plans.alias_files import SHIPPED
from ema_cli.plans.folders import shipped_aliases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.errors import Place, Problem
    from ema_cli.plans.models import PlanSource
    from ema_cli.values import JsonObject, JsonValue

_NO_FILE = ("<", "-")
"""How the names of texts begin that are no files."""


class ProblemLines:
    """Writes problems to standard error, with what of their lines may be shown."""

    def __init__(self, sources: Sequence[PlanSource]) -> None:
        """Take the plans that were read."""
        self._lines = {source.name: _lines_of(source.text) for source in sources}
        self._words = own_words(tools())

    def say(self, problems: Sequence[Problem], before: str = "") -> None:
        """Write each problem, and under it where in its line it is.

        Of the line only ema's own words are shown: the rest may be a secret or a customer's name.
        """
        for problem in problems:
            say(f"{before}{problem}")
            place = problem.place
            line = self._line(place) if place is not None else None
            if place is not None and line is not None:
                shown, column = masked(line, place.column, self._words)
                say(f"{place.line:>6} | {shown}")
                say(f"{'':>6} | {'':>{column - 1}}^")

    def _line(self, place: Place) -> str | None:
        if place.file not in self._lines:
            self._lines[place.file] = _read(place.file)
        lines = self._lines[place.file]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else None


def _read(file: str) -> list[str]:
    """Read an alias file again; its name is that of a path, as seen from here."""
    if file.startswith(SHIPPED):
        path = shipped_aliases() / file.removeprefix(SHIPPED).strip("/")
    elif file.startswith(_NO_FILE):
        return []
    else:
        path = Path(file)
    try:
        with path.open("rb") as stream:
            return _lines_of(stream.read(PLAN_LIMITS.size))
    except OSError:
        return []


def _lines_of(text: bytes) -> list[str]:
    return re.split(r"\r\n|\r|\n", text.decode("utf-8-sig", "replace"))


def problem_objects(problems: Sequence[Problem]) -> list[JsonValue]:
    """Describe problems as every document of ema does."""
    return [problem_object(problem) for problem in problems]


def problem_object(problem: Problem) -> JsonObject:
    """Describe one problem."""
    return {
        "message": problem.message,
        "hint": problem.hint,
        "where": str(problem.place) if problem.place else None,
    }
