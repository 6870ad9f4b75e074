"""`data copy`: rows and files of another persona into the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field

from ema_cli.errors import ActionFailed, ErrorKind, PlatformError
from ema_cli.personas import resolve
from ema_cli.personas.row_pages import pages
from ema_cli.platforms.port import Row, copied_row_key
from ema_cli.tool import (
    Arguments,
    Effect,
    Job,
    Method,
    Offline,
    OfflineProblem,
    PersonaRefMark,
    Progress,
    Result,
    Step,
)
from ema_cli.tools.counts import Moved, Tally
from ema_cli.tools.row_writing import write_page

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from ema_cli.platforms.port import DataCounts, FileInfo, Port

Kind: TypeAlias = Literal["rows", "files"]


class CopyArguments(Arguments):
    """What to copy, and from whom."""

    source: Annotated[str, PersonaRefMark(env="from_env")] = Field(
        alias="from", description="The persona to copy from: an id, a template's key, or a name."
    )
    from_env: str | None = Field(
        default=None,
        description="The environment of that persona; without it, $source's for $source, else the"
        " target's own.",
    )
    link: bool = Field(
        default=False, description="Show the data read-only in the target, and copy nothing."
    )
    include: list[Kind] = Field(
        default=["rows", "files"], min_length=1, description="What to copy: rows, files or both."
    )


class LinkedCounts(Result):
    """How much of the source's data the target shows by link."""

    rows: int
    files: int


class CopyResult(Result):
    """What became of the source's rows and files; with `link`, how much is linked instead."""

    rows: Moved = Moved()
    files: Moved = Moved()
    linked: LinkedCounts | None = None


def check(args: CopyArguments, offline: Offline) -> Iterable[OfflineProblem]:
    """Refuse what cannot work, whoever the personas are."""
    elsewhere = args.from_env is not None and args.from_env != offline.env
    if not args.source.strip():
        yield OfflineProblem(
            ("from",), "`from` is empty", "name a persona: by its id, a template's key or its name"
        )
    if args.from_env is not None and not offline.knows(args.from_env):
        yield OfflineProblem(
            ("from_env",),
            f"there is no environment named {args.from_env!r}",
            "`ema env list` shows those that there are",
        )
    if args.link and elsewhere and offline.env is not None:
        yield OfflineProblem(
            ("link",), "data of another environment cannot be linked", "copy it: leave `link` out"
        )


def run(args: CopyArguments, job: Job) -> Generator[Step, None, CopyResult]:
    """Copy or link, and hold the counts against what the source says it has."""
    port = job.platform(args.from_env)
    source = resolve(port, args.source).id
    same_platform = port.platform_id == job.port.platform_id
    if same_platform and source == job.target:
        raise ActionFailed(ErrorKind.REJECTED, "the target cannot be copied into itself")
    if args.link:
        return _link(args, job, source, same_platform=same_platform)
    way = _Inside(job, source) if same_platform else _Across(job, port, source)
    rows, files = Tally(), Tally()
    counts = port.data_counts(source)
    if "rows" in args.include:
        yield from _copy_rows(way, counts.rows, rows)
    if "files" in args.include:
        yield from _copy_files(way, port.files(source), files)
    result = CopyResult(rows=rows.moved(), files=files.moved())
    _judge(args, result, counts, port.data_counts(source))
    return result


def effects(args: CopyArguments) -> frozenset[Effect]:
    """Tell the check what later actions meet."""
    return frozenset({Effect.LINKS_DATA if args.link else Effect.ADDS_DATA})


def _link(args: CopyArguments, job: Job, source: str, *, same_platform: bool) -> CopyResult:
    if not same_platform:
        raise ActionFailed(
            ErrorKind.REJECTED,
            "data of another environment cannot be linked",
            hint="copy it: leave `link` out",
        )
    kinds: list[Kind] = [kind for kind in ("rows", "files") if kind in args.include]
    linked = job.port.link_data(source, job.target, include=kinds, key=job.key("link"))
    return CopyResult(linked=LinkedCounts(rows=linked.rows, files=linked.files))


@dataclass
class _Inside:
    """A copy that the platform makes itself."""

    job: Job
    source: str

    def rows(self, after: str | None, tally: Tally) -> str | None:
        """Copy the page after `after`, and give where the next one begins."""
        key = self.job.key("rows", after or "")
        copied = self.job.port.copy_rows(self.source, self.job.target, after=after, key=key)
        tally.add(copied.written, copied.skipped)
        return copied.after

    def file(self, info: FileInfo) -> bool:
        """Copy one file, and say whether it was not there before."""
        key = self.job.key("file", info.name, info.sha256)
        return self.job.port.copy_file(self.source, self.job.target, info.name, key=key).written


@dataclass
class _Content:
    """The bytes of a file, from its start each time: a platform may want to send them again."""

    port: Port
    source: str
    name: str

    def __iter__(self) -> Iterator[bytes]:
        with self.port.open_file(self.source, self.name) as chunks:
            yield from chunks


@dataclass
class _Across:
    """A copy from one platform to another."""

    job: Job
    port: Port
    source: str

    def rows(self, after: str | None, tally: Tally) -> str | None:
        """Copy the page after `after`, and give where the next one begins."""
        page = self.port.rows(self.source, after=after)
        for rows in pages(self._copied(row) for row in page.items):
            write_page(self.job, rows, tally, "rows", after or "")
        return page.after

    def file(self, info: FileInfo) -> bool:
        """Copy one file, and say whether it was not there before; other bytes there are left."""
        key = self.job.key("file", info.name, info.sha256)
        content = _Content(self.port, self.source, info.name)
        try:
            return self.job.port.write_file(
                self.job.target, info.name, info.type, content, key=key
            ).written
        except PlatformError as error:
            if error.kind is not ErrorKind.CONFLICT:
                raise
            return False

    def _copied(self, row: Row) -> Row:
        return Row(copied_row_key(self.port.platform_id, self.source, row.key), row.fields)


def _copy_rows(way: _Inside | _Across, total: int, tally: Tally) -> Generator[Step]:
    yield Progress(0, total)
    after = way.rows(None, tally)
    yield Progress(tally.read, total)
    while after is not None:
        after = way.rows(after, tally)
        yield Progress(tally.read, total)


def _copy_files(way: _Inside | _Across, files: Sequence[FileInfo], tally: Tally) -> Generator[Step]:
    for info in files:
        try:
            written = way.file(info)
        except PlatformError as error:
            if error.kind is not ErrorKind.REJECTED:
                raise
            tally.add(0, 0, failed=1)
        else:
            tally.add(int(written), int(not written))
        yield Progress(tally.read, len(files), "files")


def _judge(args: CopyArguments, result: CopyResult, before: DataCounts, now: DataCounts) -> None:
    """Fail what is not whole; a source that others change is asked before and after."""
    if result.rows.failed or result.files.failed:
        raise ActionFailed(
            ErrorKind.INCOMPLETE,
            f"the platform refused {result.rows.failed} of {result.rows.read} rows and"
            f" {result.files.failed} of {result.files.read} files",
            result=result,
        )
    rows_fit = "rows" not in args.include or result.rows.read in (before.rows, now.rows)
    files_fit = "files" not in args.include or result.files.read in (before.files, now.files)
    if not (rows_fit and files_fit):
        raise ActionFailed(
            ErrorKind.INCOMPLETE,
            "the source has other rows or files than were read",
            hint="it changed meanwhile: copy again, which adds only what is missing",
            result=result,
        )


METHOD = Method(
    tool="data",
    name="copy",
    summary="Copy rows and files of another persona",
    arguments=CopyArguments,
    result=CopyResult,
    run=run,
    check=check,
    example='ema data copy "Acme demo" --from acme-support',
    effects=effects,
)
