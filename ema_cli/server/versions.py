"""Routes about versions."""

from __future__ import annotations

from fastapi import status

from ema_cli.platforms.http import wire
from ema_cli.platforms.port import PAGE
from ema_cli.server.parameters import After, Key, Limit, PersonaId, Platform, VersionNumber
from ema_cli.server.routing import Router

router = Router()


@router.answers("versions")
def versions(
    port: Platform, persona_id: PersonaId, after: After = None, limit: Limit = PAGE
) -> wire.Versions:
    """List versions, oldest first."""
    return wire.Versions.of(port.versions(persona_id, after=after, limit=limit))


@router.answers("create_version", status.HTTP_201_CREATED)
def create_version(
    port: Platform, persona_id: PersonaId, body: wire.NewVersion, key: Key
) -> wire.VersionAnswer:
    """Keep the persona as it is."""
    return wire.VersionAnswer.of(port.create_version(persona_id, body.message, key=key))


@router.answers("version")
def version(port: Platform, persona_id: PersonaId, number: VersionNumber) -> wire.VersionAnswer:
    """Read one version."""
    return wire.VersionAnswer.of(port.version(persona_id, number))


@router.answers("restore_version")
def restore_version(
    port: Platform, persona_id: PersonaId, number: VersionNumber, key: Key
) -> wire.RestoredAnswer:
    """Make a version of what is there, then bring back what this one kept."""
    return wire.RestoredAnswer.of(port.restore_version(persona_id, number, key=key))


@router.answers("delete_versions")
def delete_versions(
    port: Platform, persona_id: PersonaId, body: wire.VersionNumbers, key: Key
) -> wire.Removed:
    """Remove versions."""
    return wire.Removed(removed=port.delete_versions(persona_id, body.numbers, key=key))
