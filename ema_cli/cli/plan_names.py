"""Plans as the command line names them: what was meant by one that cannot be read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.documents.nearby import nearby
from ema_cli.errors import InvalidInput, Place, Problem
from ema_cli.plans.alias_listing import list_aliases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.plans.alias_library import AliasPaths

STDIN = "-"
PLAN_ENDINGS = (".yaml", ".yml")


def given_twice(names: Sequence[str]) -> list[Problem]:
    """Find the plans that are named more than once, under whatever spelling."""
    seen: dict[object, str] = {}
    problems = []
    for name in names:
        same = _identity(name)
        if same not in seen:
            seen[same] = name
        elif STDIN in {name, seen[same]}:
            problems.append(Problem("standard input is given twice", "it can be read only once"))
        else:
            also = f", also as {name}" if name != seen[same] else ""
            hint = "leave one out; what runs twice can be an alias that is named twice"
            problems.append(Problem(f"{seen[same]} is given twice{also}", hint))
    return problems


def _identity(name: str) -> object:
    """Tell a file from all others by what it is, or by its name where nothing is there."""
    try:
        found = os.fstat(0) if name == STDIN else Path(name).expanduser().stat()
    except (OSError, ValueError, RuntimeError):
        return name
    return (found.st_dev, found.st_ino)


def unreadable(name: str, reason: str, aliases: AliasPaths) -> Problem:
    """Say that a plan cannot be read, and what was probably meant by its name."""
    if name.startswith(("{", "- ")) or ": " in name:
        return Problem("a plan is a file, and this is an action", "give it with -a")
    message = f"{name}: the plan cannot be read: {reason}"
    if name in _aliases(aliases):
        return Problem(message, f"an alias is given with -a: -a {name}")
    return Problem(message, nearby(name, PLAN_ENDINGS))


def _aliases(paths: AliasPaths) -> set[str]:
    try:
        return {alias.file.name for alias in list_aliases(paths, Path.cwd())}
    except InvalidInput:
        return set()


def plan_in_place_of_action(text: str, place: str, files_by: str) -> Problem | None:
    """Say how a plan is given, if the value of `-a` names one; `files_by` is the option for it."""
    if not text.endswith(PLAN_ENDINGS) or "\n" in text or ": " in text:
        return None
    how = f"with {files_by}" if files_by else "without -a"
    hint = f"a plan is given {how}, an alias by its name, and its file with --aliases"
    return Problem("-a takes an alias or an action, not a file", hint, Place(place, 1, 1))
