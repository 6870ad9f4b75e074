"""The part of the port that is about personas."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from ema_cli.errors import PlatformError
from ema_cli.platforms.local import answers, contents, personas, removing, views
from ema_cli.platforms.local import links as linking
from ema_cli.platforms.local.base import Base
from ema_cli.platforms.local.failures import conflict, rejected
from ema_cli.platforms.local.keys import call, made_persona
from ema_cli.platforms.local.names import normal
from ema_cli.platforms.local.templates import templates
from ema_cli.platforms.port import PAGE, Page, Persona, PersonaContent, Template

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ema_cli.platforms.local.database import Connection
    from ema_cli.values import JsonValue

_NUMBER = re.compile("[0-9]{1,18}")


class PersonaCalls(Base):
    """See `Port`."""

    def templates(self) -> Sequence[Template]:
        """List the shipped templates, in a fixed order."""
        return templates()

    def personas(self, *, after: str | None = None, limit: int = PAGE) -> Page[Persona]:
        """List personas by time of creation, templates not among them."""
        with self._database.reading() as connection:
            return personas.listed(connection, number_after(after), checked_limit(limit))

    def find_personas(self, name: str) -> Sequence[Persona]:
        """Find the personas of exactly this name, compared after NFC."""
        with self._database.reading() as connection:
            held = personas.find_name(connection, normal(name))
            return [] if held is None else [personas.shown(connection, held)]

    def persona(self, persona_id: str, *, version: int | None = None) -> Persona:
        """Read one persona, a template too."""
        with self._database.reading() as connection:
            return views.persona(connection, persona_id, version)

    def made_by(self, key: str) -> Persona | None:
        """Find the persona that the create call with this key made, if it made one."""
        with self._database.reading() as connection:
            persona_id = made_persona(connection, key)
            held = None if persona_id is None else personas.find(connection, persona_id)
            return None if held is None else personas.shown(connection, held)

    def create_persona(self, content: PersonaContent, *, key: str) -> Persona:
        """Make a persona. `conflict` when the name is taken, `rejected` when it is no name."""
        made = call("create_persona", key, contents.as_fields(content))
        answer = answers.persona(lambda _: contents.checked(content))
        return self._make(
            made, answer, lambda connection: personas.insert(connection, contents.checked(content))
        )

    def update_persona(
        self,
        persona_id: str,
        changes: Mapping[str, JsonValue],
        *,
        revision: str | None = None,
        key: str,
    ) -> Persona:
        """Set fields of `CONTENT_FIELDS`. With `revision`: `conflict` when it is another by now."""

        def change(connection: Connection) -> Persona:
            held = personas.changeable(connection, persona_id)
            if revision is not None and revision != str(held.revision):
                raise conflict("the persona was changed meanwhile", hint="look at it, then repeat")
            now = personas.shown(connection, held).content
            return personas.set_content(connection, held, contents.with_changes(now, changes))

        def otherwise(now: PersonaContent | None) -> PersonaContent:
            return personas.missing() if now is None else contents.with_changes(now, changes)

        made = call("update_persona", key, persona_id, dict(sorted(changes.items())), revision)
        return self._make(made, answers.persona(otherwise), change)

    def delete_persona(self, persona_id: str, *, key: str) -> None:
        """Remove a persona, its data and versions. `conflict` when others link to its data."""

        def change(connection: Connection) -> None:
            held = personas.changeable(connection, persona_id)
            linking.refuse_linked(connection, held)
            removing.hide(connection, held)

        self._make(call("delete_persona", key, persona_id), answers.NOTHING, change)
        # It is deleted now, whatever becomes of the space that it took: the next call frees it.
        with suppress(PlatformError):
            self._tidy()


def number_after(after: str | None) -> int:
    """Read the token of a list that is paged by number."""
    if after is None:
        return 0
    if _NUMBER.fullmatch(after) is None:
        raise rejected("the page is asked for with a token that no page gave")
    return int(after)


def checked_limit(limit: int) -> int:
    """Refuse a page of no items, or of too many."""
    if not 1 <= limit <= PAGE:
        raise rejected(f"a page has 1 to {PAGE} items")
    return limit
