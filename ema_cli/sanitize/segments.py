"""Parts of a longer text that are leaves of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.sanitize.leaves import Edit, apply

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Segment:
    """`text[start:end]` of a file, as it is written there.

    `field`: the name of its column. `quoted`: it stands between quotes, in which a quote is
    doubled. `delimiter`: what it may not hold when it is not quoted; empty where it may hold all.
    """

    start: int
    end: int
    field: str | None = None
    quoted: bool = False
    delimiter: str = ""

    def read(self, text: str) -> str:
        """Give what it says."""
        written = text[self.start : self.end]
        return written.replace('""', '"') if self.quoted else written


def written(segment: Segment, text: str, edits: Sequence[Edit]) -> list[Edit]:
    """Give edits of what a segment says as edits of the text that it stands in.

    A cell that is not quoted gets quotes when it would not be read as one cell any more.
    """
    if segment.quoted:
        places = _places(text[segment.start : segment.end])
        return [
            Edit(
                segment.start + places[edit.start],
                segment.start + places[edit.end],
                edit.text.replace('"', '""'),
                edit.entity,
            )
            for edit in edits
        ]
    special = {segment.delimiter, '"', "\r", "\n"}
    if segment.delimiter and any(not special.isdisjoint(edit.text) for edit in edits):
        whole = apply(segment.read(text), edits).replace('"', '""')
        return [Edit(segment.start, segment.end, f'"{whole}"', edits[0].entity)]
    at = segment.start
    return [Edit(at + edit.start, at + edit.end, edit.text, edit.entity) for edit in edits]


def _places(raw: str) -> Sequence[int]:
    """Give where each character of a quoted cell begins, and where the last one ends."""
    if '"' not in raw:
        return range(len(raw) + 1)
    places: list[int] = []
    at = 0
    while at < len(raw):
        places.append(at)
        at += 2 if raw[at] == '"' else 1
    return [*places, len(raw)]
