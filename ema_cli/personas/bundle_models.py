"""What a bundle may hold: strict models, and their errors in our words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ema_cli.documents.nearest import did_you_mean, shown
from ema_cli.errors import ErrorKind, InvalidInput, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ema_cli.errors import Place

BUNDLE_VERSION = 1


Version: TypeAlias = Annotated[int, Field(ge=BUNDLE_VERSION, le=BUNDLE_VERSION)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True)


class PersonaPart(_Part):
    """What a persona says of itself; all but the name has the platform's defaults."""

    name: str = Field(min_length=1)
    description: str = ""
    enabled_by_user: bool = False
    welcome_messages: Any = None
    proto_config: dict[str, Any] = {}
    workflow_def: dict[str, Any] | None = None


class RowPart(_Part):
    """A row of the data."""

    key: str = Field(min_length=1)
    fields: dict[str, Any]


class FilePart(_Part):
    """A file with its content: `text` where it is UTF-8, `base64` else."""

    name: str = Field(min_length=1)
    type: str | None = None
    text: str | None = None
    base64: str | None = None


class FolderFilePart(_Part):
    """A file whose content lies in the folder, as `path` where it cannot have its own name."""

    name: str = Field(min_length=1)
    type: str | None = None
    path: str | None = None


class BundlePart(_Part):
    """A bundle in one file."""

    ema_bundle: Version
    persona: PersonaPart
    rows: list[RowPart] = []
    files: list[FilePart] = []


class FolderPart(_Part):
    """`persona.yaml` of a bundle folder; without `files`, all of the folder's are meant."""

    ema_bundle: Version
    persona: PersonaPart
    files: list[FolderFilePart] | None = None


Path: TypeAlias = "tuple[str | int, ...]"
"""Keys and indexes, from the outside in."""

_WORDS = {
    "string_type": "must be text",
    "string_too_short": "is empty",
    "bool_type": "must be true or false",
    "dict_type": "must be a mapping",
    "model_type": "must be a mapping",
    "list_type": "must be a list",
}
NO_KEY = "cannot be the key of a row"
NO_FILE_NAME = "cannot be the name of a file"
_VERSION_HINT = f"this ema reads bundles of version {BUNDLE_VERSION}"


def refusal(problems: Iterable[Problem]) -> InvalidInput:
    """Make the error that names all `problems` in the order in which they stand in the file."""
    ordered = sorted(
        problems, key=lambda one: (one.place.line, one.place.column) if one.place else (0, 0)
    )
    return InvalidInput(ErrorKind.USAGE, ordered)


def problems_of(
    error: ValidationError, model: type[BaseModel], place: Callable[[Path], Place | None]
) -> Iterator[Problem]:
    """Say what is wrong, each thing with its path and place; no value is shown."""
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        path: Path = detail["loc"]
        kind = detail["type"]
        if kind == "extra_forbidden":
            yield _unknown_key(path, model, place(path))
        elif kind == "missing":
            yield Problem(f"`{dotted(path)}` is missing", None, place(path[:-1]))
        elif path == ("ema_bundle",):
            yield Problem("the bundle is of another version", _VERSION_HINT, place(path))
        else:
            yield Problem(f"`{dotted(path)}` {_WORDS.get(kind, 'is wrong')}", None, place(path))


def dotted(path: Path) -> str:
    """Write a path as `files[2].name`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or "bundle"


def _unknown_key(path: Path, model: type[BaseModel], place: Place | None) -> Problem:
    file_part = FolderFilePart if model is FolderPart else FilePart
    parts: dict[str, type[BaseModel]] = {
        "persona": PersonaPart,
        "rows": RowPart,
        "files": file_part,
    }
    owner = parts.get(str(path[0]), model) if len(path) > 1 else model
    key = str(path[-1])
    within = f" in `{dotted(path[:-1])}`" if len(path) > 1 else ""
    hint = did_you_mean(key, owner.model_fields, listed="known are")
    return Problem(f"unknown key{shown(key)}{within}", hint, place)
