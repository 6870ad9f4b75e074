"""The base operations of the commands: create a persona, update one, or take one as it is."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.personas import create, resolve, update
from ema_cli.runs.base import Base, BaseOutcome

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

    @property
    def title(self) -> str:
        """`create "Acme demo"`."""
        return f'create "{self.name}"'

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Create, unless this run has done so already."""
        source = resolve(port, self.source) if self.source is not None else None
        create_key = key("create")
        made = port.made_by(create_key)
        if made is not None:
            return BaseOutcome(made, created=True, source=source)
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
            if existing is None:
                raise
            return BaseOutcome(existing, created=False, source=_other(source, existing))
        return BaseOutcome(target, created=True, source=source)

    def look(self, port: Port) -> Seen:
        """Find the source, and whether the name is free."""
        source = resolve(port, self.source) if self.source is not None else None
        found = port.find_personas(self.name)
        if not found:
            return Seen(source, None)
        if not self.reuse:
            raise PlatformError(
                ErrorKind.CONFLICT,
                f"the name {self.name!r} is taken",
                hint="choose another one, or go on with that persona: --if-exists reuse",
            )
        return Seen(_other(source, found[0]), found[0])

    def _existing(self, port: Port, error: PlatformError) -> Persona | None:
        if not self.reuse or error.kind is not ErrorKind.CONFLICT:
            return None
        found = port.find_personas(self.name)
        return found[0] if len(found) == 1 else None


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

    def look(self, port: Port) -> Seen:
        """Find both."""
        target = resolve(port, self.target)
        source = resolve(port, self.source) if self.source is not None else None
        return Seen(_other(source, target), target)

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Update."""
        target = resolve(port, self.target)
        source = _other(resolve(port, self.source) if self.source is not None else None, target)
        changed = update(
            port,
            target,
            source=source,
            name=self.name,
            description=self.description,
            key=key("update"),
        )
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
        return BaseOutcome(target, created=False, source=_other(source, target))


def _other(source: Persona | None, target: Persona) -> Persona | None:
    """Refuse a source that is the target: the run would change what it must leave as it is."""
    if source is not None and source.id == target.id:
        raise PlatformError(
            ErrorKind.REJECTED,
            "source and target are the same persona",
            hint="a run never changes its source; leave out the source or name another one",
        )
    return source


@dataclass(frozen=True)
class Continuing(CommandBase):
    """`resume`: go on with the persona that the run made or took before."""

    words: str
    target: str
    source: str | None
    created: bool

    @property
    def title(self) -> str:
        """What the run's own base operation was called."""
        return self.words

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:  # noqa: ARG002
        """Find both by their ids; nothing is changed."""
        source = port.persona(self.source) if self.source is not None else None
        return BaseOutcome(port.persona(self.target), created=self.created, source=source)


_KINDS: dict[str, type[CommandBase]] = {
    kind.__name__: kind for kind in (Creating, Updating, Taking, Continuing)
}


def restored(stored: Mapping[str, Any]) -> CommandBase:
    """Make the base operation that a record describes."""
    fields = dict(stored)
    return _KINDS[fields.pop("kind")](**fields)
