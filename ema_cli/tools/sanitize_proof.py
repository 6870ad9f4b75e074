"""Reading back what the platform holds now, and what its versions still hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind
from ema_cli.sanitize.proof.tables import values_of_file
from ema_cli.tool import Notice, Progress, Step
from ema_cli.tools.sanitize_content import sanitize_content, values_of
from ema_cli.tools.sanitize_files import read_text, sanitize_files
from ema_cli.tools.sanitize_rows import edit, pages
from ema_cli.tools.sanitize_work import Part
from ema_cli.tools.version_list import versions

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ema_cli.platforms.port import FileInfo, PersonaContent, Port, Row, Version
    from ema_cli.sanitize.proof.scan import Scan
    from ema_cli.tools.sanitize_work import Work


def verify(work: Work, done: set[tuple[str, str]]) -> Generator[Step, None, None]:
    """Read everything back; what arrived meanwhile gets one more pass, then the rest is counted."""
    work.residual = 0
    if "config" in work.args.scope:
        yield from _verify_content(work)
    if "data" in work.args.scope:
        yield from _verify_rows(work)
        yield from _verify_files(work, done)


def judge(work: Work) -> None:
    """Fail when anything is left."""
    if work.residual:
        raise work.failed(
            ErrorKind.RESIDUAL,
            f"{work.residual} values are still there",
            "somebody may be writing to the persona; run it again when nobody is",
        )


def _verify_content(work: Work) -> Generator[Step, None, None]:
    left = _in_content(work, _content(work))
    if left:
        yield from sanitize_content(work)
        left = _in_content(work, _content(work))
    work.residual = (work.residual or 0) + left


def _content(work: Work) -> PersonaContent:
    return work.job.port.persona(work.job.target).content


def _in_content(work: Work, content: PersonaContent) -> int:
    return sum(work.scan.residual(values_of(content), columns=False))


def _verify_rows(work: Work) -> Generator[Step, None, None]:
    port, target = work.job.port, work.job.target
    total = port.data_counts(target).rows
    done = 0
    for page in pages(port, target):
        left = residual_rows(work.scan, page.rows)
        if any(left):
            found = [row for row, count in zip(page.rows, left, strict=True) if count]
            yield from edit(work, found, f"rows left after {page.before or 'the start'}")
            again = port.rows(target, after=page.before, limit=len(page.rows))
            work.residual = (work.residual or 0) + sum(residual_rows(work.scan, again.items))
        done += len(page.rows)
        yield Progress(done, max(total, done), "rows read back")


def residual_rows(scan: Scan, rows: Sequence[Row]) -> list[int]:
    """Count what is left in each row and its key."""
    return scan.residual([[row.key, row.fields] for row in rows])


def _verify_files(work: Work, done: set[tuple[str, str]]) -> Generator[Step, None, None]:
    port, target = work.job.port, work.job.target
    yield from sanitize_files(work, done)
    for info in port.files(target):
        work.residual = (work.residual or 0) + in_file(work.scan, port, target, info)


def in_file(
    scan: Scan, port: Port, persona_id: str, info: FileInfo, version: int | None = None
) -> int:
    """Count what is left in a file and its name; what is no text counts for nothing."""
    left = scan.text(info.name)
    text = read_text(port, persona_id, info, version)
    if text is None:
        return left
    return left + sum(sum(scan.residual(part)) for part in values_of_file(info.name, text.text))


def find_versions(work: Work) -> Generator[Step, None, None]:
    """Note which versions still hold originals; remove them when the user says so."""
    port, target, job = work.job.port, work.job.target, work.job
    for version in versions(port, target):
        if not work.args.verify or _holds(work, version):
            work.versions.append(version.number)
        yield Progress(version.number, None, "versions")
    if not work.versions:
        work.found_clean("versions")
        return
    if work.args.drop_versions:
        yield work.about_to("versions", Part(dropped_versions=len(work.versions)))
        port.delete_versions(target, work.versions, key=job.key("versions", *work.versions))
        work.versions = []
    else:
        yield Notice(
            f"{len(work.versions)} versions made before still hold originals;"
            " `drop_versions: true` removes them"
        )


def _holds(work: Work, version: Version) -> bool:
    """Whether a version or its message holds originals; reading stops at the first."""
    port, target, number = work.job.port, work.job.target, version.number
    if work.scan.text(version.message):
        return True
    if _in_content(work, port.persona(target, version=number).content):
        return True
    if any(any(residual_rows(work.scan, page.rows)) for page in pages(port, target, number)):
        return True
    files = port.files(target, version=number)
    return any(in_file(work.scan, port, target, info, number) for info in files)
