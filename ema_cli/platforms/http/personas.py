"""Personas and templates over HTTP."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.fingerprint import fingerprint
from ema_cli.platforms.http import wire
from ema_cli.platforms.http.base import Caller
from ema_cli.platforms.http.failures import MaybeDone
from ema_cli.platforms.http.requests import Call, has_utf8
from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ema_cli.platforms.port import Page, Persona, PersonaContent, Template
    from ema_cli.values import JsonValue


class PersonaCalls(Caller):
    """See `ema_cli.platforms.port.Port` for what each of them promises."""

    def templates(self) -> Sequence[Template]:
        """List the shipped templates."""
        answer = self._calls.read(Call("listing the templates", "templates"), wire.Templates)
        return [item.template() for item in answer.items]

    def personas(self, *, after: str | None = None, limit: int = PAGE) -> Page[Persona]:
        """List personas by time of creation."""
        return self._listed("listing the personas", after=after, limit=limit)

    def find_personas(self, name: str) -> Sequence[Persona]:
        """Find the personas of exactly this name."""
        return self._found("looking for a persona by its name", name=name)

    def persona(self, persona_id: str, *, version: int | None = None) -> Persona:
        """Read one persona, a template too."""
        call = Call(
            "reading the persona",
            "persona",
            values={"persona": persona_id},
            query={"version": version},
        )
        return self._calls.read(call, wire.PersonaAnswer).persona()

    def made_by(self, key: str) -> Persona | None:
        """Find what a create call made; nothing where the platform takes no note of keys."""
        if not self._calls.target.idempotency:
            return None
        found = self._found("asking what an earlier call made", key=key)
        return found[0] if found else None

    def create_persona(self, content: PersonaContent, *, key: str) -> Persona:
        """Make a persona. After an unclear end, what this call made is looked for."""
        target = self._calls.target
        before: Sequence[Persona] = ()
        if not (target.idempotency and target.unique_names):
            before = self.find_personas(content.name)
        if before and not target.unique_names:
            raise PlatformError(
                ErrorKind.CONFLICT,
                f'the name "{content.name}" is taken',
                hint="choose another name",
            )
        try:
            return self._create(content, key)
        except MaybeDone as error:
            made = self._made_after_all(content, key, before)
            if made is None:
                raise error from None
            return made

    def update_persona(
        self,
        persona_id: str,
        changes: Mapping[str, JsonValue],
        *,
        revision: str | None = None,
        key: str,
    ) -> Persona:
        """Set fields of a persona."""
        call = Call(
            "changing the persona",
            "update_persona",
            values={"persona": persona_id},
            body={"changes": dict(changes), "revision": revision},
            key=key,
        )
        return self._calls.read(call, wire.PersonaAnswer).persona()

    def delete_persona(self, persona_id: str, *, key: str) -> None:
        """Remove a persona, its data and versions."""
        self._calls.do(
            Call(
                "deleting the persona",
                "delete_persona",
                values={"persona": persona_id},
                key=key,
            )
        )

    def _create(self, content: PersonaContent, key: str) -> Persona:
        body = wire.Content.of(content).model_dump()
        call = Call("creating the persona", "create_persona", body=body, key=key)
        return self._calls.read(call, wire.PersonaAnswer).persona()

    def _made_after_all(
        self, content: PersonaContent, key: str, before: Sequence[Persona]
    ) -> Persona | None:
        """Find what an unclear create made, by its key, else by name and fingerprint."""
        try:
            if self._calls.target.idempotency:
                return self.made_by(key)
            there = self.find_personas(content.name)
        except PlatformError:
            return None
        known = {persona.id for persona in before}
        named = replace(content, name=unicodedata.normalize("NFC", content.name))
        ours = fingerprint(named)
        made = [
            persona
            for persona in there
            if persona.id not in known and fingerprint(persona.content) == ours
        ]
        return made[0] if len(made) == 1 else None

    def _found(self, action: str, **query: str) -> Sequence[Persona]:
        if not all(has_utf8(text) for text in query.values()):
            return []
        return self._listed(action, **query).items

    def _listed(self, action: str, **query: str | int | None) -> Page[Persona]:
        call = Call(action, "personas", query=query)
        return self._calls.read(call, wire.Personas).page()
