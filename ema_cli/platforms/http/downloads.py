"""The bytes of a file on their way from the platform; a broken stream is taken up again."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.failures import plainly
from ema_cli.platforms.http.retries import TRIES, Failed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import ExitStack

    import httpx

    from ema_cli.platforms.http.calls import Calls
    from ema_cli.platforms.http.requests import Call

CHUNK = 1 << 20
"""Bytes that are given at a time, at most."""


def chunks(calls: Calls, call: Call, response: httpx.Response, stack: ExitStack) -> Iterator[bytes]:
    """Read an open answer to its end; `stack` closes what is opened on the way.

    After a break the file is asked for again, and what was given already is skipped: its bytes
    must be the same, else the file was changed meanwhile, which is `unavailable`.
    """
    seen, given = sha256(), 0
    for left in reversed(range(TRIES)):
        rest = _after(response, given, seen.digest())
        try:
            with plainly(calls.target, call.action):
                for chunk in rest:
                    seen.update(chunk)
                    given += len(chunk)
                    yield chunk
                return
        except Failed as failure:
            response.close()
            if not left:
                raise failure.error from None
        response = stack.enter_context(calls.opened(call))


def _after(response: httpx.Response, given: int, digest: bytes) -> Iterator[bytes]:
    """Skip the first `given` bytes, which must have this digest."""
    skipped, left, same = sha256(), given, given == 0
    for chunk in response.iter_bytes(CHUNK):
        skipped.update(chunk[:left])
        rest = chunk[left:]
        left -= len(chunk) - len(rest)
        if left == 0 and not same:
            same = skipped.digest() == digest
            if not same:
                break
        if rest:
            yield rest
    if not same:
        raise PlatformError(
            ErrorKind.UNAVAILABLE, "the file was changed while it was read", hint="try again"
        )
