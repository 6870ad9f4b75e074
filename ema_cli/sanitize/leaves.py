"""The texts that are looked at together, and what is to be put into them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.sanitize.entities import Entity


@dataclass(slots=True)
class Leaves:
    """Texts by number; `columns`: what some of them are as a whole, by the name of their field."""

    texts: list[str] = field(default_factory=list)
    columns: dict[int, Entity] = field(default_factory=dict)

    def add(self, text: str, column: Entity | None = None) -> None:
        """Add a text."""
        if column is not None:
            self.columns[len(self.texts)] = column
        self.texts.append(text)


class Edit(NamedTuple):
    """What is put in place of a part of a leaf."""

    start: int
    end: int
    text: str
    entity: Entity


def apply(text: str, edits: Sequence[Edit], start: int = 0, end: int | None = None) -> str:
    """Put edits into `text[start:end]`; what lies between them is not touched."""
    if not edits and start == 0 and end is None:
        return text
    parts: list[str] = []
    at = start
    for edit in edits:
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    parts.append(text[at:end])
    return "".join(parts)
