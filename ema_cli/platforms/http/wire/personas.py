"""Bodies about personas; a persona's fields stand at its top level, as the platform shows them."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ema_cli.platforms.http.wire.base import Answer, Json, Wire
from ema_cli.platforms.port import Page, Persona, PersonaContent, Template


class Content(Wire):
    """What a persona says of itself."""

    name: str
    description: str = ""
    enabled_by_user: bool = False
    welcome_messages: Any = None
    proto_config: Json = Field(default_factory=dict)
    workflow_def: Json | None = None

    @classmethod
    def of(cls, content: PersonaContent) -> Content:
        """Write."""
        return cls.model_construct(**content_fields(content))

    def content(self) -> PersonaContent:
        """Read."""
        return PersonaContent(**content_fields(self))


class Changes(Wire):
    """Fields of a persona to set; those that are absent stay."""

    name: str = ""
    description: str = ""
    enabled_by_user: bool = False
    welcome_messages: Any = None
    proto_config: Json = Field(default_factory=dict)
    workflow_def: Json | None = None


class Update(Wire):
    """A change of a persona; with `revision` only if it is still that."""

    changes: Changes
    revision: str | None = None


class PersonaAnswer(Answer):
    """A persona."""

    id: str
    status: str
    revision: str
    created_at: str
    name: str
    description: str
    enabled_by_user: bool
    welcome_messages: Any
    proto_config: Json
    workflow_def: Json | None

    @classmethod
    def of(cls, persona: Persona) -> PersonaAnswer:
        """Write."""
        return cls.model_construct(
            id=persona.id,
            status=persona.status,
            revision=persona.revision,
            created_at=persona.created_at,
            **content_fields(persona.content),
        )

    def persona(self) -> Persona:
        """Read."""
        content = PersonaContent(**content_fields(self))
        return Persona(self.id, content, self.status, self.revision, self.created_at)


class TemplateAnswer(Answer):
    """A persona to start from."""

    id: str
    key: str
    name: str
    description: str
    enabled_by_user: bool
    welcome_messages: Any
    proto_config: Json
    workflow_def: Json | None

    @classmethod
    def of(cls, template: Template) -> TemplateAnswer:
        """Write."""
        return cls.model_construct(
            id=template.id, key=template.key, **content_fields(template.content)
        )

    def template(self) -> Template:
        """Read."""
        return Template(self.id, self.key, PersonaContent(**content_fields(self)))


class Templates(Answer):
    """All templates, in a fixed order."""

    items: list[TemplateAnswer]


class Personas(Answer):
    """A page of personas; `after` goes into the next request, null says that this was the end."""

    items: list[PersonaAnswer]
    after: str | None

    @classmethod
    def of(cls, page: Page[Persona]) -> Personas:
        """Write."""
        return cls.model_construct(
            items=[PersonaAnswer.of(item) for item in page.items], after=page.after
        )

    def page(self) -> Page[Persona]:
        """Read."""
        return Page([item.persona() for item in self.items], self.after)


def content_fields(of: PersonaContent | Content | PersonaAnswer | TemplateAnswer) -> dict[str, Any]:
    """Give a persona's own fields by name."""
    return {name: getattr(of, name) for name in _CONTENT}


_CONTENT = tuple(Content.model_fields)
