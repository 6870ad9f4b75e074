"""Rows and links over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.http import wire
from ema_cli.platforms.http.answers import LARGE
from ema_cli.platforms.http.base import Caller
from ema_cli.platforms.http.requests import Call
from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.platforms.port import (
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


class RowCalls(Caller):
    """See `ema_cli.platforms.port.Port` for what each of them promises."""

    def data_counts(self, persona_id: str, *, version: int | None = None) -> DataCounts:
        """Count rows and files."""
        call = Call(
            "counting the data",
            "data_counts",
            values={"persona": persona_id},
            query={"version": version},
        )
        return self._calls.read(call, wire.Counts).result()

    def rows(
        self,
        persona_id: str,
        *,
        version: int | None = None,
        after: str | None = None,
        limit: int = PAGE,
    ) -> Page[Row]:
        """Read a page of rows."""
        call = Call(
            "reading rows",
            "rows",
            values={"persona": persona_id},
            query={"version": version, "after": after, "limit": limit},
            limit=LARGE,
        )
        return self._calls.read(call, wire.Rows).page()

    def write_rows(self, persona_id: str, rows: Sequence[Row], *, key: str) -> RowsWritten:
        """Add a page of rows."""
        call = Call(
            "writing rows",
            "write_rows",
            values={"persona": persona_id},
            body={"rows": [{"key": row.key, "fields": row.fields} for row in rows]},
            key=key,
        )
        return self._calls.read(call, wire.RowsWrittenAnswer).result()

    def edit_rows(self, persona_id: str, edits: Sequence[RowEdit], *, key: str) -> RowsEdited:
        """Change a page of own rows."""
        call = Call(
            "changing rows",
            "edit_rows",
            values={"persona": persona_id},
            body={
                "edits": [
                    {
                        "key": edit.key,
                        "revision": edit.revision,
                        "fields": edit.fields,
                        "new_key": edit.new_key,
                    }
                    for edit in edits
                ]
            },
            key=key,
        )
        return self._calls.read(call, wire.RowsEditedAnswer).result()

    def delete_rows(self, persona_id: str, keys: Sequence[str] | None, *, key: str) -> int:
        """Remove own rows."""
        call = Call(
            "deleting rows",
            "delete_rows",
            values={"persona": persona_id},
            body={"keys": None if keys is None else list(keys)},
            key=key,
        )
        return self._calls.read(call, wire.Removed).removed

    def copy_rows(
        self,
        source_id: str,
        target_id: str,
        *,
        after: str | None = None,
        limit: int = PAGE,
        key: str,
    ) -> RowsCopied:
        """Copy one page of rows inside the platform."""
        call = Call(
            "copying rows",
            "copy_rows",
            values={"persona": target_id},
            body={"source": source_id, "after": after, "limit": limit},
            key=key,
        )
        return self._calls.read(call, wire.RowsCopiedAnswer).result()

    def link_data(
        self, source_id: str, target_id: str, *, include: Sequence[DataKind], key: str
    ) -> Linked:
        """Show the source's data in the target."""
        call = Call(
            "linking the data",
            "link_data",
            values={"persona": target_id},
            body={"source": source_id, "include": list(include)},
            key=key,
        )
        return self._calls.read(call, wire.LinkedAnswer).result()

    def linked_sources(self, persona_id: str) -> Sequence[str]:
        """Ids of the personas whose data this one shows."""
        call = Call("listing the links", "links", values={"persona": persona_id})
        return self._calls.read(call, wire.LinkedSources).items
