"""The job that a running action gets: platforms, keys and secrets, and nothing else."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ema_cli.platforms.port import Port
    from ema_cli.values import JsonObject


def call_key(*parts: str | int) -> str:
    """Make a key from its parts: 64 hexadecimal digits, the same for the same parts."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ActionJob:
    """A `Job` (see `ema_cli.tool`) for one action of one run."""

    port: Port
    target: str
    source: str | None
    env: str
    pseudonym_key: bytes
    run_id: str
    index: int
    attempt: int
    """How often the action had ended before: what it then did again must have keys of its own."""
    arguments: str
    """The arguments as JSON; only their digest enters a key."""
    platforms: Callable[[str], Port]
    saved: Mapping[str, JsonObject]

    def platform(self, env: str | None) -> Port:
        """Give the platform of another environment, read-only; the target's own for None."""
        return self.port if env in {None, self.env} else self.platforms(str(env))

    def key(self, *call: str | int) -> str:
        """Make the key of one changing call."""
        return call_key(self.run_id, self.index, self.attempt, self.arguments, *call)

    def row_key(self, *row: str | int) -> str:
        """Make the key of a row that brings none; the same however often the action runs."""
        return "row-" + call_key(self.run_id, self.index, *row)[:32]

    def environment_secret(self, name: str) -> bytes | None:
        """Value of the environment variable `name`, None where it is not set."""
        value = os.environ.get(name)
        return None if value is None else os.fsencode(value)
