"""The base operations of the commands: create a persona, update one, or take one as it is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.personas import Update, create, resolve, update_of
from ema_cli.runs.base import Base, BaseOutcome, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ema_cli.platforms.port import Persona, Port
    from ema_cli.values import JsonObject


@dataclass(frozen=True, slots=True)
class Seen:
    """What looking, and changing nothing, tells of a base operation."""

    source: Persona | None
    target: Persona | None
    """None where the target is still to be created."""


class CommandBase(Base):
    """A base operation that a record can keep. Its subclasses are dataclasses of plain values."""

    def look(self, port: Port) -> Seen:
        """Find what it needs, and raise what it would, without changing anything."""
        raise NotImplementedError

    @property
    def changes_target(self) -> bool:
        """Whether it changes a persona that was there before, and does not only find or make it."""
        return False

    def ready(self, port: Port) -> Base:  # noqa: ARG002 - others look something up
        """Take it as it is."""
        return self

    def stored(self) -> JsonObject:
        """Describe it for a record; `restored` makes it again."""
        return {"kind": type(self).__name__, **asdict(self)}  # type: ignore[call-overload]


@dataclass(frozen=True)
class Creating(CommandBase):
    """`persona create`: make a persona, or take the one of that name with `reuse`."""

    name: str
    source: str | None
    description: str | None
    reuse: bool
    source_name: str | None = None
    """Name of the source, once it was looked up; `source` is its id then."""

    @property
    def title(self) -> str:
        """`create "Acme demo"`."""
        return f'create "{self.name}"'

    def ready(self, port: Port) -> Base:
        """Look the source up."""
        if self.source is None or self.source_name is not None:
            return self
        source = resolve(port, self.source)
        return replace(self, source=source.id, source_name=source.content.name)

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Create, unless this run has done so already."""
        create_key = key("create")
        made = port.made_by(create_key)
        if made is not None:
            return BaseOutcome(made, created=True, source=_source(self.source, self.source_name))
        source = resolve(port, self.source) if self.source is not None else None
        try:
            target = create(
                port,
                name=self.name,
                source=source,
                description=self.description,
                key=create_key,
            )
        except PlatformError as error:
            existing = self._existing(port, error)
            return BaseOutcome(existing, created=False, source=_named(_other(source, existing)))
        return BaseOutcome(target, created=True, source=_named(source))

    def look(self, port: Port) -> Seen:
        """Find the source, and whether the name is free."""
        source = resolve(port, self.source) if self.source is not None else None
        found = port.find_personas(self.name)
        if not found:
            return Seen(source, None)
        if not self.reuse:
            raise self._taken()
        return Seen(_other(source, found[0]), found[0])

    def _existing(self, port: Port, error: PlatformError) -> Persona:
        """Give the persona that has the name, where it is to be reused; else raise."""
        found = port.find_personas(self.name) if error.kind is ErrorKind.CONFLICT else ()
        if not found:
            raise error
        if not self.reuse or len(found) > 1:
            raise self._taken() from error
        return found[0]

    def _taken(self) -> PlatformError:
        return PlatformError(
            ErrorKind.CONFLICT,
            f"the name {self.name!r} is taken",
            hint="choose another one, or go on with that persona: --if-exists reuse",
        )


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

    def look(self, port: Port) -> Seen:
        """Find both."""
        target = resolve(port, self.target)
        source = resolve(port, self.source) if self.source is not None else None
        return Seen(_other(source, target), target)

    def ready(self, port: Port) -> Base:
        """Look both up, and make the call."""
        seen = self.look(port)
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

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Look both up, and update."""
        return self.ready(port).run(port, key)


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
        source = _source(self.source, self.source_name)
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

    def look(self, port: Port) -> Seen:
        """Find both."""
        target = resolve(port, self.target)
        source = resolve(port, self.source) if self.source is not None else None
        return Seen(_other(source, target), target)

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:  # noqa: ARG002
        """Find both; nothing is changed."""
        target = resolve(port, self.target)
        source = resolve(port, self.source) if self.source is not None else None
        return BaseOutcome(target, created=False, source=_named(_other(source, target)))


def _other(source: Persona | None, target: Persona) -> Persona | None:
    """Refuse a source that is the target: the run would change what it must leave as it is."""
    if source is not None and source.id == target.id:
        raise PlatformError(
            ErrorKind.REJECTED,
            "source and target are the same persona",
            hint="a run never changes its source; leave out the source or name another one",
        )
    return source


def _named(persona: Persona | None) -> Source | None:
    return Source(persona.id, persona.content.name) if persona is not None else None


def _source(persona_id: str | None, name: str | None) -> Source | None:
    return Source(persona_id, name) if persona_id is not None and name is not None else None


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
        source = _source(self.source, self.source_name)
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
