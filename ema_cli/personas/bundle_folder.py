"""A bundle in a folder: `persona.yaml`, `rows.jsonl` and `files/`, whatever its size."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import file_digest
from itertools import islice
from typing import TYPE_CHECKING

from pydantic import ValidationError

from ema_cli.documents.limits import BUNDLE_LIMITS
from ema_cli.errors import ErrorKind, InvalidInput, Problem, usage
from ema_cli.personas.bundle_file import content_of, repeated
from ema_cli.personas.bundle_models import (
    NO_FILE_NAME,
    NO_KEY,
    FolderPart,
    dotted,
    problems_of,
    refusal,
)
from ema_cli.personas.json_rows import json_lines
from ema_cli.personas.media_types import media_type
from ema_cli.personas.repeated_keys import RepeatedKeys
from ema_cli.personas.row_files import problem, shown
from ema_cli.platforms.port import FileInfo, Row, is_file_name, is_row_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ema_cli.errors import Place
    from ema_cli.personas.bundle_models import FolderFilePart
    from ema_cli.personas.bundle_models import Path as Parts
    from ema_cli.platforms.port import PersonaContent
    from ema_cli.values import JsonValue

ROWS = "rows.jsonl"
FILES = "files"
CHUNK = 1024 * 1024
"""Bytes of a file that are held in memory."""

_ROW_KEYS = {"key", "fields"}
_TOLD = 20
"""Problems of rows that are told, at most."""


class FolderBundle:
    """The export that a folder holds; nothing of its rows and files is kept in memory."""

    def __init__(
        self, folder: Path, content: PersonaContent, files: Mapping[str, tuple[str, Path]]
    ) -> None:
        """Take a checked folder; `files` are names with their types and paths."""
        self.content = content
        self._rows = folder / ROWS
        self._files = files

    def rows(self) -> Iterator[Row]:
        """Give the rows in their order, as they are read."""
        for found in _rows(self._rows):
            if isinstance(found, Problem):
                raise InvalidInput(ErrorKind.USAGE, [found])
            yield found[1]

    def files(self) -> Sequence[FileInfo]:
        """List the files by name; all of them are read for it."""
        return [self._info(name) for name in sorted(self._files)]

    @contextmanager
    def open_file(self, name: str) -> Iterator[Iterator[bytes]]:
        """Read one file as a stream of chunks."""
        with self._files[name][1].open("rb") as file:
            yield iter(lambda: file.read(CHUNK), b"")

    def _info(self, name: str) -> FileInfo:
        media, path = self._files[name]
        with path.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        return FileInfo(name, media, path.stat().st_size, digest)


def checked_folder(
    folder: Path, value: JsonValue, place: Callable[[Parts], Place | None]
) -> FolderBundle:
    """Check what stands in `persona.yaml`, and all rows and files; `InvalidInput` names all faults.

    `place` tells where a part of `persona.yaml` is written.
    """
    try:
        part = FolderPart.model_validate(value)
    except ValidationError as error:
        raise refusal(problems_of(error, FolderPart, place)) from None
    files, problems = _checked_files(folder, part.files, place)
    problems += islice(_row_problems(folder / ROWS), _TOLD)
    if problems:
        raise InvalidInput(ErrorKind.USAGE, problems)
    return FolderBundle(folder, content_of(part.persona), files)


def _checked_files(
    folder: Path, listed: Sequence[FolderFilePart] | None, place: Callable[[Parts], Place | None]
) -> tuple[dict[str, tuple[str, Path]], list[Problem]]:
    there = _files_in(folder / FILES)
    if listed is None:
        unusable = [
            Problem(f"{shown(path)} {NO_FILE_NAME}", "rename it")
            for name, path in there.items()
            if not is_file_name(name)
        ]
        return {name: (media_type(name), path) for name, path in there.items()}, unusable
    names = [(("files", number), file.name) for number, file in enumerate(listed)]
    problems = [Problem(message, None, place(parts)) for parts, message in repeated(names)]
    files: dict[str, tuple[str, Path]] = {}
    for number, file in enumerate(listed):
        path = there.pop(file.path or file.name, None)
        parts: Parts = ("files", number)
        if not is_file_name(file.name):
            parts = (*parts, "name")
            problems.append(Problem(f"`{dotted(parts)}` {NO_FILE_NAME}", None, place(parts)))
        elif path is None:
            problems.append(Problem(f"`{dotted(parts)}` is not in {FILES}/", None, place(parts)))
        else:
            files[file.name] = (file.type or media_type(file.name), path)
    problems += (
        Problem(f"{shown(path)} is not listed", "list it, or remove it", place(("files",)))
        for path in there.values()
    )
    return files, problems


def _files_in(folder: Path) -> dict[str, Path]:
    found = sorted(folder.iterdir()) if folder.exists() else []
    for path in found:
        _check_ordinary(path)
    return {path.name: path for path in found}


def _check_ordinary(path: Path) -> None:
    """Refuse folders, devices, and links, which may lead out of the bundle."""
    if path.is_symlink() or not path.is_file():
        raise usage(f"{shown(path)} is no ordinary file", hint="a bundle has no links in it")


def _rows(path: Path) -> Iterator[tuple[int, Row] | Problem]:
    """Read rows with the lines on which they stand."""
    if not path.exists():
        return
    _check_ordinary(path)
    for found in json_lines(path, deepest=BUNDLE_LIMITS.depth):
        if isinstance(found, Problem):
            yield found
            continue
        key, fields = found.fields.get("key"), found.fields.get("fields")
        fits = found.fields.keys() == _ROW_KEYS and isinstance(key, str) and key
        if fits and not is_row_key(key):
            yield problem(path, found.line, f"`key` {NO_KEY}")
        elif fits and isinstance(fields, dict):
            yield found.line, Row(str(key), fields)
        else:
            yield problem(path, found.line, 'a row is {"key": "…", "fields": {…}}')


def _row_problems(path: Path) -> Iterator[Problem]:
    keys = RepeatedKeys()
    for found in _rows(path):
        if isinstance(found, Problem):
            yield found
        else:
            keys.add(found[1].key)
    suspects = keys.suspects()
    for found in _rows(path) if suspects else ():
        if not isinstance(found, Problem) and suspects.again(found[1].key):
            yield problem(path, found[0], "an earlier row has the same key")
