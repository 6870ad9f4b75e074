"""`ema alias list`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.cli import options as opt
from ema_cli.cli.plan_sources import alias_paths
from ema_cli.cli.reads import answer, listed
from ema_cli.cli.tool_table import tools
from ema_cli.plans.alias_listing import list_aliases

if TYPE_CHECKING:
    from ema_cli.plans.alias_listing import ListedAlias
    from ema_cli.values import JsonObject

EXAMPLE = "ema alias list | jq -r '.aliases[] | .name + \": \" + .description'"


def command(*, aliases: opt.Aliases = [], output: opt.Output = None) -> None:  # noqa: B006 - see run.py
    """List the aliases that plans in this folder can name."""
    found = list_aliases(alias_paths(aliases), Path.cwd())
    answer(output, aliases=listed(map(alias_line, found)))


def alias_line(alias: ListedAlias) -> JsonObject:
    """Describe an alias in a list of them; a broken one says what is wrong when it is used."""
    body = alias.file.read(tools())
    return {
        "name": alias.file.name,
        "description": body.description,
        "origin": alias.origin,
        "path": str(alias.file.path.absolute()),
        "valid": not body.problems,
    }
