"""What a run of `data sanitize` has in hand, and the result that it makes of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from pydantic import Field

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.tool import Result

if TYPE_CHECKING:
    from ema_cli.sanitize.entities import Entity
    from ema_cli.sanitize.proof.scan import Scan
    from ema_cli.sanitize.sanitizer import Sanitizer
    from ema_cli.tool import Job
    from ema_cli.tools.sanitize_arguments import SanitizeArguments

NOTE = "names in free text are found only where examples give them"


class RowCounts(Result):
    """How many rows were read, and how many of them changed."""

    read: int = 0
    changed: int = 0


class FileCounts(Result):
    """How many files were read, and what became of them."""

    read: int = 0
    changed: int = 0
    dropped: list[str] = Field(default=[])
    """Names of those that are no text and were removed."""
    kept: list[str] = Field(default=[])
    """Names of those that are no text and were not looked into."""


class SanitizeResult(Result):
    """Counts by entity and field; never an original, and never what stands for one."""

    rows: RowCounts = RowCounts()
    files: FileCounts = FileCounts()
    config: list[str] = Field(default=[])
    """Fields of the persona that changed."""
    entities: dict[str, int] = Field(default={})
    """How often each kind of value was replaced."""
    fields: dict[str, dict[str, int]] = Field(default={})
    """The same for each field of rows and configuration, and for `files`."""
    residual: int | None = None
    """How much the scan found at the end; None when it was not asked for."""
    versions_with_originals: list[int] = Field(default=[])
    """Numbers of earlier versions in which originals are still kept."""
    versions_dropped: int = 0
    note: str = NOTE


@dataclass
class Work:
    """What is needed throughout, and what was counted."""

    job: Job
    args: SanitizeArguments
    sanitizer: Sanitizer
    scan: Scan
    """Looks into rows and files."""
    config_scan: Scan
    """Looks into configuration, where the names of fields mean something else."""
    counts: Counter[tuple[str, Entity]] = field(default_factory=Counter)
    rows_read: int = 0
    rows_changed: int = 0
    files_read: int = 0
    files_changed: int = 0
    files_dropped: list[str] = field(default_factory=list)
    files_kept: list[str] = field(default_factory=list)
    config: list[str] = field(default_factory=list)
    residual: int | None = None
    versions: list[int] = field(default_factory=list)
    versions_dropped: int = 0

    def result(self) -> SanitizeResult:
        """Give the result as it is now."""
        entities: Counter[str] = Counter()
        fields: dict[str, dict[str, int]] = {}
        for (name, entity), count in sorted(self.counts.items()):
            entities[entity.value] += count
            fields.setdefault(name, {})[entity.value] = count
        return SanitizeResult(
            rows=RowCounts(read=self.rows_read, changed=self.rows_changed),
            files=FileCounts(
                read=self.files_read,
                changed=self.files_changed,
                dropped=self.files_dropped,
                kept=self.files_kept,
            ),
            config=self.config,
            entities=dict(sorted(entities.items())),
            fields=fields,
            residual=self.residual,
            versions_with_originals=self.versions,
            versions_dropped=self.versions_dropped,
        )

    def failed(self, kind: ErrorKind, message: str, hint: str | None = None) -> ActionFailed:
        """Make the error that ends the action, with what was counted so far."""
        return ActionFailed(kind, message, hint=hint, result=self.result())


def digest(body: object) -> str:
    """Digest what a call changes, for its key."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
