"""From what a user calls a persona to the persona."""

from __future__ import annotations

import unicodedata
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError, usage

if TYPE_CHECKING:
    from ema_cli.platforms.port import Persona, Port

_OFFERED = 3
_SEARCHED = 2000
"""Names that are compared for a hint, at most: comparing is slow, and a hint is no answer."""


def resolve(port: Port, ref: str) -> Persona:
    """Find the persona that `ref` means: an id, a template's key, or a name, in this order.

    `not_found`, with the nearest known names as its hint, when it means none; `usage` when it is
    empty, or a name that several personas have.
    """
    if not ref.strip():
        raise usage("the persona is empty", hint="give an id, a template's key or a name")
    return _by_id(port, ref) or _by_key(port, ref) or _by_name(port, ref)


def _by_id(port: Port, ref: str) -> Persona | None:
    try:
        return port.persona(ref)
    except PlatformError as error:
        if error.kind is not ErrorKind.NOT_FOUND:
            raise
        return None


def _by_key(port: Port, ref: str) -> Persona | None:
    for template in port.templates():
        if template.key == ref:
            return port.persona(template.id)
    return None


def _by_name(port: Port, ref: str) -> Persona:
    name = unicodedata.normalize("NFC", ref)
    found = port.find_personas(name)
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(persona.id for persona in found)
        raise usage(f"{len(found)} personas are called {name!r}", hint=f"give an id: {ids}")
    near = _nearest(name, _known_names(port))
    hint = "did you mean " + " or ".join(repr(known) for known in near) + "?" if near else None
    raise PlatformError(
        ErrorKind.NOT_FOUND,
        f"there is no persona {name!r}",
        hint=hint or "`ema persona list` shows those that there are",
    )


def _nearest(name: str, known: list[str]) -> list[str]:
    """Choose at most three names: those that `name` is a part of, else those most like it."""
    sought = name.casefold()
    longer = [candidate for candidate in known if sought in candidate.casefold()]
    folded = {candidate.casefold(): candidate for candidate in known}
    alike = [folded[found] for found in get_close_matches(sought, folded, cutoff=0.7)]
    return longer[:_OFFERED] or alike


def _known_names(port: Port) -> list[str]:
    names = [template.key for template in port.templates()]
    after: str | None = None
    while len(names) < _SEARCHED:
        page = port.personas(after=after)
        names += (persona.content.name for persona in page.items)
        after = page.after
        if after is None:
            break
    return names
