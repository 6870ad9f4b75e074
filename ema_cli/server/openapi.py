"""The OpenAPI document: what FastAPI makes of the routes, with errors and signing in added."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from ema_cli.platforms.http.problems import MEDIA_TYPE, STATUSES, ProblemDocument
from ema_cli.platforms.http.routes import ROUTES

if TYPE_CHECKING:
    from fastapi import FastAPI

_PROBLEM = "Problem"
_TOKEN_PATH = ROUTES["generate_access_token"].path
_ERRORS = sorted(
    {
        *STATUSES.values(),
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.INTERNAL_SERVER_ERROR,
    }
)
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
    """Write the document as it is committed."""
    return json.dumps(app.openapi(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _completed(document: dict[str, Any]) -> dict[str, Any]:
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas[_PROBLEM] = ProblemDocument.model_json_schema()
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
    }
    document["security"] = [{"token": []}]
    document["info"]["description"] = _DESCRIPTION
    for path, operations in document["paths"].items():
        for operation in operations.values():
            _complete(operation, signed=path != _TOKEN_PATH)
    return document


def _complete(operation: dict[str, Any], *, signed: bool) -> None:
    problem = {"schema": {"$ref": f"#/components/schemas/{_PROBLEM}"}}
    for status in _ERRORS:
        operation["responses"][str(int(status))] = {
            "description": status.phrase,
            "content": {MEDIA_TYPE: problem},
        }
    if not signed:
        operation["security"] = []
