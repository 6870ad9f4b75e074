"""`ema persona get`."""

from __future__ import annotations

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import answer, whole_persona
from ema_cli.personas import resolve

EXAMPLE = "ema persona get \"Acme demo\" | jq '.personas[0].proto_config'"


def command(persona: PersonaRef, *, env: opt.Env = None, output: opt.Output = None) -> None:
    """Show one persona with its configuration and workflow."""
    with connected(env, create=False) as port:
        answer(output, personas=[whole_persona(port, resolve(port, persona))])
