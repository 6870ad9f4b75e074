"""What the tests of commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import typer

from ema_cli.cli.boundary import guarded
from ema_cli.cli.main import application
from tests.conftest import EMA, EXAMPLE_PERSONA, Done
from tests.weighing import Weighed, weigh

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Ema


@pytest.fixture
def weighed(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Weighed]:
    """Give what runs the real command, which must succeed, and weighs it."""
    folder = tmp_path_factory.mktemp("weighed")

    def run(*arguments: str | Path) -> Weighed:
        return weigh([EMA, *map(str, arguments)], folder)

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
