"""A process that does anything to any persona: `stress_process.py WORKSPACE SEED CALLS`."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.local import Workspace, open_workspace
from ema_cli.platforms.port import PersonaContent, Row, RowEdit

if TYPE_CHECKING:
    from collections.abc import Callable

EXPECTED = {ErrorKind.CONFLICT, ErrorKind.REJECTED, ErrorKind.NOT_FOUND}
"""What calls of others may cause."""


class Stress:
    """Calls with the chance of `chance`, on three personas or so."""

    def __init__(self, port: Workspace, chance: random.Random, keys: str) -> None:
        self.port = port
        self.chance = chance
        self.keys = keys
        self.calls = 0
        often = [
            *(self.write, self.write, self.edit, self.delete, self.put, self.keep, self.keep),
            *(self.restore, self.restore, self.forget, self.copy, self.read),
        ]
        rarely = [self.clear, self.drop, self.link, self.remove, self.scrub]
        self.moves: list[Callable[[str], None]] = [*often, *often, *often, *rarely]

    @property
    def key(self) -> str:
        return f"{self.keys}-{self.calls}"

    def step(self) -> None:
        self.calls += 1
        ids = self.ids()
        move = self.chance.choice(self.moves)
        try:
            if len(ids) < 3:
                self.port.create_persona(PersonaContent(self.key), key=self.key)
            else:
                move(self.chance.choice(ids))
        except PlatformError as error:
            if error.kind not in EXPECTED:
                raise

    def ids(self) -> list[str]:
        return [persona.id for persona in self.port.personas().items]

    def row_key(self) -> str:
        return f"r{self.chance.randrange(2500)}"

    def write(self, persona: str) -> None:
        rows = [Row(self.row_key(), {"by": self.key}) for _ in range(self.chance.randrange(600))]
        self.port.write_rows(persona, rows, key=self.key)

    def edit(self, persona: str) -> None:
        rows = [row for row in self.port.rows(persona).items if not row.linked]
        self.chance.shuffle(rows)
        edits = [
            RowEdit(row.key, row.revision, {"edited": self.key}, self.row_key()) for row in rows[:9]
        ]
        self.port.edit_rows(persona, edits, key=self.key)

    def delete(self, persona: str) -> None:
        self.port.delete_rows(persona, [self.row_key() for _ in range(200)], key=self.key)

    def clear(self, persona: str) -> None:
        self.port.delete_rows(persona, None, key=self.key)

    def put(self, persona: str) -> None:
        name, content = f"f{self.chance.randrange(4)}", self.chance.randbytes(1) * 5000
        self.port.write_file(persona, name, "a/b", [content], replace=True, key=self.key)

    def drop(self, persona: str) -> None:
        self.port.delete_files(persona, self.chance.choice([None, ["f1"]]), key=self.key)

    def keep(self, persona: str) -> None:
        self.port.create_version(persona, "", key=self.key)

    def restore(self, persona: str) -> None:
        versions = self.port.versions(persona).items
        if versions:
            number = self.chance.choice(versions).number
            self.port.restore_version(persona, number, key=self.key)

    def forget(self, persona: str) -> None:
        numbers = [version.number for version in self.port.versions(persona).items]
        gone = [number for number in numbers if self.chance.random() < 0.3]
        self.port.delete_versions(persona, gone, key=self.key)

    def copy(self, persona: str) -> None:
        self.port.copy_rows(self.chance.choice(self.ids()), persona, limit=300, key=self.key)

    def link(self, persona: str) -> None:
        source = self.chance.choice(self.ids())
        self.port.link_data(source, persona, include=["rows", "files"], key=self.key)

    def remove(self, persona: str) -> None:
        self.port.delete_persona(persona, key=self.key)

    def scrub(self, _: str) -> None:
        try:
            self.port.scrub()
        except PlatformError as error:
            # By its contract it may have to wait for others: here there are always some.
            if error.kind is not ErrorKind.TIMEOUT:
                raise

    def read(self, persona: str) -> None:
        after = None
        while True:
            page = self.port.rows(persona, after=after, limit=500)
            after = page.after
            if after is None:
                break
        for info in self.port.files(persona):
            with self.port.open_file(persona, info.name) as chunks:
                b"".join(chunks)


def main(workspace: str, seed: str, calls: str) -> None:
    port = open_workspace(Path(workspace))
    stress = Stress(port, random.Random(int(seed)), seed)  # noqa: S311 - the seed makes it repeatable
    for _ in range(int(calls)):
        stress.step()
    port.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
