"""Making sure that the disk has what was written."""

from __future__ import annotations

import fcntl
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_all(descriptor: int, chunk: bytes) -> None:
    """Write a chunk to its last byte; the system may take less of it at a time."""
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def flush(descriptor: int) -> None:
    """Wait until the disk has the content of an open file."""
    if sys.platform == "darwin":
        # There `fsync` reaches the drive and not the disk: see its manual page.
        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    else:
        os.fsync(descriptor)


def flush_folder(folder: Path) -> None:
    """Wait until the disk has the names in a folder."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
