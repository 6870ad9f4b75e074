"""Schemas of arguments as plans write them: everywhere a value may be a variable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ema_cli.documents.model_schemas import branch

if TYPE_CHECKING:
    from ema_cli.tool import AnyMethod
    from ema_cli.values import JsonObject

VARIABLE: JsonObject = {
    "description": "A text that names a variable: `$name`, `${name}`, `${name:-default}` or"
    " `${actions.ID.result.PATH}`; `$$` is one `$`.",
    "type": "string",
    "pattern": r"(^|[^$])(\$\$)*\$[A-Za-z_{\u0080-\uffff]",
    "examples": ["$source", "${actions.copy.result.rows.written}"],
}
_TO_VARIABLE = {"$ref": "#/$defs/variable"}


def argument_schemas(method: AnyMethod, name: str) -> dict[str, Any]:
    """Give the definitions of a method's arguments, `name` first; `method` is one of them."""
    definitions: dict[str, Any] = branch(method.arguments, name, "validation")
    for definition in definitions.values():
        _open(definition)
    own = definitions[name]
    own["description"] = f"{method.summary}. {own.get('description', '')}".strip()
    if method.name is not None:
        chosen = {"description": "What the tool does.", "const": method.name}
        own["properties"] = {"method": chosen, **own.get("properties", {})}
    return definitions


def _open(schema: dict[str, Any]) -> None:
    """Let a variable stand wherever a value stands inside of `schema`, itself not included."""
    for name, value in schema.get("properties", {}).items():
        schema["properties"][name] = _opened(value)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            schema[key] = _opened(schema[key])
    schema.update({"prefixItems": [_opened(item) for item in schema.get("prefixItems", ())]})
    if not schema["prefixItems"]:
        del schema["prefixItems"]


def _opened(schema: dict[str, Any]) -> dict[str, Any]:
    notes = {key: schema.pop(key) for key in ("description", "default") if key in schema}
    choices: list[dict[str, Any]] = schema.pop("anyOf", None) or [schema]
    for choice in choices:
        _open(choice)
    if not any(map(_takes_any_text, choices)):
        choices.append(_TO_VARIABLE)
    if len(choices) == 1:
        return notes | choices[0]
    return notes | {"anyOf": choices}


def _takes_any_text(schema: dict[str, Any]) -> bool:
    constrained = {"enum", "const", "pattern", "minLength", "maxLength", "format", "$ref"}
    if constrained & schema.keys():
        return False
    return bool(schema.get("type", "string") == "string")
