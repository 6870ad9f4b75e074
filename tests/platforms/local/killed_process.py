"""A process that is killed just before or just after one of the commits of a call.

`killed_process.py WORKSPACE CALL PERSONA SOURCE MOMENT`: moments count from 0, two for each commit.
A process that gets past its moment prints the answer.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row, RowEdit

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.platforms.port import Port


def _edit(port: Port, persona: str, _: str) -> Any:
    rows = port.rows(persona, version=2).items[:500]
    edits = [RowEdit(row.key, row.revision, {"new": row.key}, f"{row.key}-new") for row in rows]
    return port.edit_rows(persona, edits, key="k")


CALLS: dict[str, Callable[[Port, str, str], Any]] = {
    "create_persona": lambda port, _, __: port.create_persona(PersonaContent("New"), key="k"),
    "write_rows": lambda port, persona, _: port.write_rows(
        persona, [Row(f"new {number}", {"n": number}) for number in range(1000)], key="k"
    ),
    "copy_rows": lambda port, persona, source: port.copy_rows(source, persona, key="k"),
    "edit_rows": _edit,
    "delete_rows": lambda port, persona, _: port.delete_rows(persona, ["T-2", "T-3"], key="k"),
    "delete_all_rows": lambda port, persona, _: port.delete_rows(persona, None, key="k"),
    "link_data": lambda port, persona, source: port.link_data(
        source, persona, include=["rows", "files"], key="k"
    ),
    "write_file": lambda port, persona, _: port.write_file(
        persona, "a.txt", "text/plain", [b"x" * 100_000] * 3, replace=True, key="k"
    ),
    "delete_files": lambda port, persona, _: port.delete_files(persona, None, key="k"),
    "create_version": lambda port, persona, _: port.create_version(persona, "kept", key="k"),
    "restore_version": lambda port, persona, _: port.restore_version(persona, 1, key="k"),
    "delete_versions": lambda port, persona, _: port.delete_versions(persona, [1, 2], key="k"),
    "delete_persona": lambda port, persona, _: port.delete_persona(persona, key="k"),
}


def main(workspace: str, call: str, persona: str, source: str, moment: str) -> None:
    moments = count()

    def observer(_: str, __: str) -> None:
        if next(moments) == int(moment):
            os.kill(os.getpid(), signal.SIGKILL)

    port = open_workspace(Path(workspace), observer=observer)
    print(CALLS[call](port, persona, source))  # noqa: T201 - this is its answer
    port.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
