"""`data upload`: rows and files from the plan or from this machine into the target."""

from __future__ import annotations

from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

from pydantic import ConfigDict, Field

from ema_cli.errors import ActionFailed, ErrorKind, PlatformError, Problem
from ema_cli.personas.media_types import media_type
from ema_cli.personas.row_pages import pages
from ema_cli.platforms.port import Row
from ema_cli.tool import (
    Arguments,
    Effect,
    Job,
    LocalFile,
    LocalFiles,
    Method,
    Offline,
    OfflineProblem,
    Progress,
    Result,
    SensitiveMark,
    Step,
)
from ema_cli.tools.counts import Moved, Tally
from ema_cli.tools.row_writing import write_page
from ema_cli.tools.schema_rules import exactly_one
from ema_cli.tools.upload_sources import As, FileSource, RowSource, Sources
from ema_cli.tools.upload_survey import key_of, survey

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

CHUNK = 1024 * 1024
"""Bytes of a file that are held in memory."""
_NAMED = 5
"""Files that a message names, at most."""


class UploadArguments(Arguments):
    """Exactly one of `content`, `file` and `files`."""

    model_config = ConfigDict(json_schema_extra=exactly_one("content", "file", "files"))

    content: Annotated[list[dict[str, Any]] | None, SensitiveMark()] = Field(
        default=None,
        description="Rows, written in the plan. A row is any object;"
        " `document: {text: …}` is its text document.",
    )
    file: LocalFile | None = Field(
        default=None,
        description="A file: the rows of a .csv, .json or .jsonl file, else the file as it is.",
    )
    files: LocalFiles | None = Field(
        default=None, min_length=1, description="Several such files, as names or patterns."
    )
    as_: As | None = Field(
        default=None, alias="as", description="Take files as rows, or as the files they are."
    )
    key: str | None = Field(
        default=None, min_length=1, description="The column that keys the rows."
    )
    replace: bool = Field(
        default=False, description="Replace files of the same name that hold other bytes."
    )


class UploadResult(Result):
    """What became of the rows and files; `skipped` are those that were there already."""

    rows: Moved = Moved()
    files: Moved = Moved()


def check(args: UploadArguments, _offline: Offline) -> Iterable[OfflineProblem]:
    """Find what is wrong with the arguments, and read all local files."""
    return _examined(args)[2]


def run(args: UploadArguments, job: Job) -> Generator[Step, None, UploadResult]:
    """Read everything once more, since files change, then send it."""
    try:
        return (yield from _upload(args, job))
    except OSError as error:
        raise ActionFailed(
            ErrorKind.INCOMPLETE, f"a file could not be read to its end: {error.strerror}"
        ) from error


def _upload(args: UploadArguments, job: Job) -> Generator[Step, None, UploadResult]:
    sources, total, problems = _examined(args)
    if problems:
        raise ActionFailed(ErrorKind.USAGE, problems[0].message, hint=problems[0].hint)
    rows, files = Tally(), Tally()
    taken: list[str] = []
    for number, source in enumerate(sources.rows):
        for page in pages(_rows(source, number, args.key, job)):
            write_page(job, page, rows, "rows", number)
            yield Progress(rows.read, total)
    for file in sources.files:
        if not _sent(file, job, files, replace=args.replace):
            taken.append(file.name)
        yield Progress(files.read, len(sources.files), "files")
    result = UploadResult(rows=rows.moved(), files=files.moved())
    _judge(result, taken)
    return result


def _judge(result: UploadResult, taken: Sequence[str]) -> None:
    """Fail where the platform refused rows, or files whose names are `taken`."""
    rows = result.rows
    if rows.failed:
        raise ActionFailed(
            ErrorKind.INCOMPLETE,
            f"the platform refused {rows.failed} of {rows.read} rows",
            result=result,
        )
    if taken:
        some = ", ".join(map(repr, taken[:_NAMED]))
        more = f" and {len(taken) - _NAMED} more" if len(taken) > _NAMED else ""
        raise ActionFailed(
            ErrorKind.CONFLICT,
            f"{some}{more} {'is' if len(taken) == 1 else 'are'} there with other bytes",
            hint="`replace: true` puts the new ones in their place",
            result=result,
        )


def _examined(args: UploadArguments) -> tuple[Sources, int, list[OfflineProblem]]:
    """Find what is to be sent, how many rows, and all that is wrong."""
    sources = Sources(args.as_)
    problem = _contradiction(args)
    if problem:
        return sources, 0, [problem]
    if args.content is not None:
        sources.rows.append(RowSource(("content",), content=args.content))
    if args.file is not None:
        sources.add(("file",), Path(args.file))
    for name in args.files or ():
        sources.add(("files",), Path(name))
    if args.key is not None and not sources.rows and not sources.problems:
        problem = OfflineProblem(("key",), "there are no rows to key", "leave `key` out")
        return sources, 0, [problem]
    total, problems = survey(sources.rows, args.key)
    return sources, total, sources.problems + problems


def _contradiction(args: UploadArguments) -> OfflineProblem | None:
    given = [name for name in ("content", "file", "files") if getattr(args, name) is not None]
    if len(given) != 1:
        said = " and ".join(f"`{name}`" for name in given) or "none of them"
        return OfflineProblem(
            tuple(given[1:2]),
            f"an upload takes one of `content`, `file` and `files`; this one has {said}",
            "write an action for each" if given else "say what to upload",
        )
    if args.content is not None and args.as_ == "file":
        return OfflineProblem(("as",), "rows of the plan are no file", "leave `as` out")
    return None


def _rows(source: RowSource, number: int, column: str | None, job: Job) -> Iterator[Row]:
    for index, found in enumerate(source.rows()):
        if isinstance(found, Problem):
            raise ActionFailed(
                ErrorKind.INCOMPLETE, str(found), hint="the file changed while it was read"
            )
        key = key_of(found, column) if column else job.row_key(number, index)
        if key is not None:
            yield Row(key, found.fields)


def _sent(source: FileSource, job: Job, tally: Tally, *, replace: bool) -> bool:
    """Send one file; it is skipped where the same bytes are there, and refused where others are."""
    with source.path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
        try:
            answer = job.port.write_file(
                job.target,
                source.name,
                media_type(source.name),
                _Content(file),
                replace=replace,
                key=job.key("file", source.name, digest),
            )
        except PlatformError as error:
            if error.kind is not ErrorKind.CONFLICT:
                raise
            tally.add(0, 0, failed=1)
            return False
        tally.add(int(answer.written), int(not answer.written))
        return True


class _Content:
    """The bytes of a file, from its start each time: a platform may want to send them again."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def __iter__(self) -> Iterator[bytes]:
        self._file.seek(0)
        return iter(lambda: self._file.read(CHUNK), b"")


def effects(_args: UploadArguments) -> frozenset[Effect]:
    """Tell the check what later actions meet."""
    return frozenset({Effect.ADDS_DATA})


METHOD = Method(
    tool="data",
    name="upload",
    summary="Add rows and files from a plan or from this machine",
    arguments=UploadArguments,
    result=UploadResult,
    run=run,
    check=check,
    example='ema data upload "Acme demo" --file tickets.csv --key ticket_id',
    effects=effects,
)
