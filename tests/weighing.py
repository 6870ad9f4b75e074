"""The most memory that a command holds."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

# Linux hands the peak of the process that starts another on to it, also when the other becomes
# another program: measured, a `sleep` started by a Python of 400 MB is said to have held 400 MB.
# So a small process stands between the tests, which may be large, and what is weighed.
_BETWEEN = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[2:])
_, status, used = os.wait4(child.pid, 0)
with open(sys.argv[1], "w") as answer:
    print(used.ru_maxrss, file=answer)
sys.exit(os.waitstatus_to_exitcode(status))
"""
_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes that `ru_maxrss` counts in, see getrusage(2) of either system."""


@dataclass(frozen=True)
class Weighed:
    """A command that has ended well, and the most memory that it held, in bytes."""

    out: str
    peak: int

    @property
    def document(self) -> dict[str, Any]:
        """The one document on standard output."""
        document: dict[str, Any] = json.loads(self.out)
        return document


def weigh(
    command: Sequence[str | Path], folder: Path, env: Mapping[str, str] | None = None
) -> Weighed:
    """Run a command, which must succeed; `folder` takes what is measured."""
    answer = folder / "weighed"
    done = subprocess.run(
        [sys.executable, "-c", _BETWEEN, answer, *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=env,
        timeout=1800,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return Weighed(done.stdout, int(answer.read_text()) * _UNIT)
