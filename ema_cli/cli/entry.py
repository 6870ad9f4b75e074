"""The way in: a signal is heard from the first moment on, before anything large is imported."""

from __future__ import annotations

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Entry point of the `ema` command."""
    heard: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: heard.append(number))
    # Importing takes longer than all that is above: a signal in the middle of it would be a
    # traceback of whatever is being imported.
    from ema_cli.cli.main import main as begin  # noqa: PLC0415

    begin(heard)
