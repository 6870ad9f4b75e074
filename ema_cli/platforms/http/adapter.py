"""The platform over HTTP as a `Port`: one client, one table of routes."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ema_cli.platforms.http.calls import Calls
from ema_cli.platforms.http.client import make_client
from ema_cli.platforms.http.files import FileCalls
from ema_cli.platforms.http.personas import PersonaCalls
from ema_cli.platforms.http.proxies import proxy_for
from ema_cli.platforms.http.requests import Call
from ema_cli.platforms.http.retries import Patience
from ema_cli.platforms.http.rows import RowCalls
from ema_cli.platforms.http.target import Target, check_target
from ema_cli.platforms.http.versions import VersionCalls
from ema_cli.platforms.http.wire import Platform

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class HttpPlatform(PersonaCalls, RowCalls, FileCalls, VersionCalls):
    """A platform behind HTTP; nothing is sent before the first call."""

    @cached_property
    def platform_id(self) -> str:
        """Who this platform is, asked once."""
        call = Call("asking who the platform is", "platform")
        return self._calls.read(call, Platform).id

    def token_expiry(self) -> float | None:
        """Say when the token of the last call runs out, in seconds since 1970; None if unknown."""
        return self._calls.sign_in.expiry()

    def scrub(self) -> None:
        """Do nothing: what a platform behind HTTP keeps of removed data is its own matter."""

    def close(self) -> None:
        """Let go of connections."""
        self._calls.close()


def open_http(
    target: Target,
    environ: Mapping[str, str],
    warn: Callable[[str], None],
    patience: Patience | None = None,
) -> HttpPlatform:
    """Make the adapter. `usage` errors for settings that cannot work; `warn` gets one-line notes.

    Of `environ` the variables of proxies and certificates are read.
    """
    check_target(target)
    proxy = proxy_for(target.url, environ, warn)
    client = make_client(target, environ, proxy)
    target = replace(target, proxy=proxy.variable if proxy is not None else None)
    return HttpPlatform(Calls(target, client, patience or Patience()))
