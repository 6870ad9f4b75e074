"""What the tests let other processes do to a platform: `other_process.py ADAPTER TASK ARGUMENTS`.

A process says `ready`, waits for a line, does its task and prints the answer as JSON.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ema_cli.errors import PlatformError
from ema_cli.platforms.http.adapter import open_http
from ema_cli.platforms.http.target import Target
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row, RowEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ema_cli.platforms.port import Port


def connect(adapter: list[str]) -> Port:
    kind, where = adapter
    if kind == "http":
        return open_http(Target("http", where), {}, lambda _: None)
    return open_workspace(Path(where))


def create(port: Port, name: str, key: str) -> Any:
    return asdict(port.create_persona(PersonaContent(name), key=key))


def create_and_copy(port: Port, source: str, name: str) -> int:
    """Clone a persona with its rows; answer how many rows were written."""
    target = port.create_persona(PersonaContent(name), key=f"create-{name}").id
    return sum(copy_pages(port, source, target, name))


def copy_pages(port: Port, source: str, target: str, keys: str) -> Iterator[int]:
    after = None
    number = 0
    while True:
        number += 1
        page = port.copy_rows(source, target, after=after, key=f"{keys}-{number}")
        yield page.written
        after = page.after
        if after is None:
            return


def write_row(port: Port, persona: str, row: str, key: str) -> Any:
    return asdict(port.write_rows(persona, [Row(row, {"id": row})], key=key))


def write_file(port: Port, persona: str, text: str, key: str) -> Any:
    return asdict(port.write_file(persona, "a.txt", "text/plain", [text.encode()], key=key))


def make_version(port: Port, persona: str, key: str) -> Any:
    return asdict(port.create_version(persona, "made by a process", key=key))


def append_pages(port: Port, persona: str, pages: int) -> int:
    """Write pages whose rows all say which page they are of."""
    for page in range(pages):
        rows = [Row(f"{page}-{number}", {"page": page}) for number in range(100)]
        port.write_rows(persona, rows, key=f"append-{page}")
    return pages


def die_in_upload(port: Port, persona: str, size: int) -> None:
    """Be killed when `size` bytes of a file have been sent."""

    def chunks() -> Iterator[bytes]:
        sent = 0
        while sent < size:
            yield b"x" * 1000
            sent += 1000
        os.kill(os.getpid(), signal.SIGKILL)

    port.write_file(persona, "half.bin", "application/octet-stream", chunks(), key="half")


def upload_large(port: Port, persona: str, size: int) -> int:
    """Write and read a file of `size` bytes; answer the most memory that was used, in bytes."""
    chunk = bytes(range(256)) * 256
    chunks = (chunk for _ in range(size // len(chunk)))
    port.write_file(persona, "large.bin", "application/octet-stream", chunks, key="large")
    with port.open_file(persona, "large.bin") as stream:
        assert sum(map(len, stream)) == size
    return peak_memory()


def copy_all(port: Port, source: str, target: str) -> int:
    """Copy all rows; answer the most memory that was used, in bytes."""
    list(copy_pages(port, source, target, "copy"))
    return peak_memory()


def live_through_versions(port: Port, persona: str) -> int:
    """Make a version, change all rows, go back; answer the most memory that was used, in bytes."""
    port.create_version(persona, "before", key="v")
    after = None
    while True:
        page = port.rows(persona, after=after)
        edits = [RowEdit(row.key, row.revision, {"new": row.key}) for row in page.items]
        port.edit_rows(persona, edits, key=f"edit-{after}")
        after = page.after
        if after is None:
            break
    port.restore_version(persona, 1, key="r")
    return peak_memory()


def peak_memory() -> int:
    """Answer the most memory that this process used, in bytes.

    Linux hands the peak of the process that started this one on to it: only `VmHWM` is its own.
    """
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


TASKS: dict[str, Callable[..., Any]] = {
    task.__name__: task
    for task in (
        *(create, create_and_copy, write_row, write_file, make_version, append_pages),
        *(die_in_upload, upload_large, copy_all, live_through_versions),
    )
}


def main(adapter: str, task: str, arguments: str) -> None:
    print("ready", flush=True)  # noqa: T201 - this is how the test hears of it
    sys.stdin.readline()
    port = connect(json.loads(adapter))
    try:
        answer = TASKS[task](port, *json.loads(arguments))
    except PlatformError as error:
        answer = {"error": error.kind}
    finally:
        port.close()
    print(json.dumps(answer))  # noqa: T201 - this is its answer


if __name__ == "__main__":
    main(*sys.argv[1:])
