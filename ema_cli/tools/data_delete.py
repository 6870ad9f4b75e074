"""`data delete`: rows and files out of the target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import ConfigDict, Field

from ema_cli.platforms.port import PAGE
from ema_cli.tool import Arguments, Job, Method, Notice, Offline, OfflineProblem, Progress, Result
from ema_cli.tools.schema_rules import at_least_one

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from ema_cli.tool import Step

Which: TypeAlias = Literal["all"] | list[str]


class DeleteArguments(Arguments):
    """Rows, files or both."""

    model_config = ConfigDict(json_schema_extra=at_least_one("rows", "files"))

    rows: Which | None = Field(default=None, description="`all`, or a list of keys of rows.")
    files: Which | None = Field(default=None, description="`all`, or a list of names of files.")


class Deleted(Result):
    """How many are gone, and how many of those named were not there."""

    deleted: int = 0
    missing: int = 0


class DeleteResult(Result):
    """What became of the rows and files."""

    rows: Deleted = Deleted()
    files: Deleted = Deleted()


def check(args: DeleteArguments, _offline: Offline) -> Iterable[OfflineProblem]:
    """Refuse an action that deletes nothing."""
    if args.rows is None and args.files is None:
        yield OfflineProblem((), "nothing is named to delete", "give `rows`, `files` or both")


def run(args: DeleteArguments, job: Job) -> Generator[Step, None, DeleteResult]:
    """Delete rows, then files; linked ones stay, for they are their source's."""
    rows = files = Deleted()
    if args.rows is not None:
        rows = yield from _delete_rows(args.rows, job)
    if args.files is not None:
        files = _delete_files(args.files, job)
    in_vain = (args.rows is not None and not rows.deleted) or (
        args.files is not None and not files.deleted
    )
    if in_vain and job.port.linked_sources(job.target):
        yield Notice("data that is shown by link stays: it belongs to another persona")
    missing = rows.missing + files.missing
    if missing:
        yield Notice(f"{missing} of the rows and files to delete were not there")
    return DeleteResult(rows=rows, files=files)


def _delete_rows(which: Literal["all"] | Sequence[str], job: Job) -> Generator[Step, None, Deleted]:
    if which == "all":
        return Deleted(deleted=job.port.delete_rows(job.target, None, key=job.key("rows")))
    keys = list(dict.fromkeys(which))
    deleted = 0
    for start in range(0, len(keys), PAGE):
        page = keys[start : start + PAGE]
        deleted += job.port.delete_rows(job.target, page, key=job.key("rows", start))
        yield Progress(start + len(page), len(keys))
    return Deleted(deleted=deleted, missing=len(keys) - deleted)


def _delete_files(which: Literal["all"] | Sequence[str], job: Job) -> Deleted:
    names = None if which == "all" else list(dict.fromkeys(which))
    deleted = job.port.delete_files(job.target, names, key=job.key("files"))
    return Deleted(deleted=deleted, missing=0 if names is None else len(names) - deleted)


METHOD = Method(
    tool="data",
    name="delete",
    summary="Delete rows and files",
    arguments=DeleteArguments,
    result=DeleteResult,
    run=run,
    check=check,
    example='ema data delete "Acme demo" --rows all --yes',
    asks=True,
)
