"""Everything in which two exports differ: configuration, workflow, rows, files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.personas.row_differences import RowChanges, row_changes
from ema_cli.personas.value_differences import Change, ValueChange, value_changes
from ema_cli.personas.workflow_differences import WorkflowChanges, workflow_changes
from ema_cli.platforms.port import CONTENT_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ema_cli.personas.exports import Export

LISTED = 1000
"""Rows of each kind of change that are listed, unless asked for more or fewer."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that differs, in its bytes or its media type."""

    name: str
    change: Change


@dataclass(frozen=True, slots=True)
class Differences:
    """All differences between two exports."""

    config: Sequence[ValueChange]
    workflow: WorkflowChanges
    rows: RowChanges
    files: Sequence[FileChange]

    @property
    def equal(self) -> bool:
        """Whether there is none."""
        alike = self.workflow == WorkflowChanges() and self.rows == RowChanges()
        return alike and not self.config and not self.files


def differences(before: Export, after: Export, *, most: int = LISTED) -> Differences:
    """Compare two exports; rows are read as streams, and at most `most` of a kind are listed."""
    return Differences(
        config=tuple(_config(before, after)),
        workflow=workflow_changes(before.content.workflow_def, after.content.workflow_def),
        rows=row_changes(before, after, most=most),
        files=tuple(_files(before, after)),
    )


def _config(before: Export, after: Export) -> Iterator[ValueChange]:
    for name in CONTENT_FIELDS:
        if name != "workflow_def":
            old, new = getattr(before.content, name), getattr(after.content, name)
            yield from value_changes(old, new, name)


def _files(before: Export, after: Export) -> Iterator[FileChange]:
    old = {info.name: (info.sha256, info.type) for info in before.files()}
    new = {info.name: (info.sha256, info.type) for info in after.files()}
    for name in sorted({**old, **new}):
        if name not in new:
            yield FileChange(name, Change.REMOVED)
        elif name not in old:
            yield FileChange(name, Change.ADDED)
        elif old[name] != new[name]:
            yield FileChange(name, Change.CHANGED)
