"""Saving a text in a file: whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.errors import EmaError, ErrorKind, usage

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_writable(path: Path) -> None:
    """Find out before any work begins that `path` can be saved; `usage` error where not."""
    target = _target(path)
    if target.is_dir():
        raise usage(f"{path} is a folder", hint="name a file in it")
    folder = target.parent
    if not folder.is_dir():
        raise usage(f"the folder {folder} does not exist", hint="make it first")
    if _is_database(target):
        raise usage(f"{path} is a database, and would be lost", hint="name another file")
    there = _special(target) or (target.exists() and not os.access(target, os.W_OK))
    if there and not os.access(target, os.W_OK):
        raise usage(f"{path} may not be written", hint="name another file")
    if not there and not os.access(folder, os.W_OK | os.X_OK):
        raise usage(f"the folder {folder} may not be written", hint="name another one")


def _is_database(target: Path) -> bool:
    """Whether an SQLite database is there, such as a workspace; https://sqlite.org/fileformat.html."""
    if not target.is_file():
        return False
    try:
        with target.open("rb") as stream:
            return stream.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False


_DATABASE = b"SQLite format 3\0"


def save(path: Path, text: str | Iterable[str]) -> None:
    """Write a file by way of a temporary one beside it; `output` error where that fails.

    What stands in `path` stays until the new text is complete. A link is followed. Devices and
    pipes are written directly.
    """
    chunks = [text] if isinstance(text, str) else text
    target = _target(path)
    try:
        if _special(target):
            with os.fdopen(_open_special(target), "w", encoding="utf-8", newline="") as stream:
                stream.writelines(chunks)
        else:
            _replace(target, chunks)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise EmaError(ErrorKind.OUTPUT, f"{path} cannot be saved: {reason}") from None


def _open_special(target: Path) -> int:
    """Open a device or pipe. A named pipe that nobody reads is an error and no reason to wait."""
    descriptor = os.open(target, os.O_WRONLY | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


def _target(path: Path) -> Path:
    """Follow links, so that the file they lead to is replaced and not the link."""
    try:
        named = path.expanduser()
        # Links such as /dev/stdout lead to names that are no paths.
        return named.absolute() if _special(named) else named.resolve()
    except (OSError, RuntimeError, ValueError):
        raise usage(f"{path} is no path that can be written", hint="name another file") from None


def _special(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _replace(target: Path, chunks: Iterable[str]) -> None:
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as stream:
            stream.writelines(chunks)
            stream.flush()
            os.fchmod(descriptor, _mode(target))
            os.fsync(descriptor)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _mode(target: Path) -> int:
    """Permissions of the file that is replaced, else those that a new file gets here."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
