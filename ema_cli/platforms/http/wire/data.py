"""Bodies about files, links and how much data there is."""

from __future__ import annotations

from typing import Literal

from ema_cli.platforms.http.wire.base import Answer, Count, Wire
from ema_cli.platforms.port import DataCounts, FileInfo, FileWritten, Linked


class FileAnswer(Answer):
    """A file, without its bytes."""

    name: str
    type: str
    size: Count
    sha256: str
    linked: bool

    @classmethod
    def of(cls, file: FileInfo) -> FileAnswer:
        """Write."""
        return cls(
            name=file.name, type=file.type, size=file.size, sha256=file.sha256, linked=file.linked
        )

    def info(self) -> FileInfo:
        """Read."""
        return FileInfo(self.name, self.type, self.size, self.sha256, self.linked)


class Files(Answer):
    """All files of a persona, by name."""

    items: list[FileAnswer]


class FileWrittenAnswer(Answer):
    """A file that was written or copied; `written` is false where it was there already."""

    file: FileAnswer
    written: bool

    @classmethod
    def of(cls, answer: FileWritten) -> FileWrittenAnswer:
        """Write."""
        return cls(file=FileAnswer.of(answer.file), written=answer.written)

    def result(self) -> FileWritten:
        """Read."""
        return FileWritten(self.file.info(), self.written)


class FileNames(Wire):
    """Files to remove; null stands for all."""

    names: list[str] | None


class CopyFile(Wire):
    """A file of another persona to copy into this one."""

    source: str
    name: str


class Link(Wire):
    """Another persona whose data this one shows, read-only."""

    source: str
    include: list[Literal["rows", "files"]]


class LinkedAnswer(Answer):
    """How much of the source's data is seen by link now."""

    rows: Count
    files: Count

    @classmethod
    def of(cls, answer: Linked) -> LinkedAnswer:
        """Write."""
        return cls(rows=answer.rows, files=answer.files)

    def result(self) -> Linked:
        """Read."""
        return Linked(self.rows, self.files)


class LinkedSources(Answer):
    """Ids of the personas whose data this one shows, directly."""

    items: list[str]


class Counts(Answer):
    """How much data a persona shows; linked data counts in both."""

    rows: Count
    files: Count
    linked_rows: Count
    linked_files: Count

    @classmethod
    def of(cls, counts: DataCounts) -> Counts:
        """Write."""
        return cls(
            rows=counts.rows,
            files=counts.files,
            linked_rows=counts.linked_rows,
            linked_files=counts.linked_files,
        )

    def result(self) -> DataCounts:
        """Read."""
        return DataCounts(self.rows, self.files, self.linked_rows, self.linked_files)
