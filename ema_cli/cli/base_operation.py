"""What the base operations of the commands have in common."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.runs.base import Base, Source

if TYPE_CHECKING:
    from ema_cli.platforms.port import Persona, Port
    from ema_cli.runs.base import Elsewhere
    from ema_cli.values import JsonObject


@dataclass(frozen=True, slots=True)
class Seen:
    """What looking, and changing nothing, tells of a base operation."""

    source: Persona | None
    target: Persona | None
    """None where the target is still to be created."""


class CommandBase(Base):
    """A base operation that a record can keep. Its subclasses are dataclasses of plain values."""

    def look(self, port: Port, elsewhere: Elsewhere) -> Seen:
        """Find what it needs, and raise what it would, without changing anything."""
        raise NotImplementedError

    @property
    def changes_target(self) -> bool:
        """Whether it changes a persona that was there before, and does not only find or make it."""
        return False

    @property
    def source_env(self) -> str | None:
        """Name of the environment of the source, where it may be another one."""
        return None

    def ready(self, port: Port, elsewhere: Elsewhere) -> Base:  # noqa: ARG002 - others look something up
        """Take it as it is."""
        return self

    def stored(self) -> JsonObject:
        """Describe it for a record; `restored` makes it again."""
        return {"kind": type(self).__name__, **asdict(self)}  # type: ignore[call-overload]


def refuse_itself(source: str | None, target: Persona) -> None:
    """Refuse a source that is the target: the run would change what it must leave as it is."""
    if source == target.id:
        raise PlatformError(
            ErrorKind.REJECTED,
            "source and target are the same persona",
            hint="a run never changes its source; leave out the source or name another one",
        )


def source_of(persona_id: str | None, name: str | None) -> Source | None:
    """Describe what a target was made from, where both are known."""
    return Source(persona_id, name) if persona_id is not None and name is not None else None
