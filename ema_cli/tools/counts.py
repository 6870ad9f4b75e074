"""How a method counts the rows and files that it moved."""

from __future__ import annotations

from ema_cli.tool import Result


class Moved(Result):
    """Rows or files that were read, and what became of them: `read` is the sum of the others."""

    read: int = 0
    written: int = 0
    skipped: int = 0
    """Those that were there already."""
    failed: int = 0
    """Those that the platform refused."""


class Tally:
    """Counts while a method runs."""

    def __init__(self) -> None:
        """Start from nothing."""
        self.written = 0
        self.skipped = 0
        self.failed = 0

    @property
    def read(self) -> int:
        """All that was counted."""
        return self.written + self.skipped + self.failed

    def add(self, written: int, skipped: int, failed: int = 0) -> None:
        """Count some more."""
        self.written += written
        self.skipped += skipped
        self.failed += failed

    def moved(self) -> Moved:
        """Give the counts as they are now."""
        return Moved(read=self.read, written=self.written, skipped=self.skipped, failed=self.failed)
