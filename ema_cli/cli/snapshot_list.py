"""`ema snapshot list`."""

from __future__ import annotations

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import all_versions, answer, listed, version_line
from ema_cli.personas import resolve

EXAMPLE = "ema snapshot list acme-support | jq '.versions[-1]'"


def command(persona: PersonaRef, *, env: opt.Env = None, output: opt.Output = None) -> None:
    """List the versions of a persona, oldest first."""
    with connected(env, create=False) as port:
        versions = all_versions(port, resolve(port, persona).id)
        answer(output, versions=listed(map(version_line, versions)))
