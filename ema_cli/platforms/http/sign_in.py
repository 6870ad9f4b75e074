"""Signing in: an API key becomes a short-lived token, which is renewed when it runs out."""

from __future__ import annotations

import base64
import json
import time
from threading import Lock
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.target import Secret

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ema_cli.platforms.http.target import Target
    from ema_cli.platforms.http.wire import Token

_USED = 0.8
"""Part of a token's life after which it is renewed before it is refused."""


class SignIn:
    """What a call shows the platform, so that it knows who asks."""

    def __init__(self, target: Target, exchange: Callable[[Secret], Token]) -> None:
        """Keep how to sign in; `exchange` asks the platform for a token."""
        self._target = target
        self._exchange = exchange
        self._token = target.token
        self._old_at = float("inf")
        self._lock = Lock()

    @property
    def renewable(self) -> bool:
        """There is an API key, and no token was given instead."""
        return self._target.token is None and self._target.api_key is not None

    def headers(self) -> Mapping[str, str]:
        """Give the headers of a call; the first time, the API key is exchanged for a token."""
        with self._lock:
            if self.renewable and (self._token is None or time.monotonic() > self._old_at):
                self._renew()
            return {"Authorization": f"Bearer {self._token.value}"} if self._token else {}

    def renew(self, refused: Mapping[str, str]) -> None:
        """Get another token, unless another call has done so since the `refused` one was sent."""
        with self._lock:
            if self._token is not None and refused.get("Authorization", "").endswith(
                f" {self._token.value}"
            ):
                self._renew()

    def secrets(self) -> Iterator[str]:
        """Give all that must not be shown."""
        for secret in (self._target.api_key, self._target.token, self._token):
            if secret is not None:
                yield secret.value

    def expiry(self) -> float | None:
        """Say when the token runs out, in seconds since 1970; None where it does not tell."""
        return None if self._token is None else expiry(self._token.value)

    def refused(self) -> PlatformError:
        """Error for a call that the platform takes from nobody, or not from us."""
        target = self._target
        if target.token is not None:
            return _auth(
                f"{target.host} does not take the token in {target.token.source}",
                "it may have run out: set another one",
            )
        if target.api_key is not None:
            return _auth(f"{target.host} does not take the token that it gave")
        return _auth(
            f"not signed in to {target.env} ({target.host})",
            f"set {target.key_variable} to an API key of it",
        )

    def _renew(self) -> None:
        key = self._target.api_key
        if key is None:
            return
        try:
            given = self._exchange(key)
        except PlatformError as error:
            if error.kind in {ErrorKind.AUTH, ErrorKind.FORBIDDEN}:
                raise _auth(
                    f"{self._target.host} does not take the API key in {key.source}",
                    "set another one",
                ) from None
            raise
        self._token = Secret(given.access_token, f"the token of {self._target.host}")
        left = given.expires_in
        self._old_at = time.monotonic() + left * _USED if left else float("inf")


def _auth(message: str, hint: str | None = None) -> PlatformError:
    return PlatformError(ErrorKind.AUTH, message, hint=hint)


def expiry(token: str) -> float | None:
    """Read when a JWT runs out, in seconds since 1970; None where it does not say.

    Nothing is verified, so this is for showing only (RFC 7519, section 4.1.4).
    """
    try:
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
        until = claims["exp"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return float(until) if isinstance(until, int | float) else None
