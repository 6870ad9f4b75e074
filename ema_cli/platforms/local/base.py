"""What the calls of all parts of the port share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ema_cli.platforms.local import calls
from ema_cli.platforms.local.removing import remove_hidden
from ema_cli.platforms.local.schema import platform_id
from ema_cli.platforms.local.settling import settle
from ema_cli.platforms.local.sweeping import sweep
from ema_cli.platforms.local.thinning import thin

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.platforms.local.database import Connection, Database
    from ema_cli.platforms.local.file_bytes import FileBytes
    from ema_cli.platforms.local.keys import Answer, Call

T = TypeVar("T")


class Base:
    """The open database and the folder of file contents."""

    def __init__(self, database: Database, file_bytes: FileBytes) -> None:
        """Use both until they are closed."""
        self._database = database
        self._bytes = file_bytes
        with database.reading() as connection:
            self._platform_id = platform_id(connection)

    @property
    def platform_id(self) -> str:
        """Who this platform is: made with the workspace, and never changed."""
        return self._platform_id

    def _make(self, made: Call, answer: Answer[T], change: Callable[[Connection], T]) -> T:
        return calls.make(self._database, made, answer, change)

    def _tidy(self) -> None:
        """Do what removing left to be done, by this call or by others that died before it."""
        with self._database.reading() as connection:
            unsettled = connection.execute(
                """SELECT number FROM personas
                WHERE row_view IS NOT NULL OR file_view IS NOT NULL"""
            ).fetchall()
        for (number,) in unsettled:
            settle(self._database, number)
        remove_hidden(self._database)
        thin(self._database)
        sweep(self._database, self._bytes)
