"""Routes about personas, templates and the platform itself."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response, status

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http import wire
from ema_cli.platforms.port import PAGE, Page
from ema_cli.server.parameters import After, AtVersion, Key, Limit, PersonaId, Platform
from ema_cli.server.routing import Router

router = Router()


@router.answers("platform")
def platform(port: Platform) -> wire.Platform:
    """Tell who this platform is."""
    return wire.Platform(id=port.platform_id)


@router.answers("templates")
def templates(port: Platform) -> wire.Templates:
    """List the templates."""
    return wire.Templates.model_construct(
        items=[wire.TemplateAnswer.of(template) for template in port.templates()]
    )


@router.answers("personas")
def personas(
    port: Platform,
    name: Annotated[str | None, Query(description="Only the persona of this name.")] = None,
    key: Annotated[str | None, Query(description="Only what the call of this key made.")] = None,
    after: After = None,
    limit: Limit = PAGE,
) -> wire.Personas:
    """List personas by time of creation, or find one by its name or the key of its making."""
    if name is not None and key is not None:
        raise PlatformError(ErrorKind.REJECTED, "both a name and a key are given")
    if name is not None:
        return wire.Personas.of(Page(port.find_personas(name), None))
    if key is not None:
        made = port.made_by(key)
        return wire.Personas.of(Page([] if made is None else [made], None))
    return wire.Personas.of(port.personas(after=after, limit=limit))


@router.answers("create_persona", status.HTTP_201_CREATED)
def create_persona(port: Platform, body: wire.Content, key: Key) -> wire.PersonaAnswer:
    """Make a persona."""
    return wire.PersonaAnswer.of(port.create_persona(body.content(), key=key))


@router.answers("persona")
def persona(port: Platform, persona_id: PersonaId, version: AtVersion = None) -> wire.PersonaAnswer:
    """Read a persona or a template."""
    return wire.PersonaAnswer.of(port.persona(persona_id, version=version))


@router.answers("update_persona")
def update_persona(
    port: Platform, persona_id: PersonaId, body: wire.Update, key: Key
) -> wire.PersonaAnswer:
    """Set fields of a persona."""
    changes = body.changes.model_dump(exclude_unset=True)
    changed = port.update_persona(persona_id, changes, revision=body.revision, key=key)
    return wire.PersonaAnswer.of(changed)


@router.answers("delete_persona", status.HTTP_204_NO_CONTENT)
def delete_persona(port: Platform, persona_id: PersonaId, key: Key) -> Response:
    """Remove a persona, its data and versions."""
    port.delete_persona(persona_id, key=key)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
