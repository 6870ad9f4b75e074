"""Names that may have been meant."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SHOWABLE = re.compile(r"[A-Za-z_$][A-Za-z_-]{0,39}")
_LONGEST = 100
"""Names longer than this resemble nothing, and comparing takes quadratic time."""
_MANY = 60
"""With more names than this, only one letter may differ: comparing with all takes too long."""
_TOO_MANY = 2000
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_-"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Find the known name that is most like `name`, None where none is like it."""
    names = list(known)
    if len(name) > _LONGEST or len(names) > _TOO_MANY:
        return None
    by_case = {candidate.casefold(): candidate for candidate in names}
    folded = name.casefold()
    if len(by_case) > _MANY:
        found = next((near for near in _one_apart(folded) if near in by_case), None)
    else:
        found = next(iter(get_close_matches(folded, by_case, n=1, cutoff=0.6)), None)
    return by_case[found] if found is not None else None


def _one_apart(name: str) -> Iterator[str]:
    """Give all names that differ in one letter: swapped, missing, added or another one."""
    yield name
    for at in range(len(name) + 1):
        before, after = name[:at], name[at:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        yield before + after[1:]
        for letter in _LETTERS:
            yield before + letter + after
            yield before + letter + after[1:]


def did_you_mean(name: str, known: Iterable[str], *, listed: str) -> str | None:
    """Make a hint: the nearest name, else all of them after the words `listed`."""
    names = list(known)
    near = nearest(name, names)
    if near is not None:
        return f"did you mean `{near}`?"
    return f"{listed} {', '.join(names[:_MANY])}{_more(names)}" if names else None


def _more(names: list[str]) -> str:
    return f" and {len(names) - _MANY} more" if len(names) > _MANY else ""


def shown(name: str) -> str:
    """Show a mistyped name after a space, nothing where it may be a value in the wrong place."""
    return f" `{name}`" if _SHOWABLE.fullmatch(name) else ""
