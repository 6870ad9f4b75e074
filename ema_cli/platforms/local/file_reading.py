"""Listing files and finding one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.local.encoding import is_utf8
from ema_cli.platforms.port import FileInfo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.shown import Part

_LIVE = "SELECT name, type, size, sha256 FROM live_files WHERE persona = :persona"
_AT = """SELECT name, type, size, sha256 FROM live_files WHERE persona = :persona AND born <= :at
    UNION ALL SELECT name, type, size, sha256 FROM old_files
    WHERE persona = :persona AND born <= :at AND died > :at"""
_ONE_LIVE = """SELECT name, type, size, sha256 FROM live_files
    WHERE persona = :persona AND name = :name"""
_ONE_AT = """SELECT name, type, size, sha256 FROM live_files
    WHERE persona = :persona AND name = :name AND born <= :at
    UNION ALL SELECT name, type, size, sha256 FROM old_files
    WHERE persona = :persona AND name = :name AND born <= :at AND died > :at"""


def listed(connection: Connection, parts: Iterable[Part]) -> Sequence[FileInfo]:
    """List the files that the parts show, by name."""
    shown: dict[str, FileInfo] = {}
    for part in parts:
        for info in _files(connection, part):
            shown.setdefault(info.name, info)
    return [shown[name] for name in sorted(shown)]


def find(connection: Connection, parts: Iterable[Part], name: str) -> FileInfo | None:
    """Find the file of this name that the parts show."""
    if not is_utf8(name):
        return None
    for part in parts:
        found = connection.execute(
            _ONE_LIVE if part.at is None else _ONE_AT,
            {"persona": part.persona, "at": part.at, "name": name},
        ).fetchone()
        if found is not None:
            return _info(found, part)
    return None


def count(connection: Connection, parts: Sequence[Part]) -> list[int]:
    """Count what each part shows: hidden files do not count."""
    seen: set[str] = set()
    counts = []
    for part in parts:
        fresh = {info.name for info in _files(connection, part)} - seen if part.count else set()
        seen |= fresh
        counts.append(len(fresh))
    return counts


def _files(connection: Connection, part: Part) -> Iterator[FileInfo]:
    values = {"persona": part.persona, "at": part.at}
    for line in connection.execute(_LIVE if part.at is None else _AT, values):
        yield _info(line, part)


def _info(line: tuple[str, str, int, str], part: Part) -> FileInfo:
    name, media_type, size, digest = line
    return FileInfo(name, media_type, size, digest, part.linked)
