"""JSON Schemas (draft 2020-12) of pydantic models, as branches of a larger schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic.json_schema import GenerateJsonSchema

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ema_cli.values import JsonObject

DIALECT = GenerateJsonSchema.schema_dialect


class _Untitled(GenerateJsonSchema):
    """Leaves out the titles that pydantic makes of names: they say nothing new."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401, ARG002 - see pydantic
        return False


def branch(
    model: type[BaseModel], name: str, mode: Literal["validation", "serialization"]
) -> JsonObject:
    """Give the definitions of a model: its own under `name`, what it refers to under `name.…`.

    So no branch changes when another one comes in. `ValueError` for what no schema can say.
    """
    schema: dict[str, Any] = model.model_json_schema(
        mode=mode, ref_template=f"#/$defs/{name}.{{model}}", schema_generator=_Untitled
    )
    parts = schema.pop("$defs", {})
    definitions = {name: schema, **{f"{name}.{part}": found for part, found in parts.items()}}
    for definition in definitions.values():
        definition.pop("title", None)
    return definitions
