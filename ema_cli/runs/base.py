"""The base operation that the actions of a run follow, as the runner sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.platforms.port import Persona, Port
    from ema_cli.values import JsonObject

Elsewhere: TypeAlias = "Callable[[str], Port]"
"""Opens the platform of another environment, in which nothing can be changed."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a target was made from: all that its run must know of it, also when it is gone."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class BaseOutcome:
    """What a base operation yields: the target, and what it was made from, if anything."""

    target: Persona
    created: bool
    source: Source | None = None
    note: str | None = None
    """What a user may not expect of it."""


class Base(Protocol):
    """Creating, updating or only finding the target. It runs again, with its keys, on resuming."""

    @property
    def title(self) -> str:
        """What it does, in words: `create "Acme demo"`."""
        ...

    def ready(self, port: Port, elsewhere: Elsewhere) -> Base:
        """Look up what its calls are made of, and change nothing.

        What this gives is recorded and then run. A run that was killed meanwhile thus makes the
        same calls when it is resumed, whatever its names lead to by then.
        """
        ...

    def stored(self) -> JsonObject:
        """Describe it for a record."""
        ...

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Do it. `key` makes the key of a changing call from what names the call."""
        ...
