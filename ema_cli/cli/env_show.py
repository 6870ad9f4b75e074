"""`ema env show`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.connecting import chosen_environment
from ema_cli.cli.environment_lines import whole
from ema_cli.cli.reads import answer
from ema_cli.cli.streams import say
from ema_cli.errors import PlatformError, usage

if TYPE_CHECKING:
    from ema_cli.settings import Environment
    from ema_cli.values import JsonObject

EXAMPLE = "ema env show demo | jq .environments[0].settings.url"


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Environment [the chosen one].")
    ] = None,
    *,
    env: opt.Env = None,
    output: opt.Output = None,
) -> None:
    """Show the settings of an environment, each with where it comes from."""
    if name is not None and env not in {None, name}:
        raise usage("two environments are named", hint="leave out --env")
    chosen = chosen_environment(name or env)
    answer(output, environments=[{**whole(chosen), **_size(chosen)}])


def _size(chosen: Environment) -> JsonObject:
    """Tell how many bytes a local workspace takes; settings are shown even where it is broken."""
    if chosen.http is not None:
        return {}
    from ema_cli.platforms.local import open_workspace  # noqa: PLC0415 - loads sqlite3

    try:
        workspace = open_workspace(chosen.workspace, create=False)
        try:
            return {"size": cast("JsonObject", asdict(workspace.size()))}
        finally:
            workspace.close()
    except PlatformError as error:
        say(f"warning: {error.message}")
        return {"size": None}
