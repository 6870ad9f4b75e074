"""`ema schema`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.boundary import deliver
from ema_cli.cli.schema_result import result_schema
from ema_cli.cli.tool_table import tools
from ema_cli.plans.schema import alias_schema, plan_schema
from ema_cli.settings.schema import config_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ema_cli.tool import ToolTable
    from ema_cli.values import JsonObject

EXAMPLE = "ema schema plan -o plan.schema.json"


class Kind(StrEnum):
    """What a schema is of."""

    PLAN = "plan"
    ALIAS = "alias"
    RESULT = "result"
    CONFIG = "config"


_SCHEMAS: Mapping[Kind, Callable[[ToolTable], JsonObject]] = {
    Kind.PLAN: plan_schema,
    Kind.ALIAS: alias_schema,
    Kind.RESULT: result_schema,
    Kind.CONFIG: lambda _tools: config_schema(),
}


def command(
    kind: Annotated[Kind, typer.Argument(metavar="|".join(Kind), help="What to describe.")],
    *,
    output: opt.Output = None,
) -> None:
    """Write a JSON Schema for editors and validators."""
    deliver(schema(kind, tools()), output)


def schema(kind: Kind, tools: ToolTable) -> JsonObject:
    """Make a schema, in draft 2020-12."""
    return _SCHEMAS[kind](tools)
