"""Importing: the whole persona, or a plain word on what is left.

The persona is made under a name that tells it is unfinished and gets its own name, and is enabled,
in one last call. So nobody takes a half-made persona for a whole one, a kill at any moment leaves
the name free, and what it leaves says what it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import uuid4

from ema_cli.errors import EmaError, ErrorKind, ExitCode, Interrupted, PlatformError
from ema_cli.personas.names import checked_name
from ema_cli.personas.row_pages import pages

if TYPE_CHECKING:
    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import Persona, PersonaContent, Port
    from ema_cli.values import JsonObject

_ROOM = 150
"""Characters of the name that stand in the unfinished one, which may not be too long either."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A persona that was imported whole, and how much data it got."""

    persona: Persona
    rows: int
    files: int


def import_export(port: Port, export: Export, *, name: str | None = None, keep: bool) -> Imported:
    """Make a persona of `export`, called `name` or as it is called there.

    On any failure what was made is deleted again, unless `keep` is set; the error says what is
    left where something is. `conflict` when the name is taken.
    """
    content = replace(export.content, name=checked_name(name or export.content.name))
    if port.find_personas(content.name):
        raise PlatformError(
            ErrorKind.CONFLICT,
            f"there is a persona called {content.name!r} already",
            hint="import it under another name with --name",
        )
    work = _Import(port, export, content, f"import-{uuid4().hex}")
    try:
        return work.run()
    except (EmaError, KeyboardInterrupt) as error:
        raise _told(error, work.left(keep=keep)) from error
    except BaseException:
        work.left(keep=keep)
        raise


class _Import:
    def __init__(self, port: Port, export: Export, content: PersonaContent, token: str) -> None:
        self._port = port
        self._export = export
        self._content = content
        self._token = token

    def run(self) -> Imported:
        hidden = f"{self._content.name[:_ROOM]} (unfinished {self._token[:15]})"
        unfinished = replace(self._content, name=hidden, enabled_by_user=False)
        made = self._port.create_persona(unfinished, key=self._key("create"))
        rows = self._rows(made.id)
        files = self._files(made.id)
        last: JsonObject = {
            "name": self._content.name,
            "enabled_by_user": self._content.enabled_by_user,
        }
        persona = self._port.update_persona(made.id, last, key=self._key("finish"))
        return Imported(persona, rows, files)

    def left(self, *, keep: bool) -> str | None:
        """Delete what was made, unless it is to be kept; say what is left, if anything is."""
        try:
            made = self._port.made_by(self._key("create"))
        except EmaError:
            return f"an unfinished persona ({self._token[:15]} in its name) may be left"
        if made is None or (not keep and self._deleted(made.id)):
            return None
        return (
            f"the unfinished persona {made.id} is left;"
            f" `ema persona delete {made.id} --yes` removes it"
        )

    def _deleted(self, persona_id: str) -> bool:
        try:
            self._port.delete_persona(persona_id, key=self._key("delete"))
        except EmaError:
            return False
        return True

    def _rows(self, persona_id: str) -> int:
        count = 0
        for page in pages(self._export.rows()):
            key = self._key(f"rows-{count}")
            answer = self._port.write_rows(persona_id, page.rows, key=key)
            count += answer.written
            if answer.skipped:
                raise PlatformError(
                    ErrorKind.CONFLICT, "the platform takes two of the rows for the same"
                )
        return count

    def _files(self, persona_id: str) -> int:
        files = self._export.files()
        for number, info in enumerate(files):
            key = self._key(f"file-{number}")
            with self._export.open_file(info.name) as chunks:
                self._port.write_file(persona_id, info.name, info.type, chunks, key=key)
        return len(files)

    def _key(self, call: str) -> str:
        return f"{self._token}-{call}"


def _told(error: EmaError | KeyboardInterrupt, left: str | None) -> EmaError:
    """Say in the error's hint what is left; without anything left the error is as it was."""
    told = error if isinstance(error, EmaError) else Interrupted(ExitCode.SIGINT)
    if left is not None:
        told.hint = f"{told.hint}; {left}" if told.hint else left
    return told
