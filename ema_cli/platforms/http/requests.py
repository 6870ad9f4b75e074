"""A call as it is asked for, and as it is made ready to be sent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urljoin, urlsplit

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.answers import SMALL
from ema_cli.platforms.http.routes import Route, segment
from ema_cli.platforms.http.uploads import Upload

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import httpx

    from ema_cli.platforms.http.target import Secret
    from ema_cli.values import JsonValue

FILE = "file"
"""The part of a path that is the name of a file."""

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
    """What it is to name a file by what no path can hold."""
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
    path = _path(call, route)
    query = {name: _text(value) for name, value in call.query.items() if value is not None}
    if call.key is not None:
        headers["Idempotency-Key"] = _quoted(call.key)
    if call.api_key is not None:
        headers["x-ema-api-key"] = call.api_key.value
    url = base.rstrip("/") + path + (f"?{_encoded_query(query)}" if query else "")
    return Request(route.method, url, headers, body)


def _path(call: Call, route: Route) -> str:
    for name, value in call.values.items():
        try:
            segment(value)
        except ValueError:
            kind = call.missing if name == FILE else ErrorKind.NOT_FOUND
            raise PlatformError(kind, f"{call.action}: that can be no {name}") from None
    return route.filled(call.values)


def _encoded(body: JsonValue) -> bytes:
    try:
        return _dumped(body, ascii_only=False).encode()
    except UnicodeEncodeError:
        # Half a surrogate pair can be said in JSON; what it means is for the platform to judge.
        return _dumped(body, ascii_only=True).encode()
    except (ValueError, TypeError, RecursionError):
        raise _rejected("what is no JSON: NaN, infinity or too many levels") from None


def _dumped(body: JsonValue, *, ascii_only: bool) -> str:
    return json.dumps(body, ensure_ascii=ascii_only, allow_nan=False, separators=(",", ":"))


def _encoded_query(query: Mapping[str, str]) -> str:
    try:
        return urlencode(query)
    except UnicodeEncodeError:
        raise _rejected("half a surrogate pair") from None


def _quoted(key: str) -> str:
    try:
        return quote(key, safe=_KEY_SAFE)
    except UnicodeEncodeError:
        raise _rejected("half a surrogate pair") from None


def _rejected(what: str) -> PlatformError:
    return PlatformError(ErrorKind.REJECTED, f"the request holds {what}")


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
    try:
        to = urljoin(request.url, response.headers.get("Location", ""))
        elsewhere = _origin(to) != _origin(request.url)
    except ValueError:
        raise _refused(f"{asked} is redirected to what is no URL") from None
    if elsewhere:
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
