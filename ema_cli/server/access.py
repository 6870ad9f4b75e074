"""Who may call: an API key is exchanged for a short-lived token, which goes with every call."""

from __future__ import annotations

import secrets
import time
from hmac import compare_digest
from typing import TYPE_CHECKING

import jwt

if TYPE_CHECKING:
    from collections.abc import Callable

TOKEN_SECONDS = 900
"""Life of a token."""

_ALGORITHM = "HS256"
_SCHEME = "bearer "


class Access:
    """Gives tokens and knows them again. Without an API key everybody may call."""

    def __init__(
        self,
        api_key: str | None,
        *,
        seconds: int = TOKEN_SECONDS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Tokens are signed with a key of this process, so that they end with it."""
        self.seconds = seconds
        self._api_key = api_key
        self._signing = secrets.token_bytes(32)
        self._clock = clock

    @property
    def is_open(self) -> bool:
        """Everybody may call."""
        return self._api_key is None

    def knows_key(self, given: str | None) -> bool:
        """Compare an API key, in a time that tells nothing of it."""
        if self._api_key is None:
            return True
        return given is not None and compare_digest(given.encode(), self._api_key.encode())

    def token(self) -> str:
        """Make a token (RFC 7519)."""
        now = int(self._clock())
        claims = {"iat": now, "exp": now + self.seconds, "jti": secrets.token_hex(8)}
        return jwt.encode(claims, self._signing, algorithm=_ALGORITHM)

    def admits(self, authorization: str | None) -> bool:
        """Judge the value of an `Authorization` header."""
        if self.is_open:
            return True
        if authorization is None or authorization[: len(_SCHEME)].lower() != _SCHEME:
            return False
        try:
            claims = jwt.decode(
                authorization[len(_SCHEME) :].strip(),
                self._signing,
                algorithms=[_ALGORITHM],
                # The time is judged below, by the clock that was given.
                options={"require": ["exp"], "verify_exp": False, "verify_iat": False},
            )
            return bool(self._clock() < int(claims["exp"]))
        except (jwt.PyJWTError, ValueError, TypeError):
            return False
