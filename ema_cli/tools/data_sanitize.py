"""`data sanitize`: personal and customer data out of rows and configuration."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import Field

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.platforms.port import RowEdit
from ema_cli.sanitize.entities import DETECTED
from ema_cli.sanitize.sanitizer import Options, Sanitizer
from ema_cli.sanitize.scan import Scan
from ema_cli.sanitize.walk import EqualKeys
from ema_cli.tool import (
    Arguments,
    Effect,
    Job,
    Method,
    Notice,
    Offline,
    OfflineProblem,
    Progress,
    Result,
    Step,
)
from ema_cli.tools.examples import Examples, as_examples, example_problems
from ema_cli.workflow.findings import Severity
from ema_cli.workflow.rules import findings

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from ema_cli.platforms.port import PersonaContent, Row
    from ema_cli.sanitize.entities import Entity
    from ema_cli.values import JsonObject, JsonValue

Scope: TypeAlias = Literal["data", "config"]


class SanitizeArguments(Arguments):
    """What to take out, and where."""

    examples: Examples = Field(
        default=[], description="Values that must not be left: names above all."
    )
    scope: list[Scope] = Field(
        default=["data", "config"], min_length=1, description="Where: `data`, `config`."
    )
    verify: bool = Field(default=True, description="Read everything back and count what is left.")


class RowCounts(Result):
    """How many rows were read, and how many of them changed."""

    read: int = 0
    changed: int = 0


class SanitizeResult(Result):
    """Counts by entity and field; never a value, and never what stands for one."""

    rows: RowCounts = RowCounts()
    config: list[str] = Field(default=[])
    """Fields of the persona that changed."""
    entities: dict[str, int] = Field(default={})
    fields: dict[str, dict[str, int]] = Field(default={})
    residual: int | None = None
    """What is left; None when it was not looked for."""
    note: str = "names in free text are found only where examples give them"


def check(args: SanitizeArguments, _offline: Offline) -> Iterable[OfflineProblem]:
    """Judge the examples."""
    yield from example_problems(args.examples)


@dataclass
class _Work:
    """What a run of the method has in hand."""

    job: Job
    sanitizer: Sanitizer
    scan: Scan
    counts: Counter[tuple[str, Entity]] = field(default_factory=Counter)
    read: int = 0
    changed: int = 0
    config: list[str] = field(default_factory=list)
    residual: int | None = None

    def result(self) -> SanitizeResult:
        entities: Counter[str] = Counter()
        by_field: dict[str, dict[str, int]] = {}
        for (name, entity), count in sorted(self.counts.items()):
            entities[entity] += count
            by_field.setdefault(name, {})[entity] = count
        return SanitizeResult(
            rows=RowCounts(read=self.read, changed=self.changed),
            config=self.config,
            entities=dict(sorted(entities.items())),
            fields=by_field,
            residual=self.residual,
        )


def run(args: SanitizeArguments, job: Job) -> Generator[Step, None, SanitizeResult]:
    """Take values out of configuration and rows, then look for what is left."""
    if job.port.linked_sources(job.target):
        raise ActionFailed(
            ErrorKind.REJECTED,
            "linked data belongs to another persona and cannot be sanitized here",
            hint="copy the data in place of linking it",
        )
    examples = as_examples(args.examples)
    work = _Work(
        job,
        Sanitizer(examples, job.pseudonym_key, Options()),
        Scan(examples, DETECTED),
    )
    try:
        if "config" in args.scope:
            yield from _config(work)
        if "data" in args.scope:
            yield from _rows(work)
    except EqualKeys as error:
        raise ActionFailed(
            ErrorKind.CONFLICT, "two keys would become equal", result=work.result()
        ) from error
    if args.verify:
        yield from _verify(work, args.scope)
    return work.result()


_CONFIG = ("description", "welcome_messages", "proto_config", "workflow_def")


def _config(work: _Work) -> Generator[Step, None, None]:
    persona = work.job.port.persona(work.job.target)
    before = [getattr(persona.content, name) for name in _CONFIG]
    cleaned = work.sanitizer.values(before, columns=False)
    changes = {
        name: item.value for name, item in zip(_CONFIG, cleaned, strict=True) if item.changed
    }
    if work.scan.residual([persona.content.name])[0]:
        yield Notice("the persona's own name holds an example; it is left as it is")
    if not changes:
        return
    if "workflow_def" in changes:
        _judge(persona.content, changes["workflow_def"])
    work.job.port.update_persona(
        work.job.target,
        changes,
        revision=persona.revision,
        key=work.job.key("config", _digest(changes)),
    )
    work.config = list(changes)
    for name, item in zip(_CONFIG, cleaned, strict=True):
        for (_, entity), count in item.counts.items():
            work.counts[name, entity] += count


def _judge(before: PersonaContent, after: JsonValue) -> None:
    """Refuse a workflow that would have an error that it does not have now."""
    errors = _errors(after)
    errors.subtract(_errors(before.workflow_def))
    if any(count > 0 for count in errors.values()):
        raise ActionFailed(
            ErrorKind.REJECTED,
            "the workflow would not be valid without the examples",
            hint="an example is a word that the workflow needs; see `ema validate`",
        )


def _errors(workflow: JsonValue) -> Counter[str]:
    return Counter(
        finding.rule for finding in findings(workflow) if finding.severity is Severity.ERROR
    )


def _rows(work: _Work) -> Generator[Step, None, None]:
    port, target = work.job.port, work.job.target
    total = port.data_counts(target).rows
    after: str | None = None
    number = 0
    while True:
        page = port.rows(target, after=after)
        _edit(work, page.items, number)
        work.read += len(page.items)
        yield Progress(work.read, max(total, work.read))
        after = page.after
        number += 1
        if after is None:
            return


def _edit(work: _Work, rows: Sequence[Row], number: int) -> None:
    cleaned = work.sanitizer.values([row.fields for row in rows])
    keys = work.sanitizer.values([row.key for row in rows], columns=False)
    edits: list[RowEdit] = []
    for row, item, key in zip(rows, cleaned, keys, strict=True):
        if not item.changed and not key.changed:
            continue
        new_key = key.value if key.changed and isinstance(key.value, str) else None
        edits.append(RowEdit(row.key, row.revision, _object(item.value), new_key))
        work.counts.update(item.counts)
        for (_, entity), count in key.counts.items():
            work.counts["key", entity] += count
    if edits:
        body = [[edit.key, edit.revision, edit.fields, edit.new_key] for edit in edits]
        call = work.job.key("edit", number, _digest(body))
        work.changed += work.job.port.edit_rows(work.job.target, edits, key=call).edited


def _verify(work: _Work, scope: Sequence[Scope]) -> Generator[Step, None, None]:
    port, target = work.job.port, work.job.target
    work.residual = 0
    if "config" in scope:
        content = port.persona(target).content
        work.residual += sum(work.scan.residual([getattr(content, name) for name in _CONFIG]))
    if "data" in scope:
        after: str | None = None
        while True:
            page = port.rows(target, after=after)
            work.residual += sum(work.scan.residual([[row.key, row.fields] for row in page.items]))
            after = page.after
            if after is None:
                break
            yield Progress(0, None)
    if work.residual:
        raise ActionFailed(
            ErrorKind.RESIDUAL, f"{work.residual} values are left", result=work.result()
        )


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _digest(body: object) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


METHOD = Method(
    tool="data",
    name="sanitize",
    summary="Take personal and customer data out of rows, files and configuration",
    arguments=SanitizeArguments,
    result=SanitizeResult,
    run=run,
    check=check,
    example='ema data sanitize "Acme demo" --examples "Acme Corp" --examples john@acme.example',
    effects=lambda _args: frozenset({Effect.SANITIZES_DATA}),
)
