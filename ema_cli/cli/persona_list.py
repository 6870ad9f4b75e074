"""`ema persona list`."""

from __future__ import annotations

from typing import Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import all_personas, answer, listed, persona_line, template_line

EXAMPLE = "ema persona list | jq -r '.personas[].name'"


def command(
    *,
    templates: Annotated[
        bool, typer.Option("--templates", help="List the templates to start from instead.")
    ] = False,
    env: opt.Env = None,
    output: opt.Output = None,
) -> None:
    """List the personas, or the templates."""
    with connected(env, create=False) as port:
        if templates:
            answer(output, templates=listed(map(template_line, port.templates())))
        else:
            answer(output, personas=listed(map(persona_line, all_personas(port))))
