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
import typer

from ema_cli.cli.boundary import guarded
from ema_cli.cli.main import application
from tests.conftest import EXAMPLE_PERSONA, Done

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ema

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


@pytest.fixture
def ema_here(capfd: pytest.CaptureFixture[str]) -> Ema:
    """Give the command inside of this process: for many calls, as it starts ten times as fast."""

    def run(*arguments: str | Path, **unused: object) -> Done:
        assert not unused, "a command in this process has this process's input and variables"
        capfd.readouterr()
        command = typer.main.get_command(application())
        code = int(guarded(command, [str(argument) for argument in arguments]))
        return Done(code, *capfd.readouterr())

    return run


@pytest.fixture
def acme_here(ema_here: Ema) -> str:
    """Import the example persona in this process; answer its name."""
    done = ema_here("persona", "import", EXAMPLE_PERSONA)
    assert done.code == 0, done.err
    return "acme-support"
