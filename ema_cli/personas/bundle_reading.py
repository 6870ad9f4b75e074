"""Opening bundles: a YAML or JSON file, standard input, or a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from ema_cli.documents.json_reading import read_json
from ema_cli.documents.limits import BUNDLE_LIMITS
from ema_cli.documents.nearby import nearby
from ema_cli.documents.nodes import Listing, Mapping, value
from ema_cli.documents.reading import read
from ema_cli.errors import ErrorKind, InvalidInput, Place, Problem, usage
from ema_cli.personas.bundle_file import FileBundle, checked_bundle
from ema_cli.personas.bundle_folder import FolderBundle, checked_folder
from ema_cli.personas.row_files import shown

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.documents.nodes import Node
    from ema_cli.personas.bundle_models import Path as Parts
    from ema_cli.personas.exports import Export

FOLDER_FILE = "persona.yaml"
BUNDLE_ENDINGS = (".yaml", ".yml", ".json")


def open_bundle(path: Path) -> Export:
    """Read and check a bundle; `InvalidInput` names all that is wrong with it.

    The rows and files of a folder are checked as well, but stay where they are.
    """
    try:
        if path.is_dir():
            return _open_folder(path)
        with path.open("rb") as file:
            data = read_within_limits(file)
    except FileNotFoundError:
        hint = nearby(shown(path), BUNDLE_ENDINGS)
        raise usage(f"there is no bundle {shown(path)}", hint=hint) from None
    except OSError as error:
        raise usage(f"{shown(path)} cannot be read: {error.strerror}") from None
    return read_bundle(data, shown(path), json=path.suffix.lower() == ".json")


def read_within_limits(file: BinaryIO) -> bytes:
    """Read all of a file, but of one that is too large no more than it takes to see that."""
    return file.read(BUNDLE_LIMITS.size + 1)


def read_bundle(data: bytes, file: str, *, json: bool) -> FileBundle:
    """Read a bundle in one file, which places call `file`."""
    reader = read_json if json else read
    root = reader(data, file, limits=BUNDLE_LIMITS, kind=ErrorKind.USAGE)
    if _is_plan(root):
        problem = Problem("this is a plan, not a bundle", _RUN, root.place)
        raise InvalidInput(ErrorKind.USAGE, [problem])
    return checked_bundle(value(root), lambda path: place_of(root, path))


_RUN = "a plan is run: `ema run PLAN --target PERSONA`, or `ema persona create --actions PLAN`"


def _is_plan(root: Node) -> bool:
    """Tell a plan: a list of items, or a mapping around one."""
    if isinstance(root, Mapping):
        return "actions" in root.items and "persona" not in root.items
    return isinstance(root, Listing) and any(
        isinstance(item, Mapping) and "tool" in item.items for item in root.items
    )


def place_of(root: Node, path: Parts) -> Place:
    """Find where a part of a document is written: its key, or the innermost part that is there."""
    place = root.place
    node = root
    for part in path:
        if isinstance(node, Mapping) and part in node.items:
            place, node = node.keys[str(part)].place, node.items[str(part)]
        elif isinstance(node, Listing) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
            place = node.place
        else:
            break
    return place


def _open_folder(path: Path) -> FolderBundle:
    main = path / FOLDER_FILE
    if main.is_symlink() or not main.is_file():
        raise usage(
            f"{shown(path)} is no bundle folder: it has no {FOLDER_FILE}",
            hint="name a bundle file, or a folder that an export made",
        )
    root = read(main.read_bytes(), shown(main), limits=BUNDLE_LIMITS, kind=ErrorKind.USAGE)
    return checked_folder(path, value(root), lambda parts: place_of(root, parts))
