"""Making a changing call: key, change and answer in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ema_cli.platforms.local import personas
from ema_cli.platforms.local.keys import Answer, Call, first_answer, keep_answer
from ema_cli.platforms.local.settling import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.platforms.local.database import Connection, Database
    from ema_cli.platforms.local.personas import Held

T = TypeVar("T")


class _Unsettled(Exception):
    """The persona's rows and files are still being brought back; nothing was changed."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def make(database: Database, made: Call, answer: Answer[T], change: Callable[[Connection], T]) -> T:
    """Make a call that is new, or give its first answer again."""
    while True:
        try:
            with database.changing(made.name) as connection:
                first = first_answer(connection, made, answer)
                if first is not None:
                    return first[0]
                given = change(connection)
                keep_answer(connection, made, answer, given)
                return given
        except _Unsettled as unsettled:
            settle(database, unsettled.number)


def settled(connection: Connection, persona_id: str) -> Held:
    """Find a persona to change, with all its data in place; for use inside `make`."""
    held = personas.changeable(connection, persona_id)
    if held.row_view is not None or held.file_view is not None:
        raise _Unsettled(held.number)
    return held
