"""The base operation of `persona create`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ema_cli.cli.base_operation import CommandBase, Seen, refuse_itself, source_of
from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.personas import create, resolve
from ema_cli.platforms.port import PersonaContent
from ema_cli.runs.base import Base, BaseOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ema_cli.platforms.port import Persona, Port
    from ema_cli.runs.base import Elsewhere


@dataclass(frozen=True)
class Creating(CommandBase):
    """`persona create`: make a persona, or take the one of that name with `reuse`."""

    name: str
    source: str | None
    description: str | None
    reuse: bool
    source_name: str | None = None
    """Name of the source, once it was looked up; `source` is its id then."""
    from_env: str | None = None
    """Environment of the source; None once it is known to be on the same platform."""
    model: Mapping[str, Any] | None = None
    """Content of a source on another platform, once it was looked up."""

    @property
    def title(self) -> str:
        """`create "Acme demo"`."""
        return f'create "{self.name}"'

    @property
    def source_env(self) -> str | None:
        """The one that `--from-env` names."""
        return self.from_env

    def ready(self, port: Port, elsewhere: Elsewhere) -> Base:
        """Look the source up."""
        if self.source is None or self.source_name is not None:
            return self
        there = port if self.from_env is None else elsewhere(self.from_env)
        source = resolve(there, self.source)
        found = replace(self, source=source.id, source_name=source.content.name)
        if self.from_env is None or there.platform_id == port.platform_id:
            return replace(found, from_env=None)
        return replace(found, model=asdict(source.content))

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Create, unless this run has done so already."""
        create_key = key("create")
        source = source_of(self.source, self.source_name)
        made = port.made_by(create_key)
        if made is not None:
            return BaseOutcome(made, created=True, source=source)
        try:
            target = create(
                port,
                name=self.name,
                model=self._content(port),
                description=self.description,
                key=create_key,
            )
        except PlatformError as error:
            existing = self._existing(port, error)
            if self.model is None:
                refuse_itself(self.source, existing)
            return BaseOutcome(existing, created=False, source=source, note=self._unchanged())
        return BaseOutcome(target, created=True, source=source)

    def _content(self, port: Port) -> PersonaContent | None:
        if self.model is not None:
            return PersonaContent(**self.model)
        return port.persona(self.source).content if self.source is not None else None

    def look(self, port: Port, elsewhere: Elsewhere) -> Seen:
        """Find the source, and whether the name is free."""
        there = port if self.from_env is None else elsewhere(self.from_env)
        source = resolve(there, self.source) if self.source is not None else None
        found = port.find_personas(self.name)
        if not found:
            return Seen(source, None)
        if not self.reuse:
            raise self._taken()
        if there is port or there.platform_id == port.platform_id:
            refuse_itself(source.id if source is not None else None, found[0])
        return Seen(source, found[0])

    def _existing(self, port: Port, error: PlatformError) -> Persona:
        """Give the persona that has the name, where it is to be reused; else raise."""
        found = port.find_personas(self.name) if error.kind is ErrorKind.CONFLICT else ()
        if not found:
            raise error
        if not self.reuse or len(found) > 1:
            raise self._taken() from error
        return found[0]

    def _unchanged(self) -> str:
        told = "it is there already"
        return told if self.description is None else f"{told}, and keeps its description"

    def _taken(self) -> PlatformError:
        return PlatformError(
            ErrorKind.CONFLICT,
            f"the name {self.name!r} is taken",
            hint="choose another one, or go on with that persona: --if-exists reuse",
        )
