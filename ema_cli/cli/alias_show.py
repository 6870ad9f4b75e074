"""`ema alias show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.alias_list import alias_line
from ema_cli.cli.plan_sources import alias_paths
from ema_cli.cli.reads import answer
from ema_cli.cli.tool_table import tools
from ema_cli.documents.nearest import did_you_mean
from ema_cli.errors import ErrorKind, InvalidInput, usage
from ema_cli.plans.alias_listing import ListedAlias, list_aliases

if TYPE_CHECKING:
    from ema_cli.values import JsonObject

EXAMPLE = "ema alias show standard-demo-setup"


def command(
    name: Annotated[str, typer.Argument(metavar="ALIAS", help="Name of the alias.")],
    *,
    aliases: opt.Aliases = [],  # noqa: B006 - typer makes a new list for each call
    output: opt.Output = None,
) -> None:
    """Show one alias: its variables and its items as they are written."""
    found = {a.file.name: a for a in list_aliases(alias_paths(aliases), Path.cwd())}
    if name not in found:
        raise usage(
            f"there is no alias named {name!r}",
            hint=did_you_mean(name, found, listed="the aliases are:"),
        )
    answer(output, aliases=[_whole(found[name])])


def _whole(alias: ListedAlias) -> JsonObject:
    body = alias.file.read(tools())
    if body.problems:
        raise InvalidInput(ErrorKind.PLAN_INVALID, body.problems)
    return {**alias_line(alias), "vars": body.variables, "actions": alias.file.written()}
