"""Choosing an environment: option, then variable, then file, then default."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.documents.nearest import did_you_mean
from ema_cli.errors import usage
from ema_cli.platforms.http.target import READ_SECONDS, url_fault
from ema_cli.settings.folders import folders, workspace
from ema_cli.settings.sections import LONGEST_TIMEOUT, is_limit
from ema_cli.settings.values import (
    LOCAL,
    ConfigFile,
    Configured,
    Environment,
    HttpSettings,
    Setting,
    default,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

PROJECT_FILE = "ema.yaml"
_TOKEN = "EMA_TOKEN"  # noqa: S105 - the name of a variable
REMOTE = "remote"
"""Name of the environment that `EMA_URL` alone makes."""

API_KEY = "EMA_API_KEY"
"""Variable with the API key of an environment that names no other."""


def environment(
    option: str | None, environ: Mapping[str, str], *, timeout: float | None = None
) -> Environment:
    """Choose the environment to work in; `timeout` is the option's, in seconds.

    Named by the option, `EMA_ENV`, the project's `ema.yaml` or the user's `config.yaml`. Where
    none of them does, `EMA_URL` makes one, and else it is `local`; `usage` error where it is empty.
    """
    files = _Files(environ)
    name = _chosen(option, environ, files)
    limit = _timeout(timeout, environ) or files.project.timeout
    return _made(name, environ, files, limit, url=_url(environ), token_env=_TOKEN)


def other_environment(
    name: str, environ: Mapping[str, str], *, timeout: float | None = None
) -> Environment:
    """Give an environment that is only read from beside the chosen one.

    What the variables `EMA_URL` and `EMA_TOKEN` say is meant for the chosen one alone.
    """
    chosen = Setting(name, "option")
    limit = _timeout(timeout, environ)
    return _made(chosen, environ, _Files(environ), limit, url=None, token_env=None)


def environments(environ: Mapping[str, str]) -> list[Environment]:
    """List all environments that have a name, `local` first, then as `config.yaml` has them."""
    names = [LOCAL, *_Files(environ).config.environments]
    return [other_environment(name, environ) for name in names]


def environment_names(environ: Mapping[str, str]) -> frozenset[str]:
    """Give the names of all environments that are read from by their name."""
    return frozenset({LOCAL, *_Files(environ).config.environments})


class _Files:
    """The two settings files, each read when it is first asked for."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    @cached_property
    def config(self) -> ConfigFile:
        path = folders(self._environ).config / "config.yaml"
        return _reader().read_config(path) if path.exists() else ConfigFile()

    @cached_property
    def project(self) -> ConfigFile:
        path = Path(PROJECT_FILE)
        return _reader().read_project(path) if path.exists() else ConfigFile()


def _reader() -> ModuleType:
    from ema_cli.settings import config_file  # noqa: PLC0415 - loads yaml

    return config_file


def _chosen(option: str | None, environ: Mapping[str, str], files: _Files) -> Setting[str]:
    if option:
        return Setting(option, "option", "--env")
    if environ.get("EMA_ENV"):
        return Setting(environ["EMA_ENV"], "variable", "EMA_ENV")
    named = files.project.env or files.config.env
    if named is not None:
        return named
    if environ.get("EMA_URL"):
        return Setting(REMOTE, "variable", "EMA_URL")
    if "EMA_URL" in environ:
        # As CI makes it of a variable that is not set; a workspace made instead would go unseen.
        raise usage("EMA_URL is empty", hint="set it, or unset it to work on this machine")
    return default(LOCAL)


def _timeout(option: float | None, environ: Mapping[str, str]) -> Setting[float] | None:
    if option is not None:
        return Setting(_limit(option, "--timeout"), "option", "--timeout")
    text = environ.get("EMA_TIMEOUT")
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    return Setting(_limit(seconds, "EMA_TIMEOUT"), "variable", "EMA_TIMEOUT")


def _limit(seconds: float, name: str) -> float:
    if not is_limit(seconds):
        raise usage(f"{name} is no time limit", hint=f"give seconds, at most {LONGEST_TIMEOUT:.0f}")
    return seconds


def _url(environ: Mapping[str, str]) -> Setting[str] | None:
    given = environ.get("EMA_URL")
    if not given:
        return None
    fault = url_fault(given)
    if fault is not None:
        raise usage(f"EMA_URL {fault}")
    return Setting(given, "variable", "EMA_URL")


def _made(
    chosen: Setting[str],
    environ: Mapping[str, str],
    files: _Files,
    timeout: Setting[float] | None,
    *,
    url: Setting[str] | None,
    token_env: str | None,
) -> Environment:
    name = chosen.value
    local = name == LOCAL
    # The local platform needs no file; one that cannot be read must not keep it from working.
    configured = Configured() if local else files.config.environments.get(name, Configured())
    http = None if local else _http(name, configured, files, url, token_env)
    limit = timeout or configured.timeout or (None if local else files.config.timeout)
    return Environment(
        name=name,
        source=chosen.source,
        workspace=workspace(environ),
        timeout=limit or default(READ_SECONDS),
        protected=configured.protected or default(value=False),
        http=http,
    )


def _http(
    name: str,
    configured: Configured,
    files: _Files,
    url: Setting[str] | None,
    token_env: str | None,
) -> HttpSettings:
    if url is None and name not in files.config.environments:
        raise usage(
            f"there is no environment named {name!r}",
            hint=did_you_mean(
                name, [LOCAL, *files.config.environments], listed="the environments are:"
            ),
        )
    return HttpSettings(
        url=url or configured.url or default(None),
        api_key_env=configured.api_key_env or default(API_KEY),
        token_env=token_env,
        ca_file=configured.ca_file or default(None),
        insecure=configured.insecure or default(value=False),
        idempotency=configured.idempotency or default(value=True),
        unique_names=configured.unique_names or default(value=True),
        routes=configured.routes or default({}),
    )
