"""Signals of a run: the first one asks for a stop, the second one leaves at once."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ema_cli.errors import ExitCode, Interrupted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from ema_cli.runs.driver import StopRequest

_CODES = {signal.SIGINT: ExitCode.SIGINT, signal.SIGTERM: ExitCode.SIGTERM}


def end_on_signals() -> None:
    """Outside a run both signals end ema where it is, with its document and exit code."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise interrupted_by(number)

    for number in _CODES:
        signal.signal(number, end)


def leave_on_signals() -> None:
    """Let signals end the process as they end any other: there is no more to be said."""
    for number in _CODES:
        signal.signal(number, signal.SIG_DFL)


def interrupted_by(number: int) -> Interrupted:
    """Error for a command that is ended by this signal."""
    return Interrupted(_CODES[signal.Signals(number)])


@contextmanager
def stopping(stop: StopRequest) -> Iterator[None]:
    """Turn SIGINT and SIGTERM into a wish to stop, for the length of a block."""

    def ask(number: int, _frame: FrameType | None) -> None:
        error = interrupted_by(number)
        if not stop.ask(error):
            # The record on disk is whole at every moment, so nothing needs to be closed.
            os._exit(error.code)

    before = {number: signal.signal(number, ask) for number in _CODES}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
