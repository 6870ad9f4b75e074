"""Gathers what is wrong in all files, to tell it at once and in the files' order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ema_cli.errors import Place, Problem


class Findings:
    """Errors and warnings. The same thing at the same place is told once."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.incomplete = False
        """Something could not be read, so what depends on all of the plan cannot be judged."""
        self._files: dict[str, int] = {}
        self._errors: dict[tuple[Place | None, str], Problem] = {}
        self._warnings: dict[tuple[Place | None, str], Problem] = {}

    def file(self, name: str) -> None:
        """Take note of a file, which fixes its position among the others."""
        self._files.setdefault(name, len(self._files))

    def error(self, problem: Problem, use: str = "") -> None:
        """Add an error; `use` tells where the alias that it stands in is used."""
        self._add(self._errors, problem, use)

    def errors_in(self, problems: Iterable[Problem], use: str = "") -> None:
        """Add errors."""
        for problem in problems:
            self.error(problem, use)

    def warning(self, problem: Problem, use: str = "") -> None:
        """Add a warning."""
        self._add(self._warnings, problem, use)

    @staticmethod
    def _add(to: dict[tuple[Place | None, str], Problem], problem: Problem, use: str) -> None:
        key = (problem.place, problem.message)
        if key not in to:
            to[key] = replace(problem, message=problem.message + use)

    def errors(self) -> list[Problem]:
        """List the errors in the order of files, lines and columns."""
        return sorted(self._errors.values(), key=self._order)

    def warnings(self) -> list[Problem]:
        """List the warnings in the same order."""
        return sorted(self._warnings.values(), key=self._order)

    def _order(self, problem: Problem) -> tuple[int, int, int]:
        if problem.place is None:
            return (len(self._files) + 1, 0, 0)
        rank = self._files.get(problem.place.file, len(self._files))
        return (rank, problem.place.line, problem.place.column)
