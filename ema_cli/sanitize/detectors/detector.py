"""What a detector is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ema_cli.sanitize.entities import Entity
    from ema_cli.sanitize.spans import Found


class Detector(Protocol):
    """Finds the values of a family in a text, in time linear in its length.

    The text is many leaves joined by NUL characters; nothing found may reach over one. Letters
    keep their case; other spellings are made one already (see `folding`).
    """

    @property
    def entities(self) -> Sequence[Entity]:
        """What it finds."""
        ...

    def find(self, text: str) -> Iterable[Found]:
        """Find values, pseudonyms of its own kind too (as reserved)."""
        ...
