"""Problem documents (RFC 9457): what a platform answers when it says no.

Our extensions are `error_kind`, one of the kinds in `ema_cli/errors.py`, and `hint`.
"""

from __future__ import annotations

from http import HTTPStatus

from pydantic import BaseModel, ConfigDict

from ema_cli.errors import ErrorKind, PlatformError

MEDIA_TYPE = "application/problem+json"

STATUSES = {
    ErrorKind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    ErrorKind.CONFLICT: HTTPStatus.CONFLICT,
    ErrorKind.REJECTED: HTTPStatus.UNPROCESSABLE_ENTITY,
    ErrorKind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    ErrorKind.AUTH: HTTPStatus.UNAUTHORIZED,
    ErrorKind.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorKind.TIMEOUT: HTTPStatus.GATEWAY_TIMEOUT,
}
"""Status of each kind; every other kind is a fault of the platform, 500."""

_UNAVAILABLE = {HTTPStatus.TOO_MANY_REQUESTS, *range(500, 600)}

_KINDS: dict[int, ErrorKind] = {
    HTTPStatus.BAD_REQUEST: ErrorKind.REJECTED,
    HTTPStatus.UNAUTHORIZED: ErrorKind.AUTH,
    HTTPStatus.FORBIDDEN: ErrorKind.FORBIDDEN,
    HTTPStatus.NOT_FOUND: ErrorKind.NOT_FOUND,
    HTTPStatus.REQUEST_TIMEOUT: ErrorKind.TIMEOUT,
    HTTPStatus.CONFLICT: ErrorKind.CONFLICT,
    HTTPStatus.PRECONDITION_FAILED: ErrorKind.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ErrorKind.REJECTED,
    HTTPStatus.UNPROCESSABLE_ENTITY: ErrorKind.REJECTED,
    HTTPStatus.GATEWAY_TIMEOUT: ErrorKind.TIMEOUT,
}


class ProblemDocument(BaseModel):
    """What went wrong with a request; no value of the request stands in it."""

    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    error_kind: str
    hint: str | None = None


def status_of(kind: ErrorKind) -> HTTPStatus:
    """Give the status of an error."""
    return STATUSES.get(kind, HTTPStatus.INTERNAL_SERVER_ERROR)


def document(
    kind: ErrorKind, message: str, *, hint: str | None = None, status: HTTPStatus | None = None
) -> ProblemDocument:
    """Make the document of an error; `status` where the usual one of its kind is too wide."""
    chosen = status or status_of(kind)
    return ProblemDocument(
        title=chosen.phrase, status=chosen, detail=message, error_kind=kind.value, hint=hint
    )


def kind_of(status: int, told: str | None) -> ErrorKind:
    """Tell the kind of an answer that says no: as its document has it, else by its status."""
    if status == HTTPStatus.UNAUTHORIZED:
        return ErrorKind.AUTH
    if told in STATUSES:
        return ErrorKind(told)
    fallback = ErrorKind.UNAVAILABLE if status in _UNAVAILABLE else ErrorKind.PROTOCOL
    return _KINDS.get(status, fallback)


def as_error(found: ProblemDocument) -> PlatformError:
    """Read a document as the error that it tells of."""
    return PlatformError(kind_of(found.status, found.error_kind), found.detail, hint=found.hint)
