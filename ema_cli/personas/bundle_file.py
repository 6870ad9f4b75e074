"""A bundle in one file, YAML or JSON, read and checked whole before anything is done with it."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

from pydantic import ValidationError

from ema_cli.errors import Problem
from ema_cli.personas import file_content
from ema_cli.personas.bundle_models import (
    NO_FILE_NAME,
    NO_KEY,
    BundlePart,
    PersonaPart,
    dotted,
    problems_of,
    refusal,
)
from ema_cli.personas.media_types import media_type
from ema_cli.platforms.port import FileInfo, PersonaContent, Row, is_file_name, is_row_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ema_cli.errors import Place
    from ema_cli.personas.bundle_models import Path
    from ema_cli.values import JsonValue


class FileBundle:
    """The export that one file holds."""

    def __init__(self, part: BundlePart) -> None:
        """Take a checked bundle."""
        self.content = content_of(part.persona)
        self._rows = part.rows
        self._files = {file.name: file for file in part.files}

    def rows(self) -> Iterator[Row]:
        """Give the rows in their order."""
        return (Row(row.key, row.fields) for row in self._rows)

    def files(self) -> Sequence[FileInfo]:
        """List the files by name."""
        return [self._info(name) for name in sorted(self._files)]

    @contextmanager
    def open_file(self, name: str) -> Iterator[Iterator[bytes]]:
        """Give the content of a file in one chunk."""
        yield iter([file_content.read(self._files[name])])

    def _info(self, name: str) -> FileInfo:
        file = self._files[name]
        data = file_content.read(file)
        return FileInfo(name, file.type or media_type(name), len(data), sha256(data).hexdigest())


def checked_bundle(value: JsonValue, place: Callable[[Path], Place | None]) -> FileBundle:
    """Check what was read from a file; `InvalidInput` names all that is wrong.

    `place` tells where a part is written, as far as it is known.
    """
    try:
        part = BundlePart.model_validate(value)
    except ValidationError as error:
        raise refusal(problems_of(error, BundlePart, place)) from None
    problems = [
        *repeated((("rows", number), row.key) for number, row in enumerate(part.rows)),
        *repeated((("files", number), file.name) for number, file in enumerate(part.files)),
        *_unusable(part),
        *_content_problems(part),
    ]
    if problems:
        raise refusal(Problem(message, None, place(path)) for path, message in problems)
    return FileBundle(part)


def content_of(part: PersonaPart) -> PersonaContent:
    """Give what the persona of a bundle says of itself."""
    return PersonaContent(
        name=part.name,
        description=part.description,
        enabled_by_user=part.enabled_by_user,
        welcome_messages=part.welcome_messages,
        proto_config=part.proto_config,
        workflow_def=part.workflow_def,
    )


def repeated(names: Iterable[tuple[Path, str]]) -> Iterator[tuple[Path, str]]:
    """Find the keys or names that stand for a second time."""
    seen: set[str] = set()
    for path, name in names:
        if name in seen:
            yield path, f"`{dotted(path)}` has the key or name of an earlier one"
        seen.add(name)


def _unusable(part: BundlePart) -> Iterator[tuple[Path, str]]:
    for number, row in enumerate(part.rows):
        if not is_row_key(row.key):
            path: Path = ("rows", number, "key")
            yield path, f"`{dotted(path)}` {NO_KEY}"
    for number, file in enumerate(part.files):
        if not is_file_name(file.name):
            path = ("files", number, "name")
            yield path, f"`{dotted(path)}` {NO_FILE_NAME}"


def _content_problems(part: BundlePart) -> Iterator[tuple[Path, str]]:
    for number, file in enumerate(part.files):
        path: Path = ("files", number)
        fault = file_content.fault(file)
        if fault:
            yield path, f"`{dotted(path)}` {fault}"
