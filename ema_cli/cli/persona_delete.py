"""`ema persona delete`."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef, Yes
from ema_cli.cli.asking import ask
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import answer, persona_line
from ema_cli.personas import resolve

if TYPE_CHECKING:
    from ema_cli.platforms.port import Persona, Port

EXAMPLE = 'ema persona delete "Acme demo" --yes'


def command(
    persona: PersonaRef, *, yes: Yes = False, env: opt.Env = None, output: opt.Output = None
) -> None:
    """Delete a persona with its data and versions."""
    with connected(env, create=False) as port:
        found = resolve(port, persona)
        if not yes:
            ask(_question(port, found), doing="deleting")
        port.delete_persona(found.id, key=f"delete-{uuid4()}")
    answer(output, status="success", deleted=persona_line(found))


def _question(port: Port, persona: Persona) -> str:
    counts = port.data_counts(persona.id)
    what = f"{persona.content.name} ({counts.rows} rows, {counts.files} files)"
    return f"Delete {what} for good?"
