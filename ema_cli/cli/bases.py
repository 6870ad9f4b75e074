"""The base operations of the commands: create a persona, update one, or take one as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ema_cli.cli.base_operation import CommandBase, Seen, refuse_itself, source_of
from ema_cli.cli.creating import Creating
from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.personas import Update, resolve, update_of
from ema_cli.runs.base import Base, BaseOutcome, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ema_cli.platforms.port import Persona, Port
    from ema_cli.runs.base import Elsewhere


@dataclass(frozen=True)
class Updating(CommandBase):
    """`persona update`: change a persona; with nothing to change it is only found."""

    target: str
    source: str | None = None
    name: str | None = None
    description: str | None = None

    @property
    def title(self) -> str:
        """`update acme-demo`."""
        return f"update {self.target}"

    @property
    def changes_target(self) -> bool:
        """With nothing to change it is only found."""
        return (self.source, self.name, self.description) != (None, None, None)

    def look(self, port: Port, elsewhere: Elsewhere) -> Seen:  # noqa: ARG002 - both are here
        """Find both, and whether a new name is free."""
        seen = _both(port, self.target, self.source)
        others = port.find_personas(self.name) if self.name is not None else ()
        if any(other.id != cast("Persona", seen.target).id for other in others):
            raise PlatformError(ErrorKind.CONFLICT, f"the name {self.name!r} is taken")
        return seen

    def ready(self, port: Port, elsewhere: Elsewhere) -> Base:  # noqa: ARG002 - both are here
        """Look both up, and make the call."""
        return self._changing(port)

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Look both up, and update."""
        return self._changing(port).run(port, key)

    def _changing(self, port: Port) -> Changing:
        seen = _both(port, self.target, self.source)
        target, source = cast("Persona", seen.target), seen.source
        made = update_of(target, source=source, name=self.name, description=self.description)
        return Changing(
            self.title,
            made.persona_id,
            made.changes,
            made.revision,
            source.id if source else None,
            source.content.name if source else None,
        )


@dataclass(frozen=True)
class Changing(CommandBase):
    """`persona update` with everything looked up: the call that it makes."""

    words: str
    target: str
    changes: Mapping[str, Any]
    revision: str | None
    source: str | None
    source_name: str | None

    @property
    def title(self) -> str:
        """What it was called before."""
        return self.words

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Update."""
        changed = Update(self.target, self.changes, self.revision).send(port, key=key("update"))
        source = source_of(self.source, self.source_name)
        return BaseOutcome(changed, created=False, source=source)


@dataclass(frozen=True)
class Taking(CommandBase):
    """`run`: take a persona as it is; `source` only gives `$source` its value."""

    target: str
    source: str | None = None

    @property
    def title(self) -> str:
        """`use acme-demo`."""
        return f"use {self.target}"

    def look(self, port: Port, elsewhere: Elsewhere) -> Seen:  # noqa: ARG002 - both are here
        """Find both."""
        return _both(port, self.target, self.source)

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:  # noqa: ARG002
        """Find both; nothing is changed."""
        seen = _both(port, self.target, self.source)
        return BaseOutcome(cast("Persona", seen.target), created=False, source=_named(seen.source))


def _both(port: Port, target: str, source: str | None) -> Seen:
    """Find a target that is there, and its source."""
    found = Seen(resolve(port, source) if source is not None else None, resolve(port, target))
    if found.source is not None:
        refuse_itself(found.source.id, cast("Persona", found.target))
    return found


def _named(persona: Persona | None) -> Source | None:
    return Source(persona.id, persona.content.name) if persona is not None else None


@dataclass(frozen=True)
class Continuing(CommandBase):
    """`resume`: go on with the persona that the run made or took before."""

    words: str
    target: str
    source: str | None
    source_name: str | None
    created: bool

    @property
    def title(self) -> str:
        """What the run's own base operation was called."""
        return self.words

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:  # noqa: ARG002
        """Find the target by its id; nothing is changed, and the source may be gone."""
        source = source_of(self.source, self.source_name)
        return BaseOutcome(port.persona(self.target), created=self.created, source=source)


@dataclass(frozen=True)
class Adopting(Continuing):
    """`resume --persona`: go on with the persona that the user says the run made."""

    name: str

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Find it; one of another name is none that the run can have made."""
        outcome = super().run(port, key)
        if outcome.target.content.name != self.name:
            raise PlatformError(
                ErrorKind.REJECTED,
                f'that persona is not called "{self.name}", as the one is that the run makes',
                hint="`ema persona list` shows the ids",
            )
        return outcome


_KINDS: dict[str, type[CommandBase]] = {
    kind.__name__: kind for kind in (Creating, Updating, Changing, Taking, Continuing, Adopting)
}


def restored(stored: Mapping[str, Any]) -> CommandBase:
    """Make the base operation that a record describes."""
    fields = dict(stored)
    return _KINDS[fields.pop("kind")](**fields)
