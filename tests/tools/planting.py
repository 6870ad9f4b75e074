"""Runs ema as its command does, and raises a fault at one moment; its text is a given one.

Arguments: the call and the moment (`edit_rows before-commit`; `-` never), the text, then ema's own
arguments.
"""

from __future__ import annotations

import sys

from ema_cli.cli.connecting import observing
from ema_cli.cli.main import main


def run() -> None:
    at, text = sys.argv[1:3]

    def observe(call: str, moment: str) -> None:
        if f"{call} {moment}" == at:
            raise LookupError(text) from ValueError(text)

    sys.argv[:] = ["ema", *sys.argv[3:]]
    with observing(observe):
        main()


if __name__ == "__main__":
    run()
