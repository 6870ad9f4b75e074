"""Fields whose name says what they hold: their values are taken whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.sanitize.candidates import Candidate, Origin
from ema_cli.sanitize.folding import fold
from ema_cli.sanitize.inference import name_shape
from ema_cli.sanitize.reserved import is_pseudonym, value_of
from ema_cli.sanitize.views import Joined, View

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from ema_cli.sanitize.entities import Entity


_PLACEHOLDERS = frozenset(
    ("", "-", "--", "?", "n/a", "na", "nil", "none", "not provided", "null", "tbd", "unknown")
)
"""What people write where they have no value."""


def column_candidate(text: str, entity: Entity, given: AbstractSet[str]) -> list[Candidate]:
    """Take a whole value, save white space around it and what is a pseudonym already.

    `given` are the replacements that the user gave, folded: they stay as well.
    """
    value = text.strip()
    if value.casefold() in _PLACEHOLDERS:
        return []
    start = text.index(value)
    end = start + len(value)
    view = View(Joined.of([text], [0]), fold(text))
    folded = view.folded.folded
    visible = folded.strip()
    if not visible:
        return []
    stays = visible in given or is_pseudonym(value, entity)
    origin = Origin.RESERVED if stays else Origin.COLUMN
    first = folded.index(visible)
    last = first + len(visible)
    shape = name_shape(visible, entity)
    return [
        Candidate(start, end, origin, entity, value_of(value, entity), view, first, last, shape)
    ]
