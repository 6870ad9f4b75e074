"""The rows of a persona without originals, page by page and in place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.port import RowEdit
from ema_cli.sanitize.walk import EqualKeys
from ema_cli.tool import Progress, Step
from ema_cli.tools.sanitize_work import Part, Work, digest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from ema_cli.platforms.port import Port, Row
    from ema_cli.sanitize.entities import Entity
    from ema_cli.values import JsonObject, JsonValue

KEY = "key"
"""The field under which values in row keys are counted."""


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page of rows, and where to read it again."""

    before: str | None
    rows: Sequence[Row]


def pages(port: Port, persona_id: str, version: int | None = None) -> Iterator[ReadPage]:
    """Read all rows."""
    after: str | None = None
    while True:
        page = port.rows(persona_id, after=after, version=version)
        yield ReadPage(after, page.items)
        if page.after is None:
            return
        after = page.after


def sanitize_rows(work: Work) -> Generator[Step, None, None]:
    """Go through all rows; once more if some changed under our hands."""
    if (yield from _pass(work, "rows")):
        yield from _pass(work, "rows that had changed")


def _pass(work: Work, name: str) -> Generator[Step, None, int]:
    port, target = work.job.port, work.job.target
    total = port.data_counts(target).rows
    done = stale = 0
    for page in pages(port, target):
        stale += yield from edit(work, page.rows, f"{name} after {page.before or 'the start'}")
        done += len(page.rows)
        work.rows_read = max(work.rows_read, done)
        yield Progress(done, max(total, done))
    return stale


def edit(work: Work, rows: Sequence[Row], name: str) -> Generator[Step, None, int]:
    """Take originals out of rows; give how many changed meanwhile and were left."""
    edits, counts = _edits(work, rows)
    if not edits:
        work.found_clean(name)
        return 0
    yield work.about_to(name, Part(counts, rows=len(edits)))
    # A row has another revision after each change, so these say which edits they are.
    which = digest([[one.key, one.revision] for one in edits])
    try:
        answer = work.job.port.edit_rows(work.job.target, edits, key=work.job.key("edit", which))
    except PlatformError as error:
        if error.kind is not ErrorKind.CONFLICT:
            raise
        raise work.failed(
            ErrorKind.CONFLICT,
            "two row keys would become equal",
            "give one of the two rows another key; pages before this one are sanitized",
        ) from error
    return len(answer.stale)


def _edits(work: Work, rows: Sequence[Row]) -> tuple[list[RowEdit], Counter[tuple[str, Entity]]]:
    try:
        cleaned = work.sanitizer.values([*(row.fields for row in rows), *(row.key for row in rows)])
    except EqualKeys as error:
        raise work.failed(
            ErrorKind.CONFLICT,
            "two keys of a row would become equal",
            "rename one of the two fields; pages before this one are sanitized",
        ) from error
    edits: list[RowEdit] = []
    counts: Counter[tuple[str, Entity]] = Counter()
    for row, fields, key in zip(rows, cleaned, cleaned[len(rows) :], strict=False):
        if fields.changed or key.changed:
            new_key = str(key.value) if key.changed else None
            edits.append(RowEdit(row.key, row.revision, _fields(fields.value), new_key))
            for what, count in fields.counts.items():
                counts[what] += count
            for (_, entity), count in key.counts.items():
                counts[KEY, entity] += count
    return edits, counts


def _fields(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}
