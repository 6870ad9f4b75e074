"""Versions: making, reading and removing them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, NoReturn

from ema_cli.platforms.fingerprint import fingerprint
from ema_cli.platforms.local import contents, file_reading, personas, row_reading, shown
from ema_cli.platforms.local.encoding import is_utf8
from ema_cli.platforms.local.failures import not_found, rejected
from ema_cli.platforms.local.version_links import keep_links
from ema_cli.platforms.port import PAGE, DataCounts, Page, PersonaContent, Version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.platforms.local.personas import Held
    from ema_cli.platforms.port import DataKind

LONGEST_MESSAGE = 4096
"""Bytes of UTF-8."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A version's line in the workspace."""

    id: int
    number: int
    message: str
    created_at: str
    fingerprint: str
    data_digest: str
    unchanged: int
    content: bytes
    revision: int
    epoch: int
    row_count: int
    row_sum: bytes
    linked_rows: int
    file_count: int
    file_sum: bytes
    linked_files: int

    @property
    def version(self) -> Version:
        """The version as the port shows it."""
        return Version(
            number=self.number,
            message=self.message,
            created_at=self.created_at,
            fingerprint=self.fingerprint,
            data_digest=self.data_digest,
            rows=self.row_count + self.linked_rows,
            files=self.file_count + self.linked_files,
            unchanged=bool(self.unchanged),
        )

    @property
    def counts(self) -> DataCounts:
        """How much data the version shows."""
        shown_rows = self.row_count + self.linked_rows
        shown_files = self.file_count + self.linked_files
        return DataCounts(shown_rows, shown_files, self.linked_rows, self.linked_files)

    def part(self, persona: int, kind: DataKind) -> shown.Part:
        """Give the version's own rows or files."""
        if kind == "rows":
            return shown.Part(persona, self.epoch, self.row_count, self.row_sum)
        return shown.Part(persona, self.epoch, self.file_count, self.file_sum)


_SELECT = """SELECT id, number, message, created_at, fingerprint, data_digest, unchanged, content,
    revision, epoch, row_count, row_sum, linked_rows, file_count, file_sum, linked_files
    FROM versions WHERE persona = ?"""


def check_message(message: str) -> None:
    """Refuse a message that is too long or no text."""
    if not is_utf8(message) or len(message.encode()) > LONGEST_MESSAGE:
        raise rejected(f"the message is over {LONGEST_MESSAGE} bytes of UTF-8", hint="shorten it")


def create(connection: Connection, held: Held, message: str) -> Version:
    """Keep the persona as it is; its data must be settled. Costs the same however much there is."""
    check_message(message)
    rows = shown.parts(connection, held, "rows")
    files = shown.parts(connection, held, "files")
    last = newest(connection, held)
    digests = shown.digest(rows), shown.digest(files)
    data_digest = sha256(" ".join(digests).encode()).hexdigest()
    content = personas.shown(connection, held).content
    number = held.versions_made + 1
    connection.execute(
        """INSERT INTO versions (persona, number, message, created_at, fingerprint, data_digest,
        unchanged, content, revision, epoch, row_count, row_sum, linked_rows, file_count, file_sum,
        linked_files) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            held.number,
            number,
            message,
            personas.now(),
            fingerprint(content),
            data_digest,
            last is not None and (last.content, last.data_digest) == (held.content, data_digest),
            held.content,
            held.revision,
            held.epoch,
            held.row_count,
            held.row_sum,
            sum(row_reading.count(connection, rows)[1:]),
            held.file_count,
            held.file_sum,
            sum(file_reading.count(connection, files)[1:]),
        ),
    )
    connection.execute(
        "UPDATE personas SET epoch = epoch + 1, versions_made = ? WHERE number = ?",
        (number, held.number),
    )
    kept = newest(connection, held) or missing(number)
    keep_links(connection, kept.id, held)
    return kept.version


def find(connection: Connection, held: Held | None, number: int) -> Kept:
    """Find a version; a template (None) has none."""
    kept = None if held is None else _line(connection, held, number)
    return missing(number) if kept is None else kept


def missing(number: int | None) -> NoReturn:
    """Say that there is no version of this number."""
    raise not_found(f"there is no version {number}", hint="`ema snapshot list` shows all")


def newest(connection: Connection, held: Held) -> Kept | None:
    """Find the newest version that is kept."""
    found = connection.execute(f"{_SELECT} ORDER BY number DESC LIMIT 1", (held.number,)).fetchone()
    return None if found is None else Kept(*found)


def listed(connection: Connection, held: Held, after: int, limit: int) -> Page[Version]:
    """List versions, oldest first, those whose number comes after `after`."""
    found = connection.execute(
        f"{_SELECT} AND number > ? ORDER BY number LIMIT ?", (held.number, after, limit + 1)
    ).fetchall()
    items = [Kept(*line).version for line in found[:limit]]
    return Page(items, str(items[-1].number) if len(found) > limit else None)


def content_of(connection: Connection, kept: Kept) -> PersonaContent:
    """Read what the persona said of itself."""
    content = contents.find(connection, kept.content)
    if content is None:
        raise not_found(f"the content of version {kept.number} is lost")
    return content


def remove(connection: Connection, kept: Kept) -> None:
    """Remove a version; its rows and files are seen to by `thinning.py`."""
    connection.execute("DELETE FROM version_links WHERE version = ?", (kept.id,))
    connection.execute("DELETE FROM versions WHERE id = ?", (kept.id,))
    contents.let_go(connection, kept.content)


def of_numbers(connection: Connection, held: Held, numbers: Sequence[int]) -> list[Kept]:
    """Find those of the versions that are there, each once."""
    found = []
    for number in set(numbers):
        line = _line(connection, held, number)
        if line is not None:
            found.append(line)
    return found


def remove_page(connection: Connection, number: int) -> int:
    """Remove a page of the versions of the persona of this number; count them."""
    found = connection.execute(f"{_SELECT} LIMIT ?", (number, PAGE)).fetchall()
    for line in found:
        remove(connection, Kept(*line))
    return len(found)


def _line(connection: Connection, held: Held, number: int) -> Kept | None:
    if not 0 < number <= held.versions_made:
        return None
    found = connection.execute(f"{_SELECT} AND number = ?", (held.number, number)).fetchone()
    return None if found is None else Kept(*found)
