"""The files of a persona without originals: text in place, others as the user says."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.sanitize import text_files
from ema_cli.tool import Notice, Progress, Step
from ema_cli.tools.sanitize_work import Part

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping

    from ema_cli.platforms.port import FileInfo, Port
    from ema_cli.sanitize.entities import Entity
    from ema_cli.tools.sanitize_work import Work

FIELD = "files"
"""The field under which values in files and their names are counted."""
_CHUNK = 1024 * 1024
_DROP = "drop "


def read_text(
    port: Port, persona_id: str, info: FileInfo, version: int | None = None
) -> text_files.TextFile | None:
    """Read a file; None where it is no text."""
    if not text_files.is_text(info.name, info.size):
        return None
    with port.open_file(persona_id, info.name, version=version) as chunks:
        return text_files.read(info.name, b"".join(chunks))


def refuse_others(work: Work) -> None:
    """Fail, before anything is changed, when there are files that nobody can look into."""
    if work.args.files != "fail":
        return
    port, target = work.job.port, work.job.target
    others = sum(read_text(port, target, info) is None for info in port.files(target))
    if others:
        raise work.failed(
            ErrorKind.REJECTED,
            f"{others} files are no text and cannot be sanitized",
            "`files: drop` removes them, `files: keep` leaves them as they are",
        )


def sanitize_files(work: Work, done: set[tuple[str, str]]) -> Generator[Step, None, None]:
    """Go through all files that are not in `done` (names and digests), and put them there."""
    port, target = work.job.port, work.job.target
    infos = [info for info in port.files(target) if (info.name, info.sha256) not in done]
    there = {_dropping(info.name) for info in infos}
    for part in work.job.saved:
        if part.startswith(_DROP) and part not in there:
            work.found_clean(part)
    for number, info in enumerate(infos, 1):
        text = read_text(port, target, info)
        if text is None:
            yield from _other(work, info, done)
        else:
            done.add((yield from _text(work, info, text)))
        yield Progress(number, len(infos), "files")


def _other(work: Work, info: FileInfo, done: set[tuple[str, str]]) -> Generator[Step, None, None]:
    shown = work.sanitizer.text(info.name)
    if work.args.files == "drop":
        yield work.about_to(_dropping(info.name), Part(dropped_file=shown))
        work.job.port.delete_files(
            work.job.target, [info.name], key=work.job.key("drop", info.name, info.sha256)
        )
        return
    work.files_read.add(shown)
    work.files_kept.append(shown)
    yield from _renamed(work, info)
    done.add((shown, info.sha256))
    yield Notice("a file that is no text is left as it is; nobody looked into it")


def _dropping(name: str) -> str:
    """Name the part that a dropped file is, without its name, which may hold originals."""
    return _DROP + sha256(name.encode()).hexdigest()


def _renamed(work: Work, info: FileInfo) -> Generator[Step, None, None]:
    """Give a file that is kept a name without originals."""
    name = work.sanitizer.values([info.name], columns=False)[0]
    if not name.changed:
        work.found_clean(f"file {info.name}")
        return
    yield work.about_to(f"file {name.value}", Part(_named(name.counts)))
    with work.job.port.open_file(work.job.target, info.name) as chunks:
        _write(work, info, str(name.value), chunks, info.sha256)


def _named(counts: Mapping[tuple[str, Entity], int]) -> Counter[tuple[str, Entity]]:
    named: Counter[tuple[str, Entity]] = Counter()
    for (_, entity), count in counts.items():
        named[FIELD, entity] += count
    return named


def _text(
    work: Work, info: FileInfo, file: text_files.TextFile
) -> Generator[Step, None, tuple[str, str]]:
    """Write a text file and its name anew where they hold originals; give name and digest."""
    name = work.sanitizer.values([info.name], columns=False)[0]
    try:
        changed = text_files.sanitized(file, work.sanitizer)
    except UnicodeEncodeError as error:
        raise work.failed(
            ErrorKind.REJECTED,
            "a replacement cannot be written in the encoding of a file",
            "choose a replacement in plain letters",
        ) from error
    new_name = str(name.value)
    work.files_read.add(new_name)
    if changed is None and not name.changed:
        work.found_clean(f"file {new_name}")
        return info.name, info.sha256
    data = changed[0] if changed else text_files.written(file)
    counts = _named(name.counts)
    for entity, count in (changed[1] if changed else {}).items():
        counts[FIELD, entity] += count
    yield work.about_to(f"file {new_name}", Part(counts, files=1))
    digest = sha256(data).hexdigest()
    _write(work, info, new_name, _chunks(data), digest)
    return new_name, digest


def _write(work: Work, info: FileInfo, name: str, chunks: Iterable[bytes], digest: str) -> None:
    port, target, job = work.job.port, work.job.target, work.job
    renamed = name != info.name
    try:
        port.write_file(
            *(target, name, info.type, chunks),
            replace=not renamed,
            key=job.key("file", name, info.sha256, digest),
        )
    except PlatformError as error:
        if error.kind is not ErrorKind.CONFLICT or not renamed:
            raise
        raise work.failed(
            ErrorKind.CONFLICT,
            "two file names would become equal",
            "rename one of the two files",
        ) from error
    if renamed:
        port.delete_files(target, [info.name], key=job.key("renamed", info.name, info.sha256))


def _chunks(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), _CHUNK):
        yield data[at : at + _CHUNK]
