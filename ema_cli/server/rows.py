"""Routes about rows and links."""

from __future__ import annotations

from ema_cli.platforms.http import wire
from ema_cli.platforms.port import PAGE
from ema_cli.server.parameters import After, AtVersion, Key, Limit, PersonaId, Platform
from ema_cli.server.routing import Router

router = Router()


@router.answers("data_counts")
def data_counts(port: Platform, persona_id: PersonaId, version: AtVersion = None) -> wire.Counts:
    """Count rows and files."""
    return wire.Counts.of(port.data_counts(persona_id, version=version))


@router.answers("rows")
def rows(
    port: Platform,
    persona_id: PersonaId,
    version: AtVersion = None,
    after: After = None,
    limit: Limit = PAGE,
) -> wire.Rows:
    """Read rows in their order: own rows first, then linked ones."""
    return wire.Rows.of(port.rows(persona_id, version=version, after=after, limit=limit))


@router.answers("write_rows")
def write_rows(
    port: Platform, persona_id: PersonaId, body: wire.NewRows, key: Key
) -> wire.RowsWrittenAnswer:
    """Add rows, all or none; a row whose key exists, or comes twice, is skipped."""
    return wire.RowsWrittenAnswer.of(port.write_rows(persona_id, body.port_rows(), key=key))


@router.answers("edit_rows")
def edit_rows(
    port: Platform, persona_id: PersonaId, body: wire.Edits, key: Key
) -> wire.RowsEditedAnswer:
    """Change own rows in place; those that changed meanwhile are left as they are."""
    return wire.RowsEditedAnswer.of(port.edit_rows(persona_id, body.port_edits(), key=key))


@router.answers("delete_rows")
def delete_rows(
    port: Platform, persona_id: PersonaId, body: wire.RowKeys, key: Key
) -> wire.Removed:
    """Remove own rows by key, or all."""
    return wire.Removed(removed=port.delete_rows(persona_id, body.keys, key=key))


@router.answers("copy_rows")
def copy_rows(
    port: Platform, persona_id: PersonaId, body: wire.CopyRows, key: Key
) -> wire.RowsCopiedAnswer:
    """Copy one page of another persona's rows into this one."""
    copied = port.copy_rows(body.source, persona_id, after=body.after, limit=body.limit, key=key)
    return wire.RowsCopiedAnswer.of(copied)


@router.answers("links")
def links(port: Platform, persona_id: PersonaId) -> wire.LinkedSources:
    """List the ids of the personas whose data this one shows, directly."""
    return wire.LinkedSources(items=list(port.linked_sources(persona_id)))


@router.answers("link_data")
def link_data(
    port: Platform, persona_id: PersonaId, body: wire.Link, key: Key
) -> wire.LinkedAnswer:
    """Show another persona's data in this one, read-only."""
    linked = port.link_data(body.source, persona_id, include=body.include, key=key)
    return wire.LinkedAnswer.of(linked)
