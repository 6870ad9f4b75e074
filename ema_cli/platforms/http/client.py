"""Makes the one httpx client of a platform: time limits, TLS, proxy."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import httpx

from ema_cli import __version__
from ema_cli.errors import usage
from ema_cli.platforms.http.target import CONNECT_SECONDS, Target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ema_cli.platforms.http.proxies import Proxy


def make_client(target: Target, environ: Mapping[str, str], proxy: Proxy | None) -> httpx.Client:
    """Make the client; nothing is sent yet. `usage` errors for a CA file or proxy that is none."""
    try:
        return httpx.Client(
            verify=_trusted(target, environ),
            proxy=None if proxy is None else proxy.url,
            # Everything that httpx would take from the environment is given here.
            trust_env=False,
            timeout=httpx.Timeout(target.seconds, connect=min(CONNECT_SECONDS, target.seconds)),
            headers={"User-Agent": f"ema/{__version__}"},
        )
    except ImportError:
        raise usage(
            f"{proxy.variable if proxy else 'the proxy'} names a SOCKS proxy, for which a package"
            " is missing",
            hint="pip install 'httpx[socks]', or unset it",
        ) from None
    except (ValueError, httpx.InvalidURL):
        raise usage(
            f"{proxy.variable if proxy else 'the proxy'} is no URL of a proxy",
            hint="such as http://proxy.example:3128",
        ) from None


def _trusted(target: Target, environ: Mapping[str, str]) -> ssl.SSLContext:
    if not target.secure:
        # Never used, so it need not cost the 20 ms of reading all authorities: it trusts nobody.
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    file = environ.get("SSL_CERT_FILE") or None
    folder = environ.get("SSL_CERT_DIR") or None
    if target.ca_file is not None:
        return _read(f"the ca_file of {target.env}", str(target.ca_file), None)
    if file is not None or folder is not None:
        return _read("SSL_CERT_FILE" if file else "SSL_CERT_DIR", file, folder)
    return httpx.create_ssl_context(trust_env=False)


def _read(what: str, file: str | None, folder: str | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=file, capath=folder)
    except ssl.SSLError:
        raise usage(f"{what} is no file of certificates", hint="PEM is read") from None
    except OSError as error:
        raise usage(f"{what} cannot be read: {error.strerror}", hint=f"{file or folder}") from None
