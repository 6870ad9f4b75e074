"""What every request passes before the application sees it: host, token, size of its body.

The path is handed on as it was sent, percent-encoded: decoded first, a `%2F` in a name would
become another path.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ema_cli.errors import ErrorKind
from ema_cli.platforms.http.problems import MEDIA_TYPE, ProblemDocument, document
from ema_cli.platforms.http.routes import ROUTES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from ema_cli.server.access import Access

BODY_LIMIT = 64 << 20
"""Bytes of a JSON body: a page of rows of 8 million characters, however they are encoded."""

_OPEN_PATH = ROUTES["generate_access_token"].path
_STREAMED = ROUTES["write_file"].method


class Gate:
    """An ASGI application around another one."""

    def __init__(
        self,
        app: ASGIApp,
        access: Access,
        hosts: Collection[str] | None,
        on_fault: Callable[[Exception], None],
        body_limit: int = BODY_LIMIT,
    ) -> None:
        """Guard `app`. `hosts` are the names that it may be called by; None for all.

        `on_fault` hears of errors that nobody expected, after they were answered.
        """
        self._app = app
        self._access = access
        self._hosts = hosts
        self._on_fault = on_fault
        self._body_limit = body_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            return
        path = scope["raw_path"].decode("latin-1")
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        problem = self._problem(scope["method"], path, headers)
        if problem is not None:
            await problem_response(problem)(scope, receive, send)
            return
        if scope["method"] != _STREAMED:
            receive = _limited(receive, self._body_limit)
        try:
            await self._app({**scope, "path": path}, receive, send)
        except Exception as fault:  # noqa: BLE001 - it was answered, and must not end the server
            self._on_fault(fault)

    def _problem(self, method: str, path: str, headers: dict[bytes, str]) -> ProblemDocument | None:
        if self._hosts is not None and _host(headers.get(b"host", "")) not in self._hosts:
            # A page in a browser may have its own name lead here (DNS rebinding).
            return document(ErrorKind.FORBIDDEN, "this server is not called by that name")
        if path != _OPEN_PATH and not self._access.admits(headers.get(b"authorization")):
            return document(
                ErrorKind.AUTH,
                "not signed in",
                hint=f"get a token at {_OPEN_PATH} and send it as a bearer token",
            )
        if method != _STREAMED and _length(headers.get(b"content-length")) > self._body_limit:
            return document(ErrorKind.REJECTED, _too_large(self._body_limit), status=_TOO_LARGE)
        return None


_TOO_LARGE = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def _too_large(limit: int) -> str:
    return f"the request is larger than {limit >> 20} MiB"


def _host(header: str) -> str | None:
    try:
        return urlsplit(f"//{header}").hostname
    except ValueError:
        return None


def _length(header: str | None) -> int:
    return int(header) if header is not None and header.isdecimal() else 0


def _limited(receive: Receive, limit: int) -> Receive:
    """Count the bytes of a body that does not say how long it is."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise HTTPException(_TOO_LARGE, _too_large(limit))
        return message

    return counted


def problem_response(problem: ProblemDocument) -> Response:
    """Make the response of a problem document."""
    headers = {"WWW-Authenticate": "Bearer"} if problem.error_kind == ErrorKind.AUTH else None
    return Response(
        problem.model_dump_json(), problem.status, media_type=MEDIA_TYPE, headers=headers
    )
