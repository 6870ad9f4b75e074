"""Where the shipped aliases are."""

from __future__ import annotations

from pathlib import Path

import ema_cli


def shipped_aliases() -> Path:
    """Give the folder of shipped aliases: in the installed package, else beside it in a checkout.

    An editable install holds no copy of them, a wheel holds nothing beside the package.
    """
    package = Path(ema_cli.__file__).absolute().parent
    inside = package / "aliases"
    return inside if inside.is_dir() else package.parent / "aliases"
