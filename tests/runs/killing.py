"""Runs ema as its command does, and ends the process with SIGKILL at one commit.

Arguments: the number of the moment (from 1, counting before and after each commit; 0 never), the
file in which to list the moments, then ema's own arguments.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from ema_cli.cli.connecting import observing
from ema_cli.cli.main import main


def run() -> None:
    at, seen = int(sys.argv[1]), Path(sys.argv[2])
    moments = 0

    def observe(call: str, moment: str) -> None:
        nonlocal moments
        moments += 1
        with seen.open("a") as stream:
            stream.write(f"{call} {moment}\n")
        if moments == at:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.argv[:] = ["ema", *sys.argv[3:]]
    with observing(observe):
        main()


if __name__ == "__main__":
    run()
