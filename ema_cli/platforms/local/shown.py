"""What a persona shows: its own data, then that of the personas it is linked to.

Links of links are followed, the nearest first; nobody's data is shown twice. A row is hidden by
one of the same key before it, a file by one of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from ema_cli.platforms.local import personas
from ema_cli.platforms.local.encoding import to_plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held
    from ema_cli.platforms.port import DataKind


@dataclass(frozen=True, slots=True)
class Part:
    """The rows, or the files, of one persona. `at` is an epoch; None stands for what is live."""

    persona: int
    at: int | None
    count: int
    sum: bytes
    linked: bool = False


_LINKS: dict[DataKind, str] = {
    "rows": "SELECT source FROM links WHERE target = ? AND show_rows ORDER BY position",
    "files": "SELECT source FROM links WHERE target = ? AND show_files ORDER BY position",
}
_ANY_LINKS = "SELECT source FROM links WHERE target = ? ORDER BY position"


def parts(connection: Connection, held: Held, kind: DataKind) -> list[Part]:
    """Give whose data a persona shows now, its own first."""
    return [own_part(held, kind), *linked_parts(connection, sources(connection, held, kind), kind)]


def sources(connection: Connection, held: Held, kind: DataKind) -> list[int]:
    """Give the numbers of the personas whose data this one shows by a link of its own."""
    return [number for (number,) in connection.execute(_LINKS[kind], (held.number,))]


def linked_parts(connection: Connection, numbers: Sequence[int], kind: DataKind) -> list[Part]:
    """Give whose data a persona shows that is linked to these, in this order."""
    found = _walk(connection, _LINKS[kind], numbers)
    return [own_part(held, kind, linked=True) for held in found]


def own_part(held: Held, kind: DataKind, *, linked: bool = False) -> Part:
    """Give the data of a persona itself."""
    if kind == "rows":
        return Part(held.number, held.row_view, held.row_count, held.row_sum, linked)
    return Part(held.number, held.file_view, held.file_count, held.file_sum, linked)


def reaches(connection: Connection, number: int, other: int) -> bool:
    """Say whether the persona `number` is the persona `other`, or linked to it in any way."""
    return any(held.number == other for held in _walk(connection, _ANY_LINKS, [number]))


def digest(shown: Iterable[Part]) -> str:
    """Make a digest of the data that the parts hold: equal ones mean equal data."""
    told = [[part.count, part.sum.hex()] for part in shown if part.count]
    return sha256(to_plain_text(told, "the digest").encode()).hexdigest()


def _walk(connection: Connection, links: str, start: Sequence[int]) -> list[Held]:
    found: dict[int, Held] = {}
    waiting = list(reversed(start))
    while waiting:
        number = waiting.pop()
        held = personas.find_number(connection, number)
        if number in found or held is None:
            continue
        found[number] = held
        waiting.extend(reversed([source for (source,) in connection.execute(links, (number,))]))
    return list(found.values())
