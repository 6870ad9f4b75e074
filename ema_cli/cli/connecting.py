"""From the option and variables that name an environment to its open platform."""

from __future__ import annotations

import os
from contextlib import closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ema_cli.cli.streams import say
from ema_cli.errors import ErrorKind, PlatformError, usage
from ema_cli.settings import environment, environment_names, other_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from pathlib import Path

    from ema_cli.errors import EmaError
    from ema_cli.platforms.http.target import Secret, Target
    from ema_cli.platforms.port import Persona, Port
    from ema_cli.runs.base import Elsewhere
    from ema_cli.settings import Environment, HttpSettings

_OBSERVER: ContextVar[Callable[[str, str], None] | None] = ContextVar("observer", default=None)


@dataclass(frozen=True, slots=True)
class ConnectionOptions:
    """Options of every command that works on a platform."""

    timeout: float | None = None
    """Seconds."""
    yes_protected: str | None = None
    """Name of the persona of a protected environment that may be changed."""


_options = ConnectionOptions()


@contextmanager
def connection_options(options: ConnectionOptions) -> Iterator[None]:
    """Let options hold for what is connected in a block, in whichever thread."""
    global _options  # noqa: PLW0603 - a process has one command line
    before, _options = _options, options
    try:
        yield
    finally:
        _options = before


def known_environments() -> frozenset[str]:
    """Give the names of the environments that the settings have."""
    return environment_names(os.environ)


def chosen_environment(env: str | None) -> Environment:
    """Choose the environment that the option, the variables or the settings files name."""
    return environment(env, os.environ, timeout=_options.timeout)


def connect(chosen: Environment, *, create: bool = True, made: Collection[str] = ()) -> Port:
    """Open the platform of an environment; with `create=False` nothing is made on the way.

    In a protected environment only `made`, ids of personas that this run made before, and what it
    makes from now on can be changed, and the persona that `--yes-protected` names.
    """
    port = _opened(chosen, create=create)
    if not chosen.protected.value:
        return port
    from ema_cli.platforms.guard import Guarded  # noqa: PLC0415 - with the platform

    try:
        return Guarded(port, made_by_this_run={*made, *_allowed(port)}, protected=True)
    except BaseException:
        port.close()
        raise


@contextmanager
def run_platforms(
    chosen: Environment, *, made: Collection[str] = ()
) -> Iterator[tuple[Port, Elsewhere]]:
    """Open the platform of a run, and give what opens those of other environments, to read."""
    with (
        closing(connect(chosen, made=made)) as port,
        other_platforms({chosen.name: port}) as elsewhere,
    ):
        yield port, elsewhere


def _allowed(port: Port) -> list[str]:
    """Find the persona of a protected environment that the user allows to be changed, by name."""
    name = _options.yes_protected
    if name is None:
        return []
    found = port.find_personas(name)
    if not found:
        raise usage(
            "there is no persona of the name that --yes-protected gives",
            hint="it takes the exact name, no id",
        )
    return [persona.id for persona in found]


def _opened(chosen: Environment, *, create: bool) -> Port:
    return _local(chosen, create=create) if chosen.http is None else _http(chosen)


def _http(chosen: Environment) -> Port:
    from ema_cli.platforms.http.adapter import open_http  # noqa: PLC0415 - loads httpx

    return open_http(target(chosen), os.environ, lambda line: say(f"warning: {line}"))


def target(chosen: Environment) -> Target:
    """Say where an environment's platform is and how to sign in. `auth` error for a broken key."""
    from ema_cli.platforms.http.target import Target  # noqa: PLC0415 - not for the local platform

    http = chosen.http
    if http is None or http.url.value is None:
        raise usage(
            f"the environment {chosen.name} has no url", hint="set `url` in config.yaml, or EMA_URL"
        )
    token, api_key = _secrets(http)
    return Target(
        env=chosen.name,
        url=http.url.value,
        api_key=api_key,
        token=token,
        key_variable=http.api_key_env.value,
        ca_file=http.ca_file.value,
        insecure=http.insecure.value,
        idempotency=http.idempotency.value,
        unique_names=http.unique_names.value,
        routes=http.routes.value,
        seconds=chosen.timeout.value,
    )


def _secrets(http: HttpSettings) -> tuple[Secret | None, Secret | None]:
    """Give the token, or else the API key, as far as there are any."""
    from ema_cli.platforms.http.target import Secret  # noqa: PLC0415 - not for the local platform

    token, key = http.token_env or "", http.api_key_env.value
    # An empty token beside a key is what CI makes of a secret that is not set.
    if os.environ.get(token, "").strip() or (token in os.environ and key not in os.environ):
        return Secret(os.environ[token], token), None
    return None, Secret(os.environ[key], key) if key in os.environ else None


def _local(chosen: Environment, *, create: bool) -> Port:
    from ema_cli.platforms.local import open_workspace  # noqa: PLC0415 - loads sqlite3

    folder = chosen.workspace.parent
    if os.environ.get("EMA_WORKSPACE") and not folder.is_dir():
        raise usage(
            f"the folder {folder} of the workspace does not exist",
            hint="make it, or set EMA_WORKSPACE to another file",
        )
    if create:
        _make_folder(folder)
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
    with closing(connect(chosen_environment(env), create=create)) as port:
        yield port


def environment_to_read(name: str) -> Environment:
    """Choose an environment beside the one to work in. `usage` error where there is none."""
    return other_environment(name, os.environ, timeout=_options.timeout)


def connect_to_look(chosen: Environment) -> Port:
    """Open the platform of an environment so that nothing in it can be changed."""
    from ema_cli.platforms.guard import ReadOnly  # noqa: PLC0415 - with the platform

    return ReadOnly(_opened(chosen, create=False))


def protection(chosen: Environment, port: Port, target: Persona | None) -> EmaError | None:
    """Tell what a run would meet that changes `target`, which is there; None where it may.

    `usage` error where `--yes-protected` names nobody.
    """
    if not chosen.protected.value:
        return None
    from ema_cli.platforms.guard import protected_from_change  # noqa: PLC0415 - with the platform

    allowed = _allowed(port)
    if target is None or target.id in allowed:
        return None
    return protected_from_change(target.content.name)


@contextmanager
def other_platforms(own: Mapping[str, Port] = MappingProxyType({})) -> Iterator[Elsewhere]:
    """Give what opens platforms of other environments, in which nothing can be changed.

    Each is opened when it is first asked for, and closed with the block; those in `own` are open.
    """
    opened: dict[str, Port] = {}

    def give(name: str) -> Port:
        if name in own:
            return own[name]
        if name not in opened:
            opened[name] = connect_to_look(environment_to_read(name))
        return opened[name]

    try:
        yield give
    finally:
        for port in opened.values():
            port.close()


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
