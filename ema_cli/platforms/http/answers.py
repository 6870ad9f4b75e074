"""Reading what a platform answers: as much as fits, of the right type and shape, or an error."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http import wire
from ema_cli.platforms.http.problems import ProblemDocument, kind_of

if TYPE_CHECKING:
    import httpx

SMALL = 16 << 20
"""Bytes of an answer, unless it may hold a page of rows."""
LARGE = 96 << 20
"""Bytes of an answer with a page of rows or all files; pages end at 8 million characters."""

_SHOWN = 200
_PROBLEM = 64 << 10
_NO_CONTENT = 204
_TOLD = 1000

M = TypeVar("M", bound=BaseModel)

# Texts and numbers of JSON, but not the names that our own bodies give to things.
_VALUES = re.compile(r'"((?:[^"\\]|\\.)*)("?)(\s*:)?|-?[0-9][0-9.eE+-]*', re.DOTALL)


def read(response: httpx.Response, model: type[M], limit: int) -> M:
    """Read the answer to a call that went well."""
    if response.status_code == _NO_CONTENT or not _is_json(response):
        raise unexpected(response, "has no JSON", _beginning(response))
    data = _whole(response, limit)
    try:
        return model.model_validate(json.loads(data))
    except ValidationError:
        raise unexpected(response, "has JSON of another shape", data) from None
    except (ValueError, RecursionError):
        raise unexpected(response, "is no whole JSON", data) from None


def opening(response: httpx.Response, what: str) -> PlatformError:
    """Error for an answer that should be a file; it shows how it begins."""
    return unexpected(response, what, _beginning(response))


def read_nothing(response: httpx.Response) -> None:
    """Take note of an answer that says no more than that it was done."""
    if response.status_code != _NO_CONTENT and not _is_json(response):
        raise unexpected(response, "has no JSON", _beginning(response))


def refusal(response: httpx.Response) -> PlatformError:
    """Read an answer that says no."""
    data = _beginning(response)
    status = response.status_code
    try:
        told = ProblemDocument.model_validate(json.loads(data))
    except (ValueError, RecursionError):
        kind = kind_of(status, None)
        if kind in _PLAIN or _is_json(response):
            return PlatformError(kind, f"{_said(response)}: {response.reason_phrase}")
        return unexpected(response, "is no problem document", data)
    return PlatformError(
        kind_of(status, told.error_kind),
        told.detail[:_TOLD],
        hint=(told.hint or "")[:_TOLD] or None,
    )


_PLAIN = {ErrorKind.AUTH, ErrorKind.FORBIDDEN, ErrorKind.UNAVAILABLE, ErrorKind.TIMEOUT}
"""Kinds that a proxy on the way may answer with, with any body."""


def unexpected(response: httpx.Response, what: str, data: bytes) -> PlatformError:
    """Error for an answer that is not the contract's; it shows how the body begins."""
    kind = response.headers.get("Content-Type", "no type")
    beginning = shown(data) or "nothing"
    return PlatformError(
        ErrorKind.PROTOCOL,
        f"{_said(response)} {what} ({kind[:100]}): {beginning}",
        hint="is the url that of an Ema platform, and are its routes these?",
    )


def _said(response: httpx.Response) -> str:
    request = response.request
    path = request.url.raw_path.decode("ascii").partition("?")[0]
    return f"the answer {response.status_code} to {request.method} {path}"


def shown(data: bytes) -> str:
    """Show the first 200 printable characters of a body; of JSON its shape, for it may be rows."""
    text = data[: 20 * _SHOWN].decode("utf-8", "replace")
    if text.lstrip()[:1] in {"{", "[", '"'}:
        text = _VALUES.sub(_masked, text)
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())[:_SHOWN]


def _masked(found: re.Match[str]) -> str:
    text, end, colon = found[1], found[2], found[3]
    if text is None:
        return "0"
    return f'"{text if colon and text in _NAMES else "…"}{end or ""}{colon or ""}'


_NAMES = frozenset(
    name
    for model in (ProblemDocument, *(getattr(wire, name) for name in wire.__all__))
    for name in model.model_fields
)
"""Names in our bodies; others may be those of columns, and so somebody's data."""


def _is_json(response: httpx.Response) -> bool:
    kind = str(response.headers.get("Content-Type", "")).partition(";")[0].strip().lower()
    return kind == "application/json" or kind.endswith("+json")


def _whole(response: httpx.Response, limit: int) -> bytes:
    data = bytearray()
    for chunk in response.iter_bytes():
        data += chunk
        if len(data) > limit:
            raise unexpected(response, f"is larger than {limit >> 20} MiB", bytes(data[:4000]))
    return bytes(data)


def _beginning(response: httpx.Response) -> bytes:
    data = bytearray()
    for chunk in response.iter_bytes():
        data += chunk
        if len(data) > _PROBLEM:
            break
    return bytes(data)
