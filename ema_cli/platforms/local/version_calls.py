"""The part of the port that is about versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.local import answers, personas, restoring, thinning, versions
from ema_cli.platforms.local.base import Base
from ema_cli.platforms.local.calls import settled
from ema_cli.platforms.local.keys import call
from ema_cli.platforms.local.persona_calls import checked_limit, number_after
from ema_cli.platforms.port import PAGE, Page, Restored, Version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.platforms.local.database import Connection


class VersionCalls(Base):
    """See `Port`."""

    def create_version(self, persona_id: str, message: str, *, key: str) -> Version:
        """Keep the persona as it is. `rejected` when the message is over 4 KB of UTF-8."""
        return self._make(
            call("create_version", key, persona_id, message),
            answers.version(message),
            lambda connection: versions.create(
                connection, settled(connection, persona_id), message
            ),
        )

    def versions(
        self, persona_id: str, *, after: str | None = None, limit: int = PAGE
    ) -> Page[Version]:
        """List versions, oldest first."""
        with self._database.reading() as connection:
            held = personas.readable(connection, persona_id)
            number, count = number_after(after), checked_limit(limit)
            if held is None:
                return Page([], None)
            return versions.listed(connection, held, number, count)

    def version(self, persona_id: str, number: int) -> Version:
        """Read one version."""
        with self._database.reading() as connection:
            held = personas.readable(connection, persona_id)
            return versions.find(connection, held, number).version

    def restore_version(self, persona_id: str, number: int, *, key: str) -> Restored:
        """Make a version of what is there, then bring back exactly what `number` kept."""
        restored = self._make(
            call("restore_version", key, persona_id, number),
            answers.restored(),
            lambda connection: restoring.restore(
                connection, settled(connection, persona_id), number
            ),
        )
        self._tidy()
        return restored

    def delete_versions(self, persona_id: str, numbers: Sequence[int], *, key: str) -> int:
        """Remove versions; what nothing refers to any more is freed. Count those removed."""

        def change(connection: Connection) -> int:
            held = settled(connection, persona_id)
            kept = versions.of_numbers(connection, held, numbers)
            for one in kept:
                versions.remove(connection, one)
            thinning.mark(connection, held.number)
            return len(kept)

        made = call("delete_versions", key, persona_id, list(numbers))
        removed = self._make(made, answers.COUNT, change)
        self._tidy()
        return removed
