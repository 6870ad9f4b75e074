"""Names that may have been meant."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWABLE = re.compile(r"[A-Za-z_$][A-Za-z_-]{0,39}")
_LONGEST = 200
"""Names longer than this resemble nothing, and comparing takes quadratic time."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Find the known name that is most like `name`, None where none is like it."""
    if len(name) > _LONGEST:
        return None
    by_case = {candidate.casefold(): candidate for candidate in known}
    found = get_close_matches(name.casefold(), by_case, n=1, cutoff=0.6)
    return by_case[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str], *, listed: str) -> str | None:
    """Make a hint: the nearest name, else all of them after the words `listed`."""
    names = list(known)
    near = nearest(name, names)
    if near is not None:
        return f"did you mean `{near}`?"
    return f"{listed} {', '.join(names)}" if names else None


def shown(name: str) -> str:
    """Show a mistyped name after a space, nothing where it may be a value in the wrong place."""
    return f" `{name}`" if _SHOWABLE.fullmatch(name) else ""
