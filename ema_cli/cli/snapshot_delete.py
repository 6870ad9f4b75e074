"""`ema snapshot delete`."""

from __future__ import annotations

from typing import Annotated
from uuid import uuid4

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef, Yes
from ema_cli.cli.asking import ask
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import answer, listed, version_line
from ema_cli.personas import resolve

EXAMPLE = "ema snapshot delete acme-support 1 2 --yes"


def command(
    persona: PersonaRef,
    versions: Annotated[list[int], typer.Argument(metavar="VERSION...", help="Their numbers.")],
    *,
    yes: Yes = False,
    env: opt.Env = None,
    output: opt.Output = None,
) -> None:
    """Delete versions; what nothing else refers to is freed."""
    numbers = list(dict.fromkeys(versions))
    with connected(env, create=False) as port:
        found = resolve(port, persona)
        lines = [version_line(port.version(found.id, number)) for number in numbers]
        if not yes:
            ask(_question(found.content.name, numbers), doing="deleting")
        port.delete_versions(found.id, numbers, key=f"delete-{uuid4()}")
    answer(output, status="success", deleted=listed(lines))


def _question(name: str, numbers: list[int]) -> str:
    called = ", ".join(map(str, numbers))
    return f"Delete version{'' if len(numbers) == 1 else 's'} {called} of {name} for good?"
