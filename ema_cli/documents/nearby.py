"""Files that may have been meant by the name of one that is not there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.documents.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Collection

_MOST = 10
"""Names that a hint lists, at most."""


def nearby(name: str, endings: Collection[str]) -> str | None:
    """Make a hint of the files with these endings that are where `name` is looked for.

    The nearest one, else all of a few; of a folder those that are in it. None for none and many.
    """
    path = Path(name).expanduser()
    folder = path if path.is_dir() else path.parent
    if not folder.is_dir():
        return f"the folder {folder} does not exist"
    before = "" if name == path.name and folder != path else f"{folder}/"
    names = _files(folder, endings)
    stems = {Path(one).stem: f"{before}{one}" for one in names}
    near = None if path.is_dir() else nearest(path.stem, stems)
    if near is not None:
        return f"did you mean `{stems[near]}`?"
    listed = "name a file in it" if path.is_dir() else "there are"
    some = ", ".join(f"{before}{one}" for one in names)
    return f"{listed}: {some}" if 0 < len(names) <= _MOST else None


def _files(folder: Path, endings: Collection[str]) -> list[str]:
    try:
        found = [path.name for path in folder.iterdir() if path.suffix.lower() in endings]
    except OSError:
        return []
    return sorted(name for name in found if name.isprintable())
