"""Where the files of a bundle folder lie: under their own names, where every file system has them.

Some names are refused by one file system, or taken for another name by it (macOS knows neither
case nor composed characters apart), so a bundle would not survive the way from one to another.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_LONGEST = 200
"""Bytes; some file systems take no more than 255, others count otherwise."""


def paths(names: Iterable[str]) -> Mapping[str, str]:
    """Give each file the name that it gets in the folder: its own, else `file-N` by its order."""
    ordered = sorted(names)
    taken: set[str] = set()
    chosen: dict[str, str] = {}
    for number, name in enumerate(ordered, start=1):
        alike = unicodedata.normalize("NFC", name).casefold()
        plain = _is_plain(name) and alike not in taken
        chosen[name] = name if plain else f"file-{number}"
        taken.add(alike)
    return chosen


def _is_plain(name: str) -> bool:
    return (
        unicodedata.is_normalized("NFC", name)
        and len(name.encode()) <= _LONGEST
        and name.isprintable()
        and not name.startswith((".", "file-"))
        and not name.endswith((".", " "))
        and not set(name) & set('/\\:*?"<>|')
    )
