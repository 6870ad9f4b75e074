"""What is compared: a version, what is there now, another persona, or a bundle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.personas.bundle_reading import FOLDER_FILE, open_bundle
from ema_cli.personas.exports import PlatformExport
from ema_cli.personas.references import resolve

if TYPE_CHECKING:
    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import Persona, Port

LIVE = "live"
_ENDS = {".yaml", ".yml", ".json"}


def open_side(port: Port, persona: Persona, text: str) -> Export:
    """Open what `text` means: a version's number, `live`, a bundle's path, or a persona.

    A path is told by its `/`, by the end of a bundle file's name, or by being a bundle folder;
    whatever else it could be, a number is a version of `persona`.
    """
    if text.isascii() and text.isdigit():
        return PlatformExport(port, persona.id, version=int(text))
    if text == LIVE:
        return PlatformExport(port, persona.id)
    if "/" in text or Path(text).suffix.lower() in _ENDS or (Path(text) / FOLDER_FILE).is_file():
        return open_bundle(Path(text).expanduser().absolute())
    return PlatformExport(port, resolve(port, text).id)
