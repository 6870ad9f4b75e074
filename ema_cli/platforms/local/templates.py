"""The templates that the platform ships: personas that nobody can change, without data."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from ema_cli.platforms.port import Persona, PersonaContent, Template

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

STATUS = "template"
_SHIPPED_AT = "2026-01-01T00:00:00.000Z"


@cache
def templates() -> tuple[Template, ...]:
    """Read all templates, in the order of their ids."""
    from importlib.resources import files  # noqa: PLC0415 - a tenth of the start, and seldom needed

    folder = files(__package__) / "templates"
    found = [_read(entry) for entry in folder.iterdir() if entry.name.endswith(".json")]
    return tuple(sorted(found, key=lambda template: template.id))


def template_persona(persona_id: str) -> Persona | None:
    """Give the template of this id as a persona; None where there is none."""
    for template in templates():
        if template.id == persona_id:
            return Persona(template.id, template.content, STATUS, "1", _SHIPPED_AT)
    return None


def _read(entry: Traversable) -> Template:
    told = json.loads(entry.read_text(encoding="utf-8"))
    return Template(told["id"], told["key"], PersonaContent(**told["persona"]))
