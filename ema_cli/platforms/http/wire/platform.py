"""Bodies about the platform itself."""

from __future__ import annotations

from ema_cli.platforms.http.wire.base import Answer


class Platform(Answer):
    """Who this platform is."""

    id: str


class Token(Answer):
    """A short-lived bearer token."""

    access_token: str
    token_type: str = "Bearer"  # noqa: S105 - the name of a scheme
    expires_in: int | None = None
    """Seconds."""
