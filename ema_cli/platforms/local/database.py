"""The open database: reading and changing it in transactions."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from threading import RLock
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.platforms.local.failures import forbidden, plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Connection: TypeAlias = sqlite3.Connection
"""Named here once, so that one module of the adapter knows whose connection it is."""

Observer: TypeAlias = "Callable[[str, str], None]"
"""Called with the name of a call and `before-commit` or `after-commit`."""


class Database:
    """A connection that is used in transactions only, by one thread at a time."""

    def __init__(
        self, connection: Connection, path: Path, *, real: bool, observer: Observer | None
    ) -> None:
        """Take over the connection. `real` is False for a workspace that does not exist."""
        self.path = path
        self.real = real
        self._connection = connection
        self._observer = observer
        self._lock = RLock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read one consistent state."""
        with self._lock, plainly(self.path), self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def changing(self, call: str) -> Iterator[Connection]:
        """Change as the only one, all or nothing; `call` is the name that the observer hears."""
        if not self.real:
            raise forbidden(f"the workspace {self.path} does not exist, and is not made here")
        with self._lock, plainly(self.path), self._transaction("BEGIN IMMEDIATE") as connection:
            before = connection.total_changes
            yield connection
            if connection.total_changes != before:
                self._tell(call, "before-commit")
                connection.execute("COMMIT")
                self._tell(call, "after-commit")

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """Use the connection outside any transaction."""
        with self._lock, plainly(self.path):
            yield self._connection

    def close(self) -> None:
        """Let go of the file."""
        with self._lock, plainly(self.path):
            self._connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Connection]:
        self._connection.execute(begin)
        try:
            yield self._connection
        finally:
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")

    def _tell(self, call: str, moment: str) -> None:
        if self._observer is not None:
            self._observer(call, moment)
