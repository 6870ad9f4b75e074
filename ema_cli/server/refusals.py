"""Errors of the application as problem documents."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.problems import ProblemDocument, document, kind_of
from ema_cli.server.gate import problem_response

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, Response

_TOLD = 5
"""Places that are told of a body that is wrong in many."""

_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "has an unknown key",
    "json_invalid": "is no JSON",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be a JSON object, sent as application/json",
    "list_type": "must be a list",
    "too_long": "is too long",
}


def answer_errors(app: FastAPI) -> None:
    """Let every error of the application be answered with a problem document."""
    app.add_exception_handler(PlatformError, _platform)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _fault)


async def _platform(_request: Request, error: Exception) -> Response:
    if not isinstance(error, PlatformError):
        raise error
    return problem_response(document(error.kind, error.message, hint=error.hint))


async def _invalid(_request: Request, error: Exception) -> Response:
    """Say what is wrong and where; neither a value nor a key that is not ours is shown."""
    found = error.errors() if isinstance(error, RequestValidationError) else []
    told = [f"{_place(one)} {_WORDS.get(one['type'], 'is not valid')}" for one in found[:_TOLD]]
    return problem_response(document(ErrorKind.REJECTED, "; ".join(told)))


def _place(one: dict[str, object]) -> str:
    location = one["loc"]
    parts = list(location) if isinstance(location, tuple) else []
    if one["type"] in {"extra_forbidden", "json_invalid"}:
        parts = parts[:-1]
    return ".".join(str(part) for part in parts) or "the request"


async def _http(_request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    status = HTTPStatus(error.status_code)
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED}:
        problem = _no_route(status)
    else:
        problem = document(kind_of(status, None), str(error.detail), status=status)
    response = problem_response(problem)
    response.headers.update(error.headers or {})
    return response


def _no_route(status: HTTPStatus) -> ProblemDocument:
    """Tell a caller who goes by other paths from one who names a persona that is not there."""
    return document(
        ErrorKind.NOT_FOUND if status == HTTPStatus.NOT_FOUND else ErrorKind.REJECTED,
        "the platform has no request of this method and path",
        hint="are `url` and `routes` of the environment right?",
        status=status,
    )


async def _gone(_request: Request, _error: Exception) -> Response:
    """Answer a client that went away in the middle of its request; it will not be heard."""
    return problem_response(
        document(
            ErrorKind.REJECTED, "the request did not arrive whole", status=HTTPStatus.BAD_REQUEST
        )
    )


async def _fault(_request: Request, _error: Exception) -> Response:
    return problem_response(document(ErrorKind.INTERNAL, "a fault in the server"))
