"""A call as it is asked for, and as it is made ready to be sent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urljoin, urlsplit

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.answers import SMALL
from ema_cli.platforms.http.uploads import Upload

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import httpx

    from ema_cli.platforms.http.routes import Route
    from ema_cli.platforms.http.target import Secret
    from ema_cli.values import JsonValue

_SAME_METHOD = frozenset({307, 308})
_KEY_SAFE = "!#$&'()*+,-./:;<=>?@[]^_`{|}~"
"""Characters of a key that stand for themselves in its header; all others are percent-encoded."""


@dataclass(frozen=True, slots=True)
class Call:
    """What is asked of the platform."""

    action: str
    """In words, for messages: `creating the persona`."""
    route: str
    values: Mapping[str, str] = field(default_factory=dict)
    """What stands in the path."""
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    """What is None is left out."""
    body: JsonValue | Upload = None
    key: str | None = None
    """Of a changing call."""
    limit: int = SMALL
    """Bytes of the answer."""
    missing: ErrorKind = ErrorKind.NOT_FOUND
    """What it is to name something that no path can hold."""
    api_key: Secret | None = None
    """Shown instead of a token, where this call is to get one."""


@dataclass(frozen=True, slots=True)
class Request:
    """A call made ready to be sent, as often as is needed."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | Upload | None

    @property
    def repeatable(self) -> bool:
        """It can be sent again."""
        return not isinstance(self.body, Upload) or self.body.repeatable

    def content(self) -> bytes | Iterator[bytes] | None:
        """Give the bytes of the body."""
        return self.body.content() if isinstance(self.body, Upload) else self.body


def prepare(call: Call, base: str, route: Route) -> Request:
    """Make a call ready. `rejected` for what JSON, UTF-8 or a path cannot hold."""
    headers: dict[str, str] = {}
    body: bytes | Upload | None = None
    if isinstance(call.body, Upload):
        body = call.body
        headers["Content-Type"] = "application/octet-stream"
    elif call.body is not None:
        body = _encoded(call.body)
        headers["Content-Type"] = "application/json"
    try:
        path = route.filled(call.values)
        query = urlencode(
            {name: _text(value) for name, value in call.query.items() if value is not None}
        )
        if call.key is not None:
            headers["Idempotency-Key"] = quote(call.key, safe=_KEY_SAFE)
    except ValueError:
        raise PlatformError(
            call.missing, f"{call.action}: an id or name that cannot be one"
        ) from None
    if call.api_key is not None:
        headers["x-ema-api-key"] = call.api_key.value
    url = base.rstrip("/") + path + (f"?{query}" if query else "")
    return Request(route.method, url, headers, body)


def _encoded(body: JsonValue) -> bytes:
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode()
    except (ValueError, TypeError, RecursionError):
        raise PlatformError(
            ErrorKind.REJECTED,
            "the request holds what is no JSON",
            hint="NaN, infinity and half a surrogate pair are none",
        ) from None


def _text(value: str | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def has_utf8(text: str) -> bool:
    """Say whether UTF-8 can hold the text: it cannot hold half a surrogate pair."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def redirected(request: Request, response: httpx.Response) -> Request:
    """Give the request that a redirection asks for, if it is one to follow.

    Only on the same origin, as a token must not leave it, and never with another method.
    """
    asked = f"{request.method} {urlsplit(request.url).path}"
    to = urljoin(request.url, response.headers.get("Location", ""))
    if _origin(to) != _origin(request.url):
        raise _refused(f"{asked} is redirected to another host, {_origin(to)}")
    if request.method != "GET" and response.status_code not in _SAME_METHOD:
        raise _refused(f"{asked} is redirected ({response.status_code}), which would make it a GET")
    if not request.repeatable:
        raise _refused(f"{asked} is redirected ({response.status_code}) after the file was sent")
    return replace(request, url=to)


def too_many(request: Request) -> PlatformError:
    """Error for redirections that have no end."""
    return _refused(f"{request.method} {urlsplit(request.url).path} is redirected again and again")


def _refused(message: str) -> PlatformError:
    return PlatformError(
        ErrorKind.PROTOCOL, message, hint="set `url` to where the platform is, as https://HOST"
    )


def _origin(url: str) -> str:
    parts = urlsplit(url)
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    return f"{parts.scheme}://{parts.hostname}:{port}"
