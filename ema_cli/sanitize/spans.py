"""Found values as spans, and which of overlapping ones counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ema_cli.sanitize.entities import Entity


class Found(NamedTuple):
    """A value in a text. `value` is what its pseudonym is made from: the same for all spellings.

    `reserved`: it is a pseudonym already; it is left alone, and so is all that lies inside.
    """

    start: int
    end: int
    entity: Entity
    value: str
    reserved: bool = False
