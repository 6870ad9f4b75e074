"""`ema env show`."""

from __future__ import annotations

from typing import Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.connecting import chosen_environment
from ema_cli.cli.environment_lines import whole
from ema_cli.cli.reads import answer
from ema_cli.errors import usage

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
    answer(output, environments=[whole(chosen_environment(name or env))])
