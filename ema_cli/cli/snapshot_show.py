"""`ema snapshot show`."""

from __future__ import annotations

from typing import Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import answer, content_object, version_line
from ema_cli.personas import resolve

EXAMPLE = "ema snapshot show acme-support 3 | jq '.versions[0].persona.proto_config'"


def command(
    persona: PersonaRef,
    version: Annotated[int, typer.Argument(metavar="VERSION", min=1, help="Its number.")],
    *,
    env: opt.Env = None,
    output: opt.Output = None,
) -> None:
    """Show a version, with the configuration and workflow that it keeps."""
    with connected(env, create=False) as port:
        found = resolve(port, persona)
        line = version_line(port.version(found.id, version))
        kept = port.persona(found.id, version=version)
        answer(output, versions=[{**line, "persona": content_object(kept.content)}])
