"""From the option and variables that name an environment to its open platform."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ema_cli.settings import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.platforms.port import Port
    from ema_cli.settings import Environment


def connect(chosen: Environment, *, create: bool = True) -> Port:
    """Open the platform of an environment; with `create=False` nothing is made on the way."""
    from ema_cli.platforms.local import open_workspace  # noqa: PLC0415 - loads sqlite3

    return open_workspace(chosen.workspace, create=create)


@contextmanager
def connected(env: str | None, *, create: bool = True) -> Iterator[Port]:
    """Open the platform that the option or the variables name, for the length of a block."""
    port = connect(environment(env, os.environ), create=create)
    try:
        yield port
    finally:
        port.close()
