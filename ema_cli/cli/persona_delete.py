"""`ema persona delete`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import answer, persona_line
from ema_cli.cli.streams import one_line
from ema_cli.errors import usage
from ema_cli.personas import resolve

if TYPE_CHECKING:
    from ema_cli.platforms.port import Persona, Port

EXAMPLE = 'ema persona delete "Acme demo" --yes'


def command(
    persona: PersonaRef,
    *,
    yes: Annotated[bool, typer.Option("-y", "--yes", help="Do not ask.")] = False,
    env: opt.Env = None,
    output: opt.Output = None,
) -> None:
    """Delete a persona with its data and versions."""
    with connected(env, create=False) as port:
        found = resolve(port, persona)
        if not yes:
            _ask(port, found)
        port.delete_persona(found.id, key=f"delete-{uuid4()}")
    answer(output, status="success", deleted=persona_line(found))


def _ask(port: Port, persona: Persona) -> None:
    if not sys.stdin.isatty():
        raise usage("deleting asks first, and there is nobody to ask", hint="add --yes")
    counts = port.data_counts(persona.id)
    what = f"{persona.content.name} ({counts.rows} rows, {counts.files} files)"
    if not typer.confirm(f"Delete {one_line(what)} for good?", err=True):
        raise usage("nothing was deleted", hint="the answer was no")
