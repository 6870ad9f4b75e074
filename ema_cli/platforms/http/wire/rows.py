"""Bodies about rows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ema_cli.platforms.http.wire.base import Answer, Count, Json, Wire
from ema_cli.platforms.port import PAGE, Page, Row, RowEdit, RowsCopied, RowsEdited, RowsWritten


class NewRow(Wire):
    """A row to write."""

    key: str
    fields: Json


class NewRows(Wire):
    """A page of rows to write."""

    rows: list[NewRow] = Field(max_length=PAGE)

    def port_rows(self) -> list[Row]:
        """Read."""
        return [Row(row.key, row.fields) for row in self.rows]


class RowAnswer(Answer):
    """A row."""

    key: str
    fields: Json
    linked: bool
    revision: int


class Rows(Answer):
    """A page of rows; `after` goes into the next request, null says that this was the end."""

    items: list[RowAnswer]
    after: str | None

    @classmethod
    def of(cls, page: Page[Row]) -> Rows:
        """Write."""
        return cls.model_construct(
            items=[
                RowAnswer.model_construct(
                    key=row.key, fields=row.fields, linked=row.linked, revision=row.revision
                )
                for row in page.items
            ],
            after=page.after,
        )

    def page(self) -> Page[Row]:
        """Read."""
        rows = [Row(row.key, row.fields, row.linked, row.revision) for row in self.items]
        return Page(rows, self.after)


class RowsWrittenAnswer(Answer):
    """What became of a page of rows; `outcomes` tells it of each row, in the order of the page."""

    written: Count
    skipped: Count
    outcomes: list[Literal["written", "skipped"]] = Field(default_factory=list)

    @classmethod
    def of(cls, answer: RowsWritten) -> RowsWrittenAnswer:
        """Write."""
        outcomes: list[Literal["written", "skipped"]]
        outcomes = ["written"] * (answer.written + answer.skipped)
        for position in answer.skipped_at:
            outcomes[position] = "skipped"
        return cls(written=answer.written, skipped=answer.skipped, outcomes=outcomes)

    def result(self) -> RowsWritten:
        """Read."""
        positions = (at for at, outcome in enumerate(self.outcomes) if outcome == "skipped")
        return RowsWritten(self.written, self.skipped, tuple(positions))


class Edit(Wire):
    """New content for a row, if it still has `revision`; `new_key` also renames it."""

    key: str
    revision: int
    fields: Json
    new_key: str | None = None


class Edits(Wire):
    """A page of edits."""

    edits: list[Edit] = Field(max_length=PAGE)

    def port_edits(self) -> list[RowEdit]:
        """Read."""
        return [RowEdit(edit.key, edit.revision, edit.fields, edit.new_key) for edit in self.edits]


class RowsEditedAnswer(Answer):
    """What became of a page of edits; `stale` are the keys of rows that changed meanwhile."""

    edited: Count
    stale: list[str]

    @classmethod
    def of(cls, answer: RowsEdited) -> RowsEditedAnswer:
        """Write."""
        return cls(edited=answer.edited, stale=list(answer.stale))

    def result(self) -> RowsEdited:
        """Read."""
        return RowsEdited(self.edited, tuple(self.stale))


class RowKeys(Wire):
    """Rows to remove; null stands for all."""

    keys: list[str] | None


class CopyRows(Wire):
    """A page of another persona's rows to copy into this one."""

    source: str
    after: str | None = None
    limit: Annotated[int, Field(ge=1, le=PAGE)] = PAGE


class RowsCopiedAnswer(Answer):
    """What became of a copied page; `after` is null at the end."""

    read: Count
    written: Count
    skipped: Count
    after: str | None

    @classmethod
    def of(cls, answer: RowsCopied) -> RowsCopiedAnswer:
        """Write."""
        return cls(
            read=answer.read, written=answer.written, skipped=answer.skipped, after=answer.after
        )

    def result(self) -> RowsCopied:
        """Read."""
        return RowsCopied(self.read, self.written, self.skipped, self.after)
