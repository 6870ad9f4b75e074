"""What the parts of the adapter share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.platforms.http.calls import Calls


class Caller:
    """Whoever makes calls to one platform."""

    def __init__(self, calls: Calls) -> None:
        """Take over the calls."""
        self._calls = calls
