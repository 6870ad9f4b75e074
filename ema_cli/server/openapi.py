"""The OpenAPI document: what FastAPI makes of the routes, with errors and signing in added."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from ema_cli.errors import ErrorKind
from ema_cli.platforms.http.problems import MEDIA_TYPE, STATUSES, ProblemDocument
from ema_cli.platforms.http.routes import ROUTES

if TYPE_CHECKING:
    from fastapi import FastAPI

_PROBLEM = "Problem"
_TOKEN_PATH = ROUTES["generate_access_token"].path
_ERRORS = {
    HTTPStatus.BAD_REQUEST: "The request is no whole HTTP or JSON.",
    HTTPStatus.UNAUTHORIZED: "Not signed in.",
    HTTPStatus.FORBIDDEN: "It may not be changed.",
    HTTPStatus.NOT_FOUND: "It is not there.",
    HTTPStatus.CONFLICT: "What is there forbids it.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The request is too large.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "The platform does not take that.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "A fault in the server.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The platform cannot work now.",
    HTTPStatus.GATEWAY_TIMEOUT: "The platform is in use by others for too long.",
}
_DESCRIPTION = (
    "What `ema` asks of a platform. `ema serve` answers it, and `ema` calls it. Errors are problem"
    " documents (RFC 9457) with an `error_kind`."
)


def completed(app: FastAPI) -> None:
    """Let the application give its document with all that FastAPI does not know."""
    plain = app.openapi

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _completed(plain())
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def as_text(app: FastAPI) -> str:
    """Write the document as `docs/openapi.json` has it."""
    return json.dumps(app.openapi(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _completed(document: dict[str, Any]) -> dict[str, Any]:
    components = document["components"]
    schemas = components["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas[_PROBLEM] = _problem_schema()
    problem = {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{_PROBLEM}"}}}
    components["responses"] = {
        _name(status): {"description": words, "content": problem}
        for status, words in _ERRORS.items()
    }
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
    }
    document["security"] = [{"token": []}]
    document["info"] |= {"description": _DESCRIPTION, "version": "1"}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            _complete(operation, signed=path != _TOKEN_PATH)
    return document


def _problem_schema() -> dict[str, Any]:
    schema = ProblemDocument.model_json_schema()
    kinds = [kind.value for kind in (*STATUSES, ErrorKind.INTERNAL)]
    schema["properties"]["error_kind"] = {"type": "string", "enum": kinds}
    return schema


def _name(status: HTTPStatus) -> str:
    return f"error_{int(status)}"


def _complete(operation: dict[str, Any], *, signed: bool) -> None:
    for status in _ERRORS:
        operation["responses"][str(int(status))] = {
            "$ref": f"#/components/responses/{_name(status)}"
        }
    if not signed:
        operation["security"] = []
