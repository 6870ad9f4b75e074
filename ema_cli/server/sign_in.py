"""The route at which an API key becomes a token."""

from __future__ import annotations

from typing import Annotated

from fastapi import Header, Request

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http import wire
from ema_cli.server.access import Access
from ema_cli.server.routing import Router

router = Router()


@router.answers("generate_access_token")
def generate_access_token(
    request: Request,
    key: Annotated[str | None, Header(alias="x-ema-api-key", description="The API key.")] = None,
) -> wire.Token:
    """Exchange an API key for a short-lived token."""
    access: Access = request.app.state.access
    if not access.knows_key(key):
        raise PlatformError(ErrorKind.AUTH, "the API key is not known")
    return wire.Token(access_token=access.token(), expires_in=access.seconds)
