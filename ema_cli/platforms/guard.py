"""The guard around a port: what a run must not change, it cannot."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.watched import Watched

if TYPE_CHECKING:
    from collections.abc import Collection

    from ema_cli.platforms.port import Persona, Port


class Guarded(Watched):
    """A port for one run: its source, and in a protected environment all others, stay as they are.

    What this run made may always be changed: the personas of `made_by_this_run`, and those that
    are made through this guard or found by the key of their making, since keys belong to one run.
    """

    def __init__(
        self,
        port: Port,
        *,
        read_only: frozenset[str] = frozenset(),
        made_by_this_run: Collection[str] = (),
        protected: bool = False,
    ) -> None:
        """Guard `port`. `read_only` are ids of personas that nothing may change."""
        super().__init__(port)
        # A platform may take an id in capitals for the same id.
        self._read_only = frozenset(one.casefold() for one in read_only)
        self._made = set(made_by_this_run)
        self._protected = protected

    def _check(self, persona_id: str | None) -> None:
        if persona_id is not None and persona_id.casefold() in self._read_only:
            raise PlatformError(
                ErrorKind.FORBIDDEN,
                "the source of a run cannot be changed by it",
                hint="let the action work on the target",
            )
        if self._protected and persona_id is not None and persona_id not in self._made:
            raise protected_from_change()

    def _noted(self, persona: Persona) -> Persona:
        self._made.add(persona.id)
        return persona


def protected_from_change(name: str | None = None) -> PlatformError:
    """Error for changing a persona of a protected environment, which was there before the run."""
    named = shlex.quote(name) if name is not None else "NAME"
    return PlatformError(
        ErrorKind.FORBIDDEN,
        "this environment is protected: a run changes only the personas that it made",
        hint=f"create a persona and work on that, or let this one change: --yes-protected {named}",
    )


class ReadOnly(Watched):
    """A port that changes nothing: for the environments that a run only reads from."""

    def scrub(self) -> None:
        """Refuse it: it changes no persona, but the files that the platform stores them in."""
        raise _only_read("nothing in it can change")

    def _check(self, persona_id: str | None) -> None:
        raise _only_read(
            "nothing can be created in it" if persona_id is None else "nothing in it can change"
        )


def _only_read(what: str) -> PlatformError:
    return PlatformError(
        ErrorKind.FORBIDDEN,
        f"this environment is only read from in this run: {what}",
        hint="choose it with --env to work in it",
    )
