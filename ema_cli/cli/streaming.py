"""Long texts: to standard output or into a file, without being held in memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ema_cli.cli.streams import STDOUT
from ema_cli.documents.saving import save
from ema_cli.errors import EmaError, ErrorKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ema_cli.cli.boundary import Invocation

_BATCH = 64 * 1024
"""Characters that are written at once."""


def stream(chunks: Iterable[str], output: Path | None, invocation: Invocation) -> None:
    """Write a text piece by piece, as UTF-8; a file is replaced whole, when the text is complete.

    A reader of standard output that has closed its pipe ends the writing, and is no error. Once
    some of the text stands there, an error is told on standard error only.
    """
    if output is not None:
        save(output, chunks)
        return
    try:
        for batch in _batches(chunks):
            invocation.started = True
            _write(batch.encode("utf-8", "backslashreplace"))
    except BrokenPipeError:
        return


def _write(data: bytes) -> None:
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[os.write(STDOUT, rest) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        raise EmaError(
            ErrorKind.OUTPUT, f"standard output cannot be written: {error.strerror}"
        ) from None


def _batches(chunks: Iterable[str]) -> Iterator[str]:
    held: list[str] = []
    size = 0
    for chunk in chunks:
        held.append(chunk)
        size += len(chunk)
        if size >= _BATCH:
            yield "".join(held)
            held, size = [], 0
    yield "".join(held)
