"""What a run of `data sanitize` has in hand, and the result that it makes of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pydantic import Field

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.sanitize.entities import Entity
from ema_cli.tool import Result, Saved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.sanitize.entities import Example
    from ema_cli.sanitize.proof.scan import Scan
    from ema_cli.sanitize.sanitizer import Sanitizer
    from ema_cli.tool import Job
    from ema_cli.tools.sanitize_arguments import SanitizeArguments
    from ema_cli.values import JsonObject, JsonValue

CONFIG = ("description", "welcome_messages", "proto_config", "workflow_def")
"""Fields of a persona that are sanitized: all but the name, which is the user's choice."""
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


@dataclass(frozen=True)
class Part:
    """What one changing call takes out; counted once, however often its action is resumed."""

    counts: Counter[tuple[str, Entity]] = field(default_factory=Counter)
    rows: int = 0
    files: int = 0
    config: tuple[str, ...] = ()
    dropped_file: str | None = None
    dropped_versions: int = 0

    def state(self) -> JsonObject:
        """Describe it for `Saved`; `Part.of` makes it again."""
        counts: list[JsonValue] = [
            [name, entity.value, count] for (name, entity), count in self.counts.items()
        ]
        return {
            "counts": counts,
            "rows": self.rows,
            "files": self.files,
            "config": [*self.config],
            "dropped_file": self.dropped_file,
            "dropped_versions": self.dropped_versions,
        }

    @classmethod
    def of(cls, state: Any) -> Part:  # noqa: ANN401 - what was saved, as JSON
        """Make what `state` described."""
        counts = Counter({(name, Entity(entity)): count for name, entity, count in state["counts"]})
        rest = {k: v for k, v in state.items() if k not in {"counts", "config"}}
        return cls(counts, config=tuple(state["config"]), **rest)


@dataclass
class Work:
    """What is needed throughout, and what was counted."""

    job: Job
    args: SanitizeArguments
    given: Sequence[Example]
    sanitizer: Sanitizer
    scan: Scan
    parts: dict[str, Part] = field(default_factory=dict)
    """What each changing call took out, by what it changed."""
    rows_read: int = 0
    files_read: set[str] = field(default_factory=set)
    """Names that the files have afterwards."""
    files_kept: list[str] = field(default_factory=list)
    residual: int | None = None
    versions: list[int] = field(default_factory=list)

    def about_to(self, name: str, part: Part) -> Saved:
        """Count what a call is going to take out; the answer is to be yielded before the call."""
        self.parts[name] = part
        return Saved(name, part.state())

    def found_clean(self, name: str) -> None:
        """Count what was taken out here before this action was killed, if it was."""
        state = self.job.saved.get(name)
        if state is not None and name not in self.parts:
            self.parts[name] = Part.of(state)

    def result(self) -> SanitizeResult:
        """Give the result as it is now."""
        entities: Counter[str] = Counter()
        fields: dict[str, dict[str, int]] = {}
        counts = sum((part.counts for part in self.parts.values()), Counter())
        for (name, entity), count in sorted(counts.items()):
            entities[entity.value] += count
            fields.setdefault(name, {})[entity.value] = count
        dropped = sorted(p.dropped_file for p in self.parts.values() if p.dropped_file is not None)
        return SanitizeResult(
            rows=RowCounts(
                read=self.rows_read, changed=sum(part.rows for part in self.parts.values())
            ),
            files=FileCounts(
                read=len(self.files_read) + len(dropped),
                changed=sum(part.files for part in self.parts.values()),
                dropped=dropped,
                kept=self.files_kept,
            ),
            config=[name for name in CONFIG if any(name in p.config for p in self.parts.values())],
            entities=dict(sorted(entities.items())),
            fields=fields,
            residual=self.residual,
            versions_with_originals=self.versions,
            versions_dropped=sum(part.dropped_versions for part in self.parts.values()),
        )

    def failed(self, kind: ErrorKind, message: str, hint: str | None = None) -> ActionFailed:
        """Make the error that ends the action, with what was counted so far."""
        return ActionFailed(kind, message, hint=hint, result=self.result())


def digest(body: object) -> str:
    """Digest what a call changes, for its key."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
