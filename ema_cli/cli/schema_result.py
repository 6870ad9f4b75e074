"""JSON Schema of what commands that run plans print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ema_cli.documents.model_schemas import DIALECT, branch
from ema_cli.errors import ErrorKind
from ema_cli.runs.result import CompositeResult, RunStatus

if TYPE_CHECKING:
    from ema_cli.tool import AnyMethod, ToolTable
    from ema_cli.values import JsonObject

_RUN = "run"
_ACTION = f"{_RUN}.ActionOutcome"
_EXAMPLE: JsonObject = {
    "schema_version": 1,
    "run_id": "0190a6f2-7c1e-7b3a-9d5e-2f4c6a8b0d1e",
    "status": "success",
    "env": "local",
    "persona": None,
    "actions": [],
}


def result_schema(tools: ToolTable) -> JsonObject:
    """Make the schema of the composite result, and of the document that stands in its place.

    Each method's result is a definition of its own; the shape of an action's outcome is another.
    """
    definitions: dict[str, Any] = branch(CompositeResult, _RUN, "validation")
    methods = [method for tool in tools.values() for method in tool.methods.values()]
    definitions[_ACTION]["allOf"] = [{"$ref": "#/$defs/results"}]
    definitions[_RUN]["required"] = ["schema_version", "run_id", "status", "env", "persona"]
    definitions[_RUN]["required"].append("actions")
    definitions["failure"] = _FAILURE
    definitions["results"] = {"allOf": [_when(method) for method in methods]}
    for method in methods:
        definitions |= branch(method.result, _called(method), "serialization")
    return {
        "$schema": DIALECT,
        "title": "Composite result of ema",
        "description": "What a run prints: base operation and actions in one document; or, where"
        " no run began, what was wrong.",
        "examples": [_EXAMPLE],
        "if": {"required": ["run_id"]},
        "then": {"$ref": f"#/$defs/{_RUN}"},
        "else": {"$ref": "#/$defs/failure"},
        "$defs": definitions,
    }


def _called(method: AnyMethod) -> str:
    return ".".join(filter(None, ("result", method.tool, method.name)))


def _when(method: AnyMethod) -> dict[str, Any]:
    """Say what the result of a method is, where there is one."""
    return {
        "if": {
            "properties": {
                "tool": {"const": method.tool},
                "method": {"const": method.name},
                "result": {"type": "object"},
            },
            "required": ["tool", "method", "result"],
        },
        "then": {"properties": {"result": {"$ref": f"#/$defs/{_called(method)}"}}},
    }


_TEXT_OR_NULL = {"type": ["string", "null"]}
_FAILURE: dict[str, Any] = {
    "description": "A command that failed, or was interrupted, before a run began.",
    "type": "object",
    "properties": {
        "schema_version": {"const": 1},
        "status": {"enum": [RunStatus.FAILED.value, RunStatus.INTERRUPTED.value]},
        "error": {"description": "What is wrong.", "type": "string"},
        "error_kind": {"enum": [kind.value for kind in ErrorKind]},
        "hint": {"description": "What to do.", **_TEXT_OR_NULL},
        "where": {"description": "`file:line:column`, or an option.", **_TEXT_OR_NULL},
        "errors": {
            "description": "All that is wrong, in the order of files.",
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "properties": {
                    "message": {"type": "string"},
                    "hint": _TEXT_OR_NULL,
                    "where": _TEXT_OR_NULL,
                },
                "required": ["message", "hint", "where"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["schema_version", "status", "error", "error_kind", "hint", "where", "errors"],
    "additionalProperties": False,
}
