"""A platform to test: ports to it from this process and from others, and short ways to use them."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.adapter import open_http
from ema_cli.platforms.http.target import Target
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row, Version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from ema_cli.platforms.port import FileInfo, Port
    from ema_cli.values import JsonObject
    from tests.conftest import Hub

OTHER_PROCESS = Path(__file__).with_name("other_process.py")

_numbers = count(1)

Refused: TypeAlias = "Callable[[ErrorKind], AbstractContextManager[None]]"
"""Expects, in a block, a platform error of one kind."""


@dataclass(frozen=True)
class State:
    """All that an export of a persona shows, as text where numbers could compare too kindly."""

    content: str
    rows: tuple[tuple[str, str, bool], ...]
    files: tuple[tuple[FileInfo, bytes], ...]


@dataclass
class Platform:
    """A fresh platform. `adapter` says how `other_process.py` reaches it."""

    adapter: list[str]
    connect: Callable[[], Port]
    _ports: list[Port] = field(default_factory=list)
    _processes: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def port(self) -> Port:
        """A port to it, the same one in the whole test."""
        return self._ports[0] if self._ports else self.open()

    def open(self) -> Port:
        """Give one more port to it."""
        self._ports.append(self.connect())
        return self._ports[-1]

    def begin(self, task: str, *arguments: str | int) -> subprocess.Popen[str]:
        """Start a task of `other_process.py`; it waits for a line on standard input."""
        process = subprocess.Popen(
            [sys.executable, OTHER_PROCESS, json.dumps(self.adapter), task, json.dumps(arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self._processes.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    def at_once(self, processes: Sequence[subprocess.Popen[str]]) -> list[Any]:
        """Let processes go together, and give what each one answered."""
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        return [self.answer(process) for process in processes]

    def answer(self, process: subprocess.Popen[str]) -> Any:
        """Wait for a process, and give what it answered."""
        out, _ = process.communicate(timeout=1200)
        assert process.returncode == 0
        return json.loads(out)

    def end(self) -> None:
        """Close all ports; no process is left."""
        for process in self._processes:
            process.kill()
            process.communicate()
        for port in self._ports:
            port.close()

    @staticmethod
    def key() -> str:
        """Make a key that no call had before."""
        return f"key-{next(_numbers)}"

    def persona(self, name: str | None = None, **content: Any) -> str:
        """Make a persona; give its id."""
        told = PersonaContent(name or f"Persona {next(_numbers)}", **content)
        return self.port.create_persona(told, key=self.key()).id

    def filled(self, rows: int) -> str:
        """Make a persona with rows; give its id."""
        persona = self.persona()
        for start in range(1, rows + 1, 1000):
            self.write(persona, *range(start, min(start + 1000, rows + 1)))
        return persona

    def write(self, persona: str, *rows: int | str | tuple[str, JsonObject]) -> None:
        """Write rows: numbered, named, or given."""
        self.port.write_rows(persona, [_row(row) for row in rows], key=self.key())

    def rows(self, persona: str, version: int | None = None, limit: int = 1000) -> list[Row]:
        """Read all rows, page by page."""
        rows: list[Row] = []
        after = None
        while True:
            page = self.port.rows(persona, version=version, after=after, limit=limit)
            assert len(page.items) <= limit
            rows.extend(page.items)
            after = page.after
            if after is None:
                return rows

    def row_keys(self, persona: str, version: int | None = None) -> list[str]:
        """Read the keys of all rows, in their order."""
        return [row.key for row in self.rows(persona, version)]

    def copy(self, source: str, target: str, limit: int = 1000) -> tuple[int, int]:
        """Copy all rows, page by page; give how many were written and skipped."""
        written = skipped = 0
        after = None
        while True:
            page = self.port.copy_rows(source, target, after=after, limit=limit, key=self.key())
            assert page.read == page.written + page.skipped
            written, skipped, after = written + page.written, skipped + page.skipped, page.after
            if after is None:
                return written, skipped

    def upload(self, persona: str, name: str, content: bytes, **options: Any) -> bool:
        """Write a file; say whether it was written."""
        return self.port.write_file(
            persona, name, "text/plain", [content], key=self.key(), **options
        ).written

    def content(self, persona: str, name: str, version: int | None = None) -> bytes:
        """Read a file."""
        with self.port.open_file(persona, name, version=version) as chunks:
            return b"".join(chunks)

    def version(self, persona: str, message: str = "") -> Version:
        """Make a version."""
        return self.port.create_version(persona, message, key=self.key())

    def state(self, persona: str, version: int | None = None) -> State:
        """Read everything that an export shows."""
        told = self.port.persona(persona, version=version).content
        return State(
            content=_text(vars_of(told)),
            rows=tuple(
                (row.key, _text(row.fields), row.linked) for row in self.rows(persona, version)
            ),
            files=tuple(
                (info, self.content(persona, info.name, version))
                for info in self.port.files(persona, version=version)
            ),
        )


def vars_of(content: PersonaContent) -> dict[str, Any]:
    """Give the fields of a content by name."""
    return {name: getattr(content, name) for name in PersonaContent.__slots__}


def _row(row: int | str | tuple[str, JsonObject]) -> Row:
    if isinstance(row, tuple):
        return Row(*row)
    return Row(f"T-{row}", {"id": row, "name": "Somebody Madeup", "mail": f"{row}@corp.example"})


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.fixture(scope="session")
def make_local() -> Callable[[Path], Platform]:
    """Give what makes a local platform of a workspace's path."""
    return lambda path: Platform(["local", str(path)], lambda: open_workspace(path))


@dataclass
class HttpPlatform(Platform):
    """A local platform behind HTTP."""

    served: Port | None = None

    def end(self) -> None:
        super().end()
        if self.served is not None:
            self.served.close()


@pytest.fixture(scope="session")
def make_http(hub: Hub) -> Callable[[Path], Platform]:
    """Give what makes a platform behind HTTP of a workspace's path."""

    def make(path: Path) -> Platform:
        served = open_workspace(path)
        url = hub.serve(served)
        target = Target("http", url)
        return HttpPlatform(
            ["http", url], lambda: open_http(target, {}, lambda _: None), served=served
        )

    return make


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Give the path of a workspace that is not there yet."""
    return tmp_path / "workspace.db"


@pytest.fixture
def local(workspace: Path, make_local: Callable[[Path], Platform]) -> Iterator[Platform]:
    """Give a fresh local platform."""
    platform = make_local(workspace)
    yield platform
    platform.end()


@contextmanager
def raised(kind: ErrorKind) -> Iterator[None]:
    """Expect a platform error of this kind, with a message in plain words."""
    with pytest.raises(PlatformError) as caught:
        yield
    assert caught.value.kind is kind
    assert caught.value.message
    assert "sqlite" not in caught.value.message.lower()


@pytest.fixture
def refused() -> Refused:
    """Give `raised`."""
    return raised
