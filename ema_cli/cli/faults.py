"""Tracebacks of faults in ema: places and functions only, for values may be anybody's data."""

from __future__ import annotations

import os
import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ema_cli import __version__
from ema_cli.errors import EmaError
from ema_cli.settings import folders

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def write_traceback(fault: BaseException) -> str:
    """Write the traceback into the state folder; answer where, or why it could not be written."""
    try:
        folder = folders(os.environ).state / "faults"
        return f"traceback in {_write(folder, fault)}"
    except (OSError, EmaError) as error:
        return f"the traceback could not be written: {error}"


def _write(folder: Path, fault: BaseException) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    now = datetime.now(UTC)
    path = folder / f"{now:%Y%m%dT%H%M%S.%f}-{os.getpid()}.txt"
    text = "\n".join([f"ema {__version__}, {now.isoformat()}", *_lines(fault), ""])
    path.touch(mode=0o600)
    path.write_text(text)
    return path


def _lines(fault: BaseException | None) -> Iterator[str]:
    """Describe a chain of exceptions, first cause last, without messages, locals or source."""
    seen: set[int] = set()
    while fault is not None and id(fault) not in seen:
        seen.add(id(fault))
        yield f"{type(fault).__module__}.{type(fault).__qualname__}"
        for frame, line in traceback.walk_tb(fault.__traceback__):
            code = frame.f_code
            yield f'  File "{code.co_filename}", line {line}, in {code.co_qualname}'
        fault = fault.__cause__ or fault.__context__
