"""Creating and updating personas: the two base operations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.personas.names import checked_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ema_cli.platforms.port import Persona, PersonaContent, Port
    from ema_cli.values import JsonValue

DEFAULT_TEMPLATE = "basic-chat"
"""Key of the template that a persona created from nothing starts from."""


def create(
    port: Port, *, name: str, model: PersonaContent | None, description: str | None, key: str
) -> Persona:
    """Make a persona called `name` with the content of `model`, or of the basic chat template.

    It starts disabled, whatever its model is. Without `description` it has its model's.
    """
    content = replace(
        model if model is not None else _template_content(port),
        name=checked_name(name),
        enabled_by_user=False,
    )
    if description is not None:
        content = replace(content, description=description)
    return port.create_persona(content, key=key)


@dataclass(frozen=True, slots=True)
class Update:
    """The one call that updates a persona. Sent again as it is, with its key, it changes nothing.

    With no `changes` nothing is sent. A `revision` is the one that the persona must still be of.
    """

    persona_id: str
    changes: Mapping[str, JsonValue]
    revision: str | None

    def send(self, port: Port, *, key: str) -> Persona:
        """Make the call; give the persona as it is then."""
        if not self.changes:
            return port.persona(self.persona_id)
        return port.update_persona(self.persona_id, self.changes, revision=self.revision, key=key)


def update_of(
    persona: Persona,
    *,
    source: Persona | None = None,
    name: str | None = None,
    description: str | None = None,
) -> Update:
    """Say what changes `persona` as it was read.

    `source` replaces all of its configuration but the name (and leaves it enabled or disabled, as
    it is); then `conflict` when the persona changed since it was read. A given `name` or
    `description` wins over the source's.
    """
    changes: dict[str, JsonValue] = {}
    if source is not None:
        changes |= {
            "description": source.content.description,
            "welcome_messages": source.content.welcome_messages,
            "proto_config": source.content.proto_config,
            "workflow_def": source.content.workflow_def,
        }
    if name is not None:
        changes["name"] = checked_name(name)
    if description is not None:
        changes["description"] = description
    return Update(persona.id, changes, persona.revision if source is not None else None)


def _template_content(port: Port) -> PersonaContent:
    for template in port.templates():
        if template.key == DEFAULT_TEMPLATE:
            return template.content
    raise PlatformError(
        ErrorKind.NOT_FOUND,
        f"the platform has no template {DEFAULT_TEMPLATE!r}",
        hint="say with --from what to start from",
    )
