"""Where the adapter goes and how it signs in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ema_cli.errors import ErrorKind, PlatformError, usage

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CONNECT_SECONDS = 10.0
READ_SECONDS = 120.0

_VISIBLE = re.compile(r"[!-~]+")


class Secret:
    """A key or token and where it comes from; it shows itself nowhere but in `value`."""

    __slots__ = ("source", "value")

    def __init__(self, value: str, source: str) -> None:
        """Take a value as it was given; white space around it, as files end with, is left out.

        `auth` error for one that no header can carry, which tells nothing of it.
        """
        self.value = value.strip()
        self.source = source
        if not self.value:
            raise PlatformError(ErrorKind.AUTH, f"{source} is empty", hint=f"set {source}")
        if not _VISIBLE.fullmatch(self.value):
            raise PlatformError(
                ErrorKind.AUTH,
                f"{source} holds spaces, line breaks or characters that are not ASCII",
                hint=f"set {source} to the key or token alone",
            )

    def __repr__(self) -> str:
        return f"Secret(from {self.source})"


@dataclass(frozen=True, slots=True)
class Target:
    """A platform behind HTTP."""

    env: str
    """Name of the environment."""
    url: str
    api_key: Secret | None = None
    token: Secret | None = None
    key_variable: str = "EMA_API_KEY"
    """Name of the variable that would hold the key."""
    ca_file: Path | None = None
    insecure: bool = False
    """Send a token over `http://` to another host than this one."""
    idempotency: bool = True
    """The platform honours `Idempotency-Key`."""
    unique_names: bool = True
    """The platform refuses a second persona of a name."""
    routes: Mapping[str, str] = field(default_factory=dict)
    proxy: str | None = None
    """Name of the variable whose proxy leads there."""
    seconds: float = READ_SECONDS
    """How long an answer may be silent."""

    @property
    def host(self) -> str:
        """Host and port as the URL has them."""
        return urlsplit(self.url).netloc

    @property
    def secure(self) -> bool:
        """Speaks TLS."""
        return self.url.startswith("https:")


def url_fault(url: str) -> str | None:
    """Say what is wrong with the URL of a platform; None when it is fine."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "is no URL"
    if parts.scheme not in {"http", "https"} or not host:
        return "must begin with https:// and a host"
    if not _VISIBLE.fullmatch(url):
        return "holds spaces or characters that are not ASCII"
    if parts.username is not None or parts.password is not None:
        return "must not hold a user or password"
    if parts.query or parts.fragment or "?" in url or "#" in url:
        return "must not have a query or fragment"
    return None


def check_target(target: Target) -> None:
    """Refuse a URL that is none, and to send a secret in the clear over a network."""
    fault = url_fault(target.url)
    if fault is not None:
        raise usage(f"the url of {target.env} {fault}")
    signs_in = target.api_key is not None or target.token is not None
    if signs_in and not target.secure and not target.insecure and not is_loopback(target.url):
        raise usage(
            f"{target.env} is at http://{target.host}: the API key or token would be readable"
            " on the way",
            hint="use https, or set `insecure: true` in its environment",
        )


def is_loopback(url: str) -> bool:
    """Say whether a URL leads to this machine."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
