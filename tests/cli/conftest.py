"""What the tests of commands share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

EMA = Path(sys.executable).with_name("ema")


@dataclass(frozen=True)
class Weighed:
    """A command that has ended, and the most memory that it held, in bytes."""

    out: str
    peak: int

    @property
    def document(self) -> dict[str, Any]:
        """The one document on standard output."""
        document: dict[str, Any] = json.loads(self.out)
        return document


@pytest.fixture
def weighed() -> Callable[..., Weighed]:
    """Give what runs the real command, which must succeed, and weighs it."""

    def run(*arguments: str | Path) -> Weighed:
        child = subprocess.Popen([EMA, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        with child.stdout:
            out = child.stdout.read()
        _pid, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0, out
        return Weighed(out, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))

    return run
