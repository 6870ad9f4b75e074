"""From the option and variables that name an environment to its open platform."""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.settings import environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ema_cli.platforms.port import Port
    from ema_cli.settings import Environment

_OBSERVER: ContextVar[Callable[[str, str], None] | None] = ContextVar("observer", default=None)


def connect(chosen: Environment, *, create: bool = True) -> Port:
    """Open the platform of an environment; with `create=False` nothing is made on the way."""
    from ema_cli.platforms.local import open_workspace  # noqa: PLC0415 - loads sqlite3

    if create:
        _make_folder(chosen.workspace.parent)
    return open_workspace(chosen.workspace, create=create, observer=_OBSERVER.get())


def _make_folder(folder: Path) -> None:
    """Make the folder that ema keeps workspaces in; one that a variable names must be there."""
    if os.environ.get("EMA_WORKSPACE"):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise PlatformError(
            ErrorKind.UNAVAILABLE,
            f"the folder {folder} cannot be made: {error.strerror}",
            hint="name a workspace with EMA_WORKSPACE",
        ) from None


@contextmanager
def connected(env: str | None, *, create: bool = True) -> Iterator[Port]:
    """Open the platform that the option or the variables name, for the length of a block."""
    port = connect(environment(env, os.environ), create=create)
    try:
        yield port
    finally:
        port.close()


def connect_to_read(name: str) -> Port:
    """Open another environment's platform, in which nothing can be changed."""
    from ema_cli.platforms.guard import ReadOnly  # noqa: PLC0415 - with the platform

    return ReadOnly(connect(environment(name, os.environ), create=False))


@contextmanager
def observing(observer: Callable[[str, str], None]) -> Iterator[None]:
    """Have local platforms opened in this block tell of each change, before and after its commit.

    For tests that end the process at just these moments.
    """
    token = _OBSERVER.set(observer)
    try:
        yield
    finally:
        _OBSERVER.reset(token)
