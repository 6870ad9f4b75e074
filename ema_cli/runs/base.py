"""The base operation that the actions of a run follow, as the runner sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.platforms.port import Persona, Port


@dataclass(frozen=True, slots=True)
class BaseOutcome:
    """What a base operation yields: the target, and what it was made from, if anything."""

    target: Persona
    created: bool
    source: Persona | None = None


class Base(Protocol):
    """Creating, updating or only finding the target. It runs again, with its keys, on resuming."""

    @property
    def title(self) -> str:
        """What it does, in words: `create "Acme demo"`."""
        ...

    def run(self, port: Port, key: Callable[..., str]) -> BaseOutcome:
        """Do it. `key` makes the key of a changing call from what names the call."""
        ...
