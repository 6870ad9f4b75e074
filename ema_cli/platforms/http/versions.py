"""Versions over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.http import wire
from ema_cli.platforms.http.base import Caller
from ema_cli.platforms.http.requests import Call
from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.platforms.port import Page, Restored, Version


class VersionCalls(Caller):
    """See `ema_cli.platforms.port.Port` for what each of them promises."""

    def create_version(self, persona_id: str, message: str, *, key: str) -> Version:
        """Keep the persona as it is."""
        call = Call(
            "making a version",
            "create_version",
            values={"persona": persona_id},
            body={"message": message},
            key=key,
        )
        return self._calls.read(call, wire.VersionAnswer).version()

    def versions(
        self, persona_id: str, *, after: str | None = None, limit: int = PAGE
    ) -> Page[Version]:
        """List versions, oldest first."""
        call = Call(
            "listing the versions",
            "versions",
            values={"persona": persona_id},
            query={"after": after, "limit": limit},
        )
        return self._calls.read(call, wire.Versions).page()

    def version(self, persona_id: str, number: int) -> Version:
        """Read one version."""
        call = Call(
            "reading a version", "version", values={"persona": persona_id, "version": str(number)}
        )
        return self._calls.read(call, wire.VersionAnswer).version()

    def restore_version(self, persona_id: str, number: int, *, key: str) -> Restored:
        """Bring back what a version kept."""
        call = Call(
            "restoring a version",
            "restore_version",
            values={"persona": persona_id, "version": str(number)},
            key=key,
        )
        return self._calls.read(call, wire.RestoredAnswer).result()

    def delete_versions(self, persona_id: str, numbers: Sequence[int], *, key: str) -> int:
        """Remove versions."""
        call = Call(
            "deleting versions",
            "delete_versions",
            values={"persona": persona_id},
            body={"numbers": list(numbers)},
            key=key,
        )
        return self._calls.read(call, wire.Removed).removed
