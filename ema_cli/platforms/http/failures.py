"""One place that turns what httpx finds wrong on the way into plain platform errors."""

from __future__ import annotations

import socket
import ssl
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.retries import Failed
from ema_cli.platforms.http.target import CONNECT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.platforms.http.target import Target

_BROKEN = ("Server disconnected", "peer closed connection")
"""How the texts begin with which h11 and httpcore tell of a connection that ended too early."""


class MaybeDone(PlatformError):
    """The call failed, and yet the platform may have done what was asked."""


@contextmanager
def plainly(target: Target, action: str) -> Iterator[None]:
    """Let no exception of httpx out of the block.

    The texts of its exceptions are never shown: they may hold a header, and so a token.
    """
    try:
        yield
    except httpx.TimeoutException as error:
        raise _silent(error, target, action) from None
    except (httpx.ConnectError, httpx.ProxyError) as error:
        raise _unreached(error, target) from None
    except httpx.RemoteProtocolError as error:
        if not str(error).startswith(_BROKEN):
            raise PlatformError(
                ErrorKind.PROTOCOL,
                f"{target.host} answered {action} with something that is not HTTP",
                hint="is the url that of an Ema platform?",
            ) from None
        raise _broken(target, action) from None
    except httpx.NetworkError:
        raise _broken(target, action) from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        raise PlatformError(
            ErrorKind.PROTOCOL, f"{action} failed ({type(error).__name__})"
        ) from None


def _silent(error: httpx.TimeoutException, target: Target, action: str) -> Exception:
    if isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout):
        seconds = min(CONNECT_SECONDS, target.seconds)
        told = PlatformError(
            ErrorKind.TIMEOUT, f"{action}: no connection to {target.host} within {seconds:g} s"
        )
        return Failed(told, carried_out=False)
    # Not tried again: whoever sets a limit wants to hear of it when it has passed.
    return MaybeDone(
        ErrorKind.TIMEOUT,
        f"{action}: no answer from {target.host} within {target.seconds:g} s",
        hint="--timeout or EMA_TIMEOUT gives it longer",
    )


def _unreached(error: httpx.HTTPError, target: Target) -> Exception:
    cause = _root(error)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return PlatformError(
            ErrorKind.UNAVAILABLE,
            f"the certificate of {target.host} is not trusted: {cause.verify_message}",
            hint="name the authority's certificate as `ca_file` of the environment",
        )
    if isinstance(cause, ssl.SSLError):
        reason = "it does not speak TLS as this machine does"
    elif isinstance(cause, socket.gaierror):
        reason = "its name is not known"
    elif isinstance(cause, ConnectionRefusedError):
        reason = "connection refused"
    elif isinstance(error, httpx.ProxyError):
        reason = "it did not let the call through"
    else:
        reason = (cause.strerror if isinstance(cause, OSError) else None) or "no connection"
    way = f" through the proxy in {target.proxy}" if target.proxy else ""
    told = PlatformError(ErrorKind.UNAVAILABLE, f"{target.host} cannot be reached{way}: {reason}")
    return Failed(told, carried_out=False)


def _broken(target: Target, action: str) -> Failed:
    told = PlatformError(
        ErrorKind.UNAVAILABLE, f"{action}: the connection to {target.host} broke before the answer"
    )
    return Failed(told, carried_out=True)


def _root(error: BaseException) -> BaseException:
    seen: set[int] = set()
    while (deeper := error.__cause__ or error.__context__) is not None and id(deeper) not in seen:
        seen.add(id(deeper))
        error = deeper
    return error
