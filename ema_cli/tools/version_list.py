"""The versions of a persona, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.platforms.port import Port, Version


def versions(port: Port, persona_id: str) -> Iterator[Version]:
    """List them, oldest first."""
    after: str | None = None
    while True:
        page = port.versions(persona_id, after=after)
        yield from page.items
        if page.after is None:
            return
        after = page.after
