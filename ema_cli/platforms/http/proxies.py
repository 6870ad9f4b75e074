"""Which proxy leads to a platform, by the variables that other programs heed.

httpx reads them itself, but its constructor fails on an entry of NO_PROXY that it cannot read.
"""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from ema_cli.errors import usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Proxy(NamedTuple):
    """A proxy, and the variable that names it."""

    url: str
    variable: str


def proxy_for(url: str, environ: Mapping[str, str], warn: Callable[[str], None]) -> Proxy | None:
    """Find the proxy for `url`; None for a direct way. `usage` error for one that is none."""
    scheme = urlsplit(url).scheme
    for name in (f"{scheme}_proxy", "all_proxy"):
        for variable in (name, name.upper()):
            # HTTP_PROXY may be a header of a request where a web server starts us (httpoxy).
            if variable == "HTTP_PROXY" and "REQUEST_METHOD" in environ:
                continue
            if environ.get(variable):
                direct = _is_direct(url, environ, warn)
                return None if direct else Proxy(_proxy_url(environ[variable], variable), variable)
    return None


def _proxy_url(given: str, variable: str) -> str:
    """Complete a proxy that is only a host. Its own name and password are never shown."""
    proxy = given.strip()
    proxy = proxy if "://" in proxy else f"http://{proxy}"
    try:
        fine = bool(urlsplit(proxy).hostname) and urlsplit(proxy).port != 0
    except ValueError:
        fine = False
    if not fine:
        raise usage(f"{variable} is no URL of a proxy", hint="such as http://proxy.example:3128")
    return proxy


def _is_direct(url: str, environ: Mapping[str, str], warn: Callable[[str], None]) -> bool:
    variable = "no_proxy" if "no_proxy" in environ else "NO_PROXY"
    entries = [entry.strip() for entry in environ.get(variable, "").replace(",", " ").split()]
    unread: list[str] = []
    direct = any(_matches(entry, url, unread) for entry in entries)
    if unread:
        warn(f"{variable} has {len(unread)} entries that cannot be read; they are ignored")
    return direct


def _matches(entry: str, url: str, unread: list[str]) -> bool:
    if entry == "*":
        return True
    try:
        return _names_network(entry, url) if "/" in entry else _names_host(entry, url)
    except ValueError:
        unread.append(entry)
        return False


def _names_network(entry: str, url: str) -> bool:
    network = ip_network(entry.replace("[", "").replace("]", ""), strict=False)
    try:
        address = ip_address(urlsplit(url).hostname or "")
    except ValueError:
        return False
    return address in network


def _names_host(entry: str, url: str) -> bool:
    try:
        wanted, wanted_port = str(ip_address(entry)), None
    except ValueError:
        parts = urlsplit(f"//{entry.removeprefix('*').removeprefix('.')}")
        if not parts.hostname or parts.username is not None or parts.path:
            raise
        wanted, wanted_port = parts.hostname, parts.port
    found = urlsplit(url)
    port = found.port or (443 if found.scheme == "https" else 80)
    host = (found.hostname or "").rstrip(".")
    fits = host == wanted or host.endswith(f".{wanted}")
    return fits and wanted_port in {None, port}
