"""Reading rows in their order, page by page."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass
from itertools import islice, repeat
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ema_cli.platforms.local.encoding import to_plain_text
from ema_cli.platforms.local.failures import rejected
from ema_cli.platforms.local.places import last_id, place_of, row_id
from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.shown import Part

PAGE_CHARACTERS = 8 << 20
"""A page ends with the row that takes its text past this, so that a page of documents fits."""

_CHUNK = 200
_TOKEN = re.compile(r"([0-9]{1,12})\.([0-9]{1,12})")

T = TypeVar("T")

_LIVE = """SELECT id, key, fields, revision FROM live_rows
    WHERE id > :after AND id <= :last ORDER BY id"""
_AT = """SELECT id, key, fields, revision FROM live_rows
    WHERE id >= :first AND id <= :until AND born <= :at
    UNION ALL SELECT id, key, fields, revision FROM old_rows
    WHERE id >= :first AND id <= :until AND born <= :at AND died > :at ORDER BY id"""
_NEXT = """SELECT min(id) FROM (
    SELECT min(id) AS id FROM live_rows WHERE id > :after AND id <= :last
    UNION ALL SELECT min(id) FROM old_rows WHERE id > :after AND id <= :last)"""

_HAS_LIVE = """SELECT key FROM live_rows
    WHERE persona = :persona AND key IN (SELECT value FROM json_each(:keys))"""
_HAS_AT = """SELECT key FROM live_rows
    WHERE persona = :persona AND key IN (SELECT value FROM json_each(:keys)) AND born <= :at
    UNION ALL SELECT key FROM old_rows
    WHERE persona = :persona AND key IN (SELECT value FROM json_each(:keys))
    AND born <= :at AND died > :at"""


Line: TypeAlias = tuple[int, str, str, int]
"""A row as it is stored: id, key, fields as JSON text, revision. A plain tuple: there are many."""


@dataclass(frozen=True, slots=True)
class LinePage:
    """A page of stored rows, each with the part that it belongs to."""

    lines: list[tuple[Part, Line]]
    after: str | None


def read_page(
    connection: Connection, parts: Sequence[Part], after: str | None, limit: int
) -> LinePage:
    """Read the page after the token `after`, which an earlier page gave."""
    if not 1 <= limit <= PAGE:
        raise rejected(f"a page has 1 to {PAGE} rows")
    page: list[tuple[Part, Line]] = []
    size = 0
    with closing(_shown(connection, parts, *_start(parts, after))) as walk:
        for item in walk:
            if len(page) == limit or size > PAGE_CHARACTERS:
                part, (row, _, _, _) = page[-1]
                return LinePage(page, f"{part.persona}.{place_of(row)}")
            page.append(item)
            size += len(item[1][2])
    return LinePage(page, None)


def present(connection: Connection, part: Part, keys: Iterable[str]) -> set[str]:
    """Give those of the keys, all of them valid ones, that rows of the part have."""
    values = {"persona": part.persona, "at": part.at, "keys": to_plain_text(list(keys), "the keys")}
    found = connection.execute(_HAS_LIVE if part.at is None else _HAS_AT, values)
    return {key for (key,) in found}


def count(connection: Connection, parts: Sequence[Part]) -> list[int]:
    """Count what each part shows: hidden rows do not count."""
    counts: list[int] = []
    for index, part in enumerate(parts):
        hidden = _hidden(connection, parts[:index], part) if any(counts) else 0
        counts.append(part.count - hidden)
    return counts


def _hidden(connection: Connection, before: Sequence[Part], part: Part) -> int:
    """Count the part's rows that rows before them hide, from the side that has fewer rows."""
    if sum(one.count for one in before) <= part.count:
        shown = _chunks(key for _, (_, key, _, _) in _shown(connection, before, 0, 0))
        return sum(len(present(connection, part, keys)) for keys in shown)
    rows = _chunks(key for _, key, _, _ in _lines(connection, part, 0))
    return sum(len(_taken(connection, before, keys)) for keys in rows)


def _shown(
    connection: Connection, parts: Sequence[Part], first: int, place: int
) -> Generator[tuple[Part, Line]]:
    """Walk all rows that are shown, from part `first` and the row after `place` in it."""
    for index in range(first, len(parts)):
        part = parts[index]
        lines = _lines(connection, part, place if index == first else 0)
        before = [one for one in parts[:index] if one.count]
        if not before:
            yield from zip(repeat(part), lines)
        for chunk in _chunks(lines):
            taken = _taken(connection, before, [key for _, key, _, _ in chunk])
            yield from ((part, line) for line in chunk if line[1] not in taken)


def _taken(connection: Connection, before: Sequence[Part], keys: Sequence[str]) -> set[str]:
    return {key for part in before for key in present(connection, part, keys)}


def _lines(connection: Connection, part: Part, place: int) -> Iterator[Line]:
    after = row_id(part.persona, place)
    if part.at is not None:
        yield from _lines_at(connection, part.persona, part.at, after)
        return
    values = {"after": after, "last": last_id(part.persona)}
    with closing(connection.execute(_LIVE, values)) as found:
        yield from found


def _lines_at(connection: Connection, persona: int, at: int, after: int) -> Iterator[Line]:
    """Walk the rows of an epoch, a window of places at a time.

    Without windows each page would look through all later rows of other epochs in vain.
    """
    last = last_id(persona)
    while True:
        (first,) = connection.execute(_NEXT, {"after": after, "last": last}).fetchone()
        if first is None:
            return
        after = min(first + PAGE, last)
        values = {"first": first, "until": after, "at": at}
        with closing(connection.execute(_AT, values)) as found:
            yield from found


def _chunks(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


def _start(parts: Sequence[Part], after: str | None) -> tuple[int, int]:
    """Give the part to go on with, and the place after which it is to be read."""
    if after is None:
        return 0, 0
    token = _TOKEN.fullmatch(after)
    if token is None:
        raise rejected("the page is asked for with a token that no page gave")
    for index, part in enumerate(parts):
        if part.persona == int(token[1]):
            return index, int(token[2])
    return len(parts), 0
