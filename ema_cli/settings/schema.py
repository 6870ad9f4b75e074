"""JSON Schema of the user's `config.yaml`, for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ema_cli.documents.model_schemas import DIALECT
from ema_cli.platforms.http.routes import METHODS, ROUTES, Route
from ema_cli.platforms.http.target import READ_SECONDS
from ema_cli.settings.sections import LONGEST_TIMEOUT
from ema_cli.settings.values import LOCAL

if TYPE_CHECKING:
    from ema_cli.values import JsonObject

_NAME = "^[A-Za-z][A-Za-z0-9_-]{0,63}$"


def config_schema() -> JsonObject:
    """Make the schema of the configuration file."""
    return {
        "$schema": DIALECT,
        "title": "Configuration of ema",
        "description": "Environments, and which one commands work on: `config.yaml` in the folder"
        " of ema's settings.",
        "examples": [{"env": "demo", "environments": {"demo": _EXAMPLE}}],
        "type": "object",
        "properties": {
            "version": {"description": "Version of the format.", "const": 1},
            "env": {
                "description": "Environment to work on where neither --env nor EMA_ENV says.",
                "type": "string",
                "pattern": _NAME,
                "default": LOCAL,
            },
            "timeout": {"$ref": "#/$defs/seconds"},
            "environments": {
                "description": f"Platforms by name; `{LOCAL}` is always the one on this machine.",
                "type": "object",
                "propertyNames": {"pattern": _NAME, "not": {"const": LOCAL}},
                "additionalProperties": {"$ref": "#/$defs/environment"},
            },
        },
        "additionalProperties": False,
        "$defs": {
            "environment": {
                "description": "A platform behind HTTP.",
                "type": "object",
                "properties": _ENVIRONMENT,
                "additionalProperties": False,
                "examples": [_EXAMPLE],
            },
            "seconds": {
                "description": "Seconds for which an answer may be silent.",
                "type": "number",
                "exclusiveMinimum": 0,
                "maximum": LONGEST_TIMEOUT,
                "default": READ_SECONDS,
            },
        },
    }


_EXAMPLE: JsonObject = {
    "url": "https://ema.acme.example",
    "api_key_env": "ACME_EMA_KEY",
    "protected": True,
}


def _flag(description: str, *, default: bool) -> dict[str, Any]:
    return {"description": description, "type": "boolean", "default": default}


def _route(route: Route) -> dict[str, Any]:
    parts = ", ".join(f"{{{part}}}" for part in sorted(route.parts)) or "no part in braces"
    return {
        "description": f'"METHOD /path" with {parts}.',
        "type": "string",
        "pattern": f"^({'|'.join(METHODS)}) /.+$",
        "default": str(route),
    }


_ENVIRONMENT: dict[str, Any] = {
    "url": {
        "description": "Where it is; without it, where EMA_URL says.",
        "type": "string",
        "pattern": r"^[Hh][Tt][Tt][Pp][Ss]?://(?![^/]*@)[!\"$->@-~]+$",
    },
    "api_key_env": {
        "description": "Name of the variable that holds the API key; never the key itself.",
        "type": "string",
        "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
        "default": "EMA_API_KEY",
    },
    "protected": _flag("Leave personas alone that the run itself did not make.", default=False),
    "timeout": {"$ref": "#/$defs/seconds"},
    "ca_file": {
        "description": "Certificates to trust; the path starts from this file's folder.",
        "type": "string",
    },
    "insecure": _flag("Let a key go out without TLS.", default=False),
    "idempotency": _flag("Whether it remembers the keys of changing calls.", default=True),
    "unique_names": _flag("Whether it refuses a second persona of a name.", default=True),
    "routes": {
        "description": "Other paths than those of the contract.",
        "type": "object",
        "properties": {name: _route(route) for name, route in ROUTES.items()},
        "additionalProperties": False,
    },
}
