"""The bytes of a file on their way from the platform; a broken stream is taken up again."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.answers import opening
from ema_cli.platforms.http.digests import DIGEST_HEADER, digest_of
from ema_cli.platforms.http.failures import plainly
from ema_cli.platforms.http.retries import TRIES, Failed
from ema_cli.platforms.port import FileStream

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import ExitStack

    import httpx

    from ema_cli.platforms.http.calls import Calls
    from ema_cli.platforms.http.requests import Call

CHUNK = 1 << 20
"""Bytes that are given at a time, at most."""


def opened(calls: Calls, call: Call, stack: ExitStack) -> FileStream:
    """Open a file; `stack` closes what is opened on the way."""
    response = stack.enter_context(calls.opened(call))
    digest = _digest(calls, call, response)
    return FileStream(_chunks(calls, call, response, stack, digest), digest)


def _chunks(
    calls: Calls, call: Call, response: httpx.Response, stack: ExitStack, digest: str
) -> Iterator[bytes]:
    """Read to the end. After a break the file is asked for again, if it is still the same one."""
    seen, given = sha256(), 0
    for left in reversed(range(TRIES)):
        try:
            with plainly(calls.target, call.action):
                for chunk in _after(response, given):
                    seen.update(chunk)
                    given += len(chunk)
                    yield chunk
            break
        except Failed as failure:
            response.close()
            if not left:
                raise failure.error from None
        response = stack.enter_context(calls.opened(call))
        if _digest(calls, call, response) != digest:
            raise PlatformError(
                ErrorKind.UNAVAILABLE, "the file was changed while it was read", hint="try again"
            )
    if seen.hexdigest() != digest:
        raise PlatformError(
            ErrorKind.PROTOCOL, "the file did not arrive as it is: its digest is another"
        )


def _after(response: httpx.Response, given: int) -> Iterator[bytes]:
    """Skip the first bytes."""
    for chunk in response.iter_bytes(CHUNK):
        rest = chunk[given:]
        given -= len(chunk) - len(rest)
        if rest:
            yield rest


def _digest(calls: Calls, call: Call, response: httpx.Response) -> str:
    digest = digest_of(response.headers.get(DIGEST_HEADER, ""))
    if digest is not None:
        return digest
    try:
        with plainly(calls.target, call.action):
            raise opening(response, "does not say the digest of the file")
    except Failed as failure:
        raise failure.error from None
