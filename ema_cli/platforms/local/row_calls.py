"""The part of the port that is about rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ema_cli.platforms.local import (
    answers,
    links,
    personas,
    restoring,
    row_editing,
    row_reading,
    row_writing,
    shown,
    views,
)
from ema_cli.platforms.local.base import Base
from ema_cli.platforms.local.calls import settled
from ema_cli.platforms.local.encoding import from_text, to_text
from ema_cli.platforms.local.failures import rejected
from ema_cli.platforms.local.keys import call, texts_digest
from ema_cli.platforms.port import (
    PAGE,
    DataCounts,
    DataKind,
    Linked,
    Page,
    Row,
    RowEdit,
    RowsCopied,
    RowsEdited,
    RowsWritten,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.values import JsonObject


class RowCalls(Base):
    """See `Port`."""

    def data_counts(self, persona_id: str, *, version: int | None = None) -> DataCounts:
        """Count rows and files."""
        with self._database.reading() as connection:
            return views.counts(connection, persona_id, version)

    def rows(
        self,
        persona_id: str,
        *,
        version: int | None = None,
        after: str | None = None,
        limit: int = PAGE,
    ) -> Page[Row]:
        """Read rows in their order: own rows first, then linked ones."""
        with self._database.reading() as connection:
            parts = views.parts(connection, persona_id, version, "rows")
            page = row_reading.read_page(connection, parts, after, limit)
        rows = [
            Row(key, cast("JsonObject", from_text(fields)), part.linked, revision)
            for part, (_, key, fields, revision) in page.lines
        ]
        return Page(rows, page.after)

    def write_rows(self, persona_id: str, rows: Sequence[Row], *, key: str) -> RowsWritten:
        """Add at most `PAGE` rows; a row whose key exists, or comes twice, is skipped."""
        row_writing.check_page(rows)
        lines = [
            (row.key, _stored(row.fields, f"row {number}"))
            for number, row in enumerate(rows, start=1)
        ]
        return self._make(
            call(
                *("write_rows", key, persona_id, [row.key for row in rows]),
                texts_digest(text for _, text in lines),
            ),
            answers.WRITTEN,
            lambda connection: row_writing.write(
                connection, settled(connection, persona_id), lines
            ),
        )

    def edit_rows(self, persona_id: str, edits: Sequence[RowEdit], *, key: str) -> RowsEdited:
        """Change at most `PAGE` own rows in place; those in `stale` are left as they are."""
        row_writing.check_page(edits)
        lines = [
            (edit, _stored(edit.fields, f"edit {number}"))
            for number, edit in enumerate(edits, start=1)
        ]
        which = [[edit.key, edit.revision, edit.new_key] for edit in edits]
        return self._make(
            call("edit_rows", key, persona_id, which, texts_digest(text for _, text in lines)),
            answers.edited(edits),
            lambda connection: row_editing.edit(connection, settled(connection, persona_id), lines),
        )

    def delete_rows(self, persona_id: str, keys: Sequence[str] | None, *, key: str) -> int:
        """Remove own rows by key (at most `PAGE`), or all with None; count those removed."""
        row_writing.check_page(keys or ())

        def change(connection: Connection) -> int:
            held = settled(connection, persona_id)
            if keys is None:
                return restoring.clear_rows(connection, held)
            return row_writing.delete(connection, held, keys)

        made = call("delete_rows", key, persona_id, None if keys is None else list(keys))
        removed = self._make(made, answers.COUNT, change)
        if keys is None:
            self._tidy()
        return removed

    def copy_rows(
        self,
        source_id: str,
        target_id: str,
        *,
        after: str | None = None,
        limit: int = PAGE,
        key: str,
    ) -> RowsCopied:
        """Copy one page inside the platform, under `copied_row_key` of each row."""

        def change(connection: Connection) -> RowsCopied:
            target = settled(connection, target_id)
            source = personas.readable(connection, source_id)
            if source is None:
                return RowsCopied(0, 0, 0, None)
            if shown.reaches(connection, source.number, target.number):
                raise rejected("the source shows the target's own rows: copying would never end")
            page = row_reading.read_page(
                connection, shown.parts(connection, source, "rows"), after, limit
            )
            return row_writing.copy(connection, source, target, page, self.platform_id)

        made = call("copy_rows", key, source_id, target_id, after, limit)
        return self._make(made, answers.COPIED, change)

    def link_data(
        self, source_id: str, target_id: str, *, include: Sequence[DataKind], key: str
    ) -> Linked:
        """Show the source's data in the target, read-only. Linking twice changes nothing."""

        def change(connection: Connection) -> Linked:
            source = personas.readable(connection, source_id)
            target = personas.changeable(connection, target_id)
            return links.link(connection, source, target, include)

        made = call("link_data", key, source_id, target_id, sorted(set(include)))
        return self._make(made, answers.LINKED, change)

    def linked_sources(self, persona_id: str) -> Sequence[str]:
        """Ids of the personas whose data this one shows, directly."""
        with self._database.reading() as connection:
            held = personas.readable(connection, persona_id)
            return [] if held is None else links.sources(connection, held)


def _stored(fields: object, what: str) -> str:
    if not isinstance(fields, dict):
        raise rejected(f"{what} is no JSON object")
    return to_text(fields, what)
