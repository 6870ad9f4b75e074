"""Writing bundles: fixed order, no ids, no times, so that equal personas give equal bytes.

Data that a persona shows by link is written like its own: a bundle stands for itself.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ema_cli.documents.writing import dump
from ema_cli.errors import EmaError, ErrorKind, usage
from ema_cli.personas import file_content, folder_names
from ema_cli.personas.bundle_folder import FILES, ROWS
from ema_cli.personas.bundle_models import BUNDLE_VERSION
from ema_cli.personas.bundle_reading import FOLDER_FILE
from ema_cli.platforms.port import CONTENT_FIELDS

if TYPE_CHECKING:
    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import FileInfo, Row
    from ema_cli.values import JsonObject, JsonValue

LARGEST = 16 * 1024 * 1024
"""Bytes of rows, as JSON, and of files in a bundle of one file, which is read as a whole."""


def bundle_document(export: Export) -> JsonObject:
    """Make the bundle of one file; `usage` when there is too much data for one."""
    size = 0
    rows: list[JsonValue] = []
    for row in export.rows():
        size = _grown(size, len(_line(row)))
        rows.append({"key": row.key, "fields": row.fields})
    files: list[JsonValue] = []
    for info in export.files():
        size = _grown(size, info.size)
        with export.open_file(info.name) as chunks:
            content = file_content.written(b"".join(chunks))
        files.append({"name": info.name, "type": info.type, **content})
    return {**_head(export), "rows": rows, "files": files}


def write_folder(export: Export, folder: Path) -> None:
    """Write a bundle folder, which must not exist, whole or not at all; data flows through.

    `usage` when it exists, `output` error when it cannot be written.
    """
    if folder.exists():
        raise usage(f"{folder} exists already", hint="name a folder that does not exist")
    if not folder.parent.is_dir():
        raise usage(f"the folder {folder.parent} does not exist", hint="make it first")
    try:
        making = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name[:100]}."))
        try:
            _fill(export, making)
            making.chmod(0o777 & ~_mask())
            making.rename(folder)
        except BaseException:
            shutil.rmtree(making, ignore_errors=True)
            raise
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise EmaError(ErrorKind.OUTPUT, f"{folder} cannot be written: {reason}") from error


def _fill(export: Export, folder: Path) -> None:
    files = export.files()
    places = folder_names.paths(info.name for info in files)
    listed: list[JsonValue] = [_listed(info, places[info.name]) for info in files]
    text = dump({**_head(export), "files": listed})
    (folder / FOLDER_FILE).write_text(text, encoding="utf-8", newline="")
    with (folder / ROWS).open("w", encoding="utf-8", newline="") as lines:
        lines.writelines(_line(row) for row in export.rows())
    (folder / FILES).mkdir()
    for info in files:
        with (
            export.open_file(info.name) as chunks,
            (folder / FILES / places[info.name]).open("wb") as file,
        ):
            file.writelines(chunks)


def _head(export: Export) -> JsonObject:
    content = {name: getattr(export.content, name) for name in CONTENT_FIELDS}
    return {"ema_bundle": BUNDLE_VERSION, "persona": cast("JsonObject", content)}


def _listed(info: FileInfo, place: str) -> JsonObject:
    where: JsonObject = {} if place == info.name else {"path": place}
    return {"name": info.name, "type": info.type, **where}


def _line(row: Row) -> str:
    value = {"key": row.key, "fields": row.fields}
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def _grown(size: int, more: int) -> int:
    if size + more > LARGEST:
        raise usage(
            f"the data is more than {LARGEST // 1024**2} MiB, which is too much for one file",
            hint="write a folder: `--format folder -o NAME`",
        )
    return size + more


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
