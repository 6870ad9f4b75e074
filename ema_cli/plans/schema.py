"""JSON Schemas of plan and alias files, for editors.

The shape of an item is one definition that no tool changes; each tool, and each of its methods,
comes in as a definition of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ema_cli.documents.model_schemas import DIALECT
from ema_cli.plans.alias_names import ALIAS_NAME
from ema_cli.plans.argument_schemas import VARIABLE, argument_schemas
from ema_cli.plans.bodies import GIVEN
from ema_cli.plans.templates import NAME

if TYPE_CHECKING:
    from ema_cli.tool import AnyMethod, Tool, ToolTable
    from ema_cli.values import JsonObject

_ALIAS_NAME = f"^{ALIAS_NAME.pattern}$"
_VARIABLE_NAME = f"^(?!({'|'.join((*GIVEN, 'actions'))})$){NAME.pattern}$"
_EXAMPLE = [
    {"tool": "data", "args": {"method": "copy", "from": "$source"}},
    "copy-and-sanitize",
    {"tool": "snapshot", "args": {"message": "Created from $source"}},
]


def plan_schema(tools: ToolTable) -> JsonObject:
    """Make the schema of plan files."""
    return {
        "$schema": DIALECT,
        "title": "Plan of ema",
        "description": "What `ema persona create --actions` and `ema run` run.",
        "examples": [
            _EXAMPLE,
            {"version": 1, "vars": {"customer": "Acme Corp"}, "actions": _EXAMPLE[:1]},
        ],
        **_either("plan"),
        "$defs": {"plan": _mapping("A plan with what holds for all of it.", _PLAN)}
        | _definitions(tools),
    }


def alias_schema(tools: ToolTable) -> JsonObject:
    """Make the schema of alias files."""
    return {
        "$schema": DIALECT,
        "title": "Alias of ema",
        "description": "A name for a list of actions; the file's name is the alias's.",
        "examples": [
            _EXAMPLE[:1],
            {"description": "What it is for", "vars": {"examples": []}, "actions": _EXAMPLE[:1]},
        ],
        **_either("alias"),
        "$defs": _definitions(tools),
    }


def _definitions(tools: ToolTable) -> JsonObject:
    """Give what both kinds of files are made of."""
    definitions: dict[str, Any] = {
        "alias": _mapping("An alias with what it is for.", _ALIAS),
        "items": {
            "description": "Actions and aliases; they run in this order.",
            "type": "array",
            "items": {"$ref": "#/$defs/item"},
        },
        "item": {
            "description": "An action, or the name of an alias.",
            "if": {"type": "string"},
            "then": {"$ref": "#/$defs/alias-name"},
            "else": {"$ref": "#/$defs/action"},
        },
        "alias-name": {
            "description": "The name of an alias, shipped or your own.",
            "type": "string",
            "pattern": _ALIAS_NAME,
            "not": {"$ref": "#/$defs/tool"},
            "examples": ["copy-and-sanitize"],
        },
        "action": _ACTION,
        "variable": VARIABLE,
        "variables": {
            "description": "Variables and their values; `--var` wins over them.",
            "type": ["object", "null"],
            "propertyNames": {"pattern": _VARIABLE_NAME},
            "examples": [{"customer": "Acme Corp"}],
        },
        "tool": {
            "description": "What acts.",
            "enum": list(tools),
        },
        "tools": {"allOf": [_when({"tool": name}, _tool_args(tools[name])) for name in tools]},
    }
    for tool in tools.values():
        definitions |= _tool_definitions(tool)
    return definitions


def _either(mapping: str) -> dict[str, Any]:
    """Say that a file is a list of items, or a mapping around it."""
    return {
        "if": {"type": "array"},
        "then": {"$ref": "#/$defs/items"},
        "else": {"$ref": f"#/$defs/{mapping}"},
    }


def _mapping(description: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": description,
        "type": "object",
        "properties": properties,
        "patternProperties": {"^x-": {"description": "Yours: ema does not read it."}},
        "additionalProperties": False,
        "required": ["actions"],
    }


_ALIAS = {
    "description": {"description": "What it is for, in your words."},
    "vars": {"$ref": "#/$defs/variables"},
    "actions": {"$ref": "#/$defs/items"},
}
_PLAN = {
    "version": {"description": "Version of the format.", "const": 1},
    "description": _ALIAS["description"],
    "vars": _ALIAS["vars"],
    "continue_on_error": {
        "description": "Go on after an action that fails.",
        "type": "boolean",
        "default": False,
    },
    "aliases": {
        "description": "Aliases of this plan alone, by name.",
        "type": ["object", "null"],
        "propertyNames": {"$ref": "#/$defs/alias-name"},
        "additionalProperties": _either("alias"),
    },
    "actions": _ALIAS["actions"],
}
_ACTION: dict[str, Any] = {
    "description": "A tool and its arguments.",
    "type": "object",
    "properties": {
        "tool": {"$ref": "#/$defs/tool"},
        "args": {
            "description": "Arguments of the tool, the same as of its direct command.",
            "type": ["object", "null"],
        },
        "id": {
            "description": "Its name, by which later actions find its result.",
            "type": "string",
            "pattern": "^[a-z][a-z0-9-]*$",
        },
        "continue_on_error": {
            "description": "Whether the run goes on when it fails; wins over the plan's.",
            "type": "boolean",
        },
        "always": {
            "description": "Whether it runs after a stop, too.",
            "type": "boolean",
            "default": False,
        },
    },
    "additionalProperties": False,
    "required": ["tool"],
    "allOf": [{"$ref": "#/$defs/tools"}],
    "examples": [_EXAMPLE[0]],
}


def _when(properties: dict[str, str], then: dict[str, Any]) -> dict[str, Any]:
    constants = {name: {"const": value} for name, value in properties.items()}
    return {"if": {"properties": constants, "required": list(properties)}, "then": then}


def _tool_args(tool: Tool) -> dict[str, Any]:
    """Say what the action of a tool must bring, its arguments apart from that."""
    rest = tool.method(None)
    args = {"args": {"$ref": f"#/$defs/{_called(tool)}"}}
    if rest is not None and not _required(rest):
        return {"properties": {"args": {"anyOf": [args["args"], {"type": "null"}]}}}
    return {"properties": args, "required": ["args"]}


def _called(tool: Tool) -> str:
    """Name its definition so that it is never one of those that all plans share."""
    return f"tool.{tool.name}"


def _required(method: AnyMethod) -> bool:
    return any(field.is_required() for field in method.arguments.model_fields.values())


def _tool_definitions(tool: Tool) -> dict[str, Any]:
    """Give the arguments of a tool: of its one method, or those that `method` tells apart."""
    names = [name for name in tool.methods if name is not None]
    if not names:
        return argument_schemas(tool.methods[None], _called(tool))
    method = {"description": "What the tool does.", "enum": names}
    if tool.default is not None:
        method["default"] = tool.default
    definitions: dict[str, Any] = {
        _called(tool): {
            "description": f"{tool.summary}.",
            "type": "object",
            "properties": {"method": method},
            "allOf": [_method_args(tool, name) for name in names],
        }
    }
    if tool.default is None:
        definitions[_called(tool)]["required"] = ["method"]
    for name in names:
        definitions |= argument_schemas(tool.methods[name], f"{_called(tool)}.{name}")
    return definitions


def _method_args(tool: Tool, name: str) -> dict[str, Any]:
    condition = _when({"method": name}, {"$ref": f"#/$defs/{_called(tool)}.{name}"})
    if name == tool.default:
        del condition["if"]["required"]
    return condition
