"""The port: what ema asks of a platform, in plain data.

Laws, held for every adapter by `tests/platforms/contract`:

* Every changing call takes a `key`. The same key with the same body gives the first answer again
  and changes nothing; the same key with another body is a `conflict`. Key, answer and change are
  committed together, and the key is looked at before anything else, the uniqueness of names too.
* Writing rows is idempotent for each row key; a page is written whole or not at all.
* Reading while others write sees a consistent state, page by page.
* Errors are `PlatformError`s: `not_found`, `conflict`, `rejected`, `forbidden`, `auth`,
  `unavailable`, `timeout`, `protocol`, `unclear`. No exception of a library leaves an adapter.

`version=None` reads what is there now; a number reads what that version kept.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from ema_cli.values import JsonObject, JsonValue

PAGE = 1000
"""Rows in a page, at most; also the most that one transaction writes."""
LONGEST_ROW_KEY = 1000
"""Characters."""
LONGEST_FILE_NAME = 255
"""Bytes of UTF-8, as most file systems have it."""
CONTROL = frozenset({"Cc", "Cs"})
"""Unicode's categories of control characters and of halves of surrogate pairs."""

T = TypeVar("T")
DataKind: TypeAlias = Literal["rows", "files"]


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A part of a list; `after` goes into the next call, and None says that this was the end.

    A page may hold less than was asked for, where its rows are large: only `after` tells the end.
    """

    items: Sequence[T]
    after: str | None


@dataclass(frozen=True, slots=True)
class PersonaContent:
    """What a persona says of itself; a create takes this and an export shows it."""

    name: str
    description: str = ""
    enabled_by_user: bool = False
    welcome_messages: JsonValue = None
    proto_config: JsonObject = field(default_factory=dict)
    workflow_def: JsonObject | None = None


CONTENT_FIELDS = (
    "name",
    "description",
    "enabled_by_user",
    "welcome_messages",
    "proto_config",
    "workflow_def",
)
"""Names that `update_persona` takes, in the order in which bundles write them."""


@dataclass(frozen=True, slots=True)
class Persona:
    """A persona as the platform holds it. `revision` changes with every change of its content."""

    id: str
    content: PersonaContent
    status: str
    revision: str
    created_at: str
    """UTC, ISO 8601."""


@dataclass(frozen=True, slots=True)
class Template:
    """A persona to start from that the platform ships: read-only, without data."""

    id: str
    key: str
    """The short name, such as `basic-chat`."""
    content: PersonaContent


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a persona's data. `key` is unique in its persona, and rows keep their order."""

    key: str
    fields: JsonObject
    linked: bool = False
    revision: int = 0
    """Changes with every edit; 0 in a row that is to be written."""


@dataclass(frozen=True, slots=True)
class RowEdit:
    """New content for the row `key`, if it still has `revision`; `new_key` also renames it."""

    key: str
    revision: int
    fields: JsonObject
    new_key: str | None = None


@dataclass(frozen=True, slots=True)
class RowsWritten:
    """Answer to a page of rows to write; their sum is the page's length."""

    written: int
    skipped: int
    """Rows whose key exists already: never touched."""
    skipped_at: tuple[int, ...] = ()
    """Their positions in the page, from 0."""


@dataclass(frozen=True, slots=True)
class RowsEdited:
    """Answer to a page of edits. `stale` are the keys of rows that changed or went meanwhile."""

    edited: int
    stale: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowsCopied:
    """Answer to a server-side copy of one page; `after` is None at the end."""

    read: int
    written: int
    skipped: int
    after: str | None


@dataclass(frozen=True, slots=True)
class Linked:
    """Answer to `link_data`: how much of the source's data is now seen by the target."""

    rows: int
    files: int


@dataclass(frozen=True, slots=True)
class FileInfo:
    """A file of a persona; `sha256` is of its bytes, in hexadecimal, `size` in bytes."""

    name: str
    type: str
    """Media type."""
    size: int
    sha256: str
    linked: bool = False


@dataclass(frozen=True, slots=True)
class FileWritten:
    """Answer to a file written or copied: `skipped` when the same bytes were there already."""

    file: FileInfo
    written: bool


class FileStream:
    """The bytes of an open file, in chunks of at most 1 MiB, and the digest that they must have."""

    def __init__(self, chunks: Iterator[bytes], digest: str) -> None:
        """Give `chunks` on; `digest` is the file's SHA-256, in hexadecimal."""
        self.sha256 = digest
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        """Give itself: a stream is read once."""
        return self

    def __next__(self) -> bytes:
        """Give the next chunk."""
        return next(self._chunks)


@dataclass(frozen=True, slots=True)
class DataCounts:
    """How much data a persona shows; linked data counts in both."""

    rows: int
    files: int
    linked_rows: int = 0
    linked_files: int = 0


@dataclass(frozen=True, slots=True)
class Version:
    """What a snapshot made. Numbers count from 1 in each persona and are never used again."""

    number: int
    message: str
    created_at: str
    """UTC, ISO 8601."""
    fingerprint: str
    data_digest: str
    """Digest of rows (keys, order, fields) and files; equal digests mean equal data."""
    rows: int
    files: int
    unchanged: bool
    """The same content and data as the version before it."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Answer to `restore_version`: the persona now, and the version made of what was there."""

    persona: Persona
    saved_as: int


class Port(Protocol):
    """The operations that ema needs. An `id` that is not there is `not_found` everywhere."""

    @property
    def platform_id(self) -> str:
        """Who this platform is: stable, and different for two workspaces."""
        ...

    def close(self) -> None:
        """Let go of connections; the port is not used after it."""
        ...

    def scrub(self) -> None:
        """Leave no trace of removed data where it was stored, as far as the caller can see to it.

        `timeout` when that must wait for others; everything else is as it was.
        """
        ...

    # Personas

    def templates(self) -> Sequence[Template]:
        """List the shipped templates, in a fixed order."""
        ...

    def personas(self, *, after: str | None = None, limit: int = PAGE) -> Page[Persona]:
        """List personas by time of creation, templates not among them."""
        ...

    def find_personas(self, name: str) -> Sequence[Persona]:
        """Find the personas of exactly this name, compared after NFC."""
        ...

    def persona(self, persona_id: str, *, version: int | None = None) -> Persona:
        """Read one persona, a template too."""
        ...

    def made_by(self, key: str) -> Persona | None:
        """Find the persona that the create call with this key made, if it made one."""
        ...

    def create_persona(self, content: PersonaContent, *, key: str) -> Persona:
        """Make a persona. `conflict` when the name is taken, `rejected` when it is no name."""
        ...

    def update_persona(
        self,
        persona_id: str,
        changes: Mapping[str, JsonValue],
        *,
        revision: str | None = None,
        key: str,
    ) -> Persona:
        """Set fields of `CONTENT_FIELDS`. With `revision`: `conflict` when it is another by now."""
        ...

    def delete_persona(self, persona_id: str, *, key: str) -> None:
        """Remove a persona, its data and versions. `conflict` when others link to its data."""
        ...

    # Rows

    def data_counts(self, persona_id: str, *, version: int | None = None) -> DataCounts:
        """Count rows and files."""
        ...

    def rows(
        self,
        persona_id: str,
        *,
        version: int | None = None,
        after: str | None = None,
        limit: int = PAGE,
    ) -> Page[Row]:
        """Read rows in their order: own rows first, then linked ones of other keys.

        A version keeps linked data as a link: `conflict` when that is not what it was.
        """
        ...

    def write_rows(self, persona_id: str, rows: Sequence[Row], *, key: str) -> RowsWritten:
        """Add at most `PAGE` rows; a row whose key exists, or comes twice, is skipped.

        `rejected`, and nothing written, when a key is no text of 1 to 1,000 characters without
        control characters, or when fields are no JSON object that UTF-8 and 200 levels can hold.
        """
        ...

    def edit_rows(self, persona_id: str, edits: Sequence[RowEdit], *, key: str) -> RowsEdited:
        """Change at most `PAGE` own rows in place; those in `stale` are left as they are.

        `conflict` when a `new_key` is taken, `rejected` for a linked row: nothing is changed then.
        """
        ...

    def delete_rows(self, persona_id: str, keys: Sequence[str] | None, *, key: str) -> int:
        """Remove own rows by key (at most `PAGE`), or all with None; count those removed."""
        ...

    def copy_rows(
        self,
        source_id: str,
        target_id: str,
        *,
        after: str | None = None,
        limit: int = PAGE,
        key: str,
    ) -> RowsCopied:
        """Copy one page inside the platform, under `copied_row_key` of each row.

        Rows that the source shows by link are copied like its own. `rejected` when it shows the
        target's rows, or is the target.
        """
        ...

    def link_data(
        self, source_id: str, target_id: str, *, include: Sequence[DataKind], key: str
    ) -> Linked:
        """Show the source's data in the target, read-only. Linking twice changes nothing.

        `rejected` for a link to itself or one that would close a ring.
        """
        ...

    def linked_sources(self, persona_id: str) -> Sequence[str]:
        """Ids of the personas whose data this one shows, directly."""
        ...

    # Files

    def files(self, persona_id: str, *, version: int | None = None) -> Sequence[FileInfo]:
        """List files by name, linked ones too; an own file hides a linked one of its name."""
        ...

    def open_file(
        self, persona_id: str, name: str, *, version: int | None = None
    ) -> AbstractContextManager[FileStream]:
        """Read a file as a stream, which raises where it does not end as the file does."""
        ...

    def write_file(
        self,
        persona_id: str,
        name: str,
        media_type: str,
        chunks: Iterable[bytes],
        *,
        replace: bool = False,
        key: str,
    ) -> FileWritten:
        """Store a file; not written again where the same bytes stand under the name.

        Other bytes there: `conflict`, or replaced where `replace` is set. `rejected` when `name`
        is no plain base name.
        """
        ...

    def delete_files(self, persona_id: str, names: Sequence[str] | None, *, key: str) -> int:
        """Remove own files by name, or all with None; count those removed."""
        ...

    def copy_file(self, source_id: str, target_id: str, name: str, *, key: str) -> FileWritten:
        """Copy one file inside the platform; a file of that name in the target is left alone."""
        ...

    # Versions

    def create_version(self, persona_id: str, message: str, *, key: str) -> Version:
        """Keep the persona as it is. `rejected` when the message is over 4 KB of UTF-8."""
        ...

    def versions(
        self, persona_id: str, *, after: str | None = None, limit: int = PAGE
    ) -> Page[Version]:
        """List versions, oldest first."""
        ...

    def version(self, persona_id: str, number: int) -> Version:
        """Read one version."""
        ...

    def restore_version(self, persona_id: str, number: int, *, key: str) -> Restored:
        """Make a version of what is there, then bring back exactly what `number` kept.

        `conflict`, with nothing changed, when its name is taken by now or a linked source's data
        is no longer what it was.
        """
        ...

    def delete_versions(self, persona_id: str, numbers: Sequence[int], *, key: str) -> int:
        """Remove versions; what nothing refers to any more is freed. Count those removed."""
        ...


def copied_row_key(platform_id: str, persona_id: str, row_key: str) -> str:
    """Key of the copy of a row: the same for the same row, so that copying twice adds nothing."""
    text = f"{platform_id}\0{persona_id}\0{row_key}"
    return "copy-" + sha256(text.encode()).hexdigest()[:32]


def is_row_key(key: object) -> bool:
    """Say whether a row can have this key: 1 to 1,000 characters, none of them control ones."""
    if not isinstance(key, str) or not 0 < len(key) <= LONGEST_ROW_KEY:
        return False
    return key.isprintable() or not _holds_control(key)


def is_file_name(name: object) -> bool:
    """Say whether a file can have this name: a base name, at most 255 bytes, without controls."""
    if not isinstance(name, str) or name in {"", ".", ".."} or "/" in name or "\\" in name:
        return False
    return not _holds_control(name) and len(name.encode()) <= LONGEST_FILE_NAME


def _holds_control(text: str) -> bool:
    return any(unicodedata.category(character) in CONTROL for character in text)
