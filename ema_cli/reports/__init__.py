"""Reports: consumers of a run's events, for people. None of them knows how a run works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ema_cli.runs.events import Event


class Report(Protocol):
    """Shows a run while it goes on."""

    def show(self, event: Event | None) -> None:
        """Show the next event; None is a heartbeat."""
        ...

    def notify(self, line: str) -> None:
        """Show a line of ema's own, at once."""
        ...

    def close(self) -> None:
        """Leave the terminal as it should be; nothing is shown after it."""
        ...
