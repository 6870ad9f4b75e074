"""The local platform: a workspace file, and the folder of file contents beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.platforms.local import upkeep
from ema_cli.platforms.local.file_bytes import FileBytes
from ema_cli.platforms.local.file_calls import FileCalls
from ema_cli.platforms.local.opening import open_database
from ema_cli.platforms.local.persona_calls import PersonaCalls
from ema_cli.platforms.local.row_calls import RowCalls
from ema_cli.platforms.local.version_calls import VersionCalls

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.platforms.local.database import Observer
    from ema_cli.platforms.local.upkeep import WorkspaceSize


class Workspace(PersonaCalls, RowCalls, FileCalls, VersionCalls):
    """A `Port`; it may be used by any thread, by one at a time."""

    def size(self) -> WorkspaceSize:
        """Measure how much of the disk the workspace takes."""
        return upkeep.size(self._database, self._bytes)

    def compact(self) -> None:
        """Finish what was begun to be removed, and give its space back to the disk."""
        self._tidy()
        self._bytes.clear_unfinished()
        upkeep.remove_strays(self._database, self._bytes)
        upkeep.rewrite(self._database)

    def scrub(self) -> None:
        """Leave no trace of removed data in the workspace's file and its log.

        What the file system or the drive keeps of overwritten and removed files is beyond it.
        """
        self.compact()

    def close(self) -> None:
        """Let go of the file; the workspace is not used after it."""
        self._database.close()


def open_workspace(
    path: Path, *, create: bool = True, observer: Observer | None = None
) -> Workspace:
    """Open the workspace at `path`, or make it there.

    With `create=False` nothing is made: an absent workspace reads as an empty one, and what would
    change it is `forbidden`. `observer` hears of each commit: the name of the call, and
    `before-commit` or `after-commit`. A `PlatformError` says what is wrong with the path.
    """
    database = open_database(path, create=create, observer=observer)
    try:
        return Workspace(database, FileBytes(database.path))
    except BaseException:
        database.close()
        raise
