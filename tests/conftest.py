"""Every test starts from nothing: no settings of the user, no network, a workspace of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from hypothesis import settings

from ema_cli.server.access import Access
from ema_cli.server.app import make_app
from ema_cli.server.gate import Gate
from ema_cli.server.serving import Server, listening, url_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ema_cli.platforms.port import Port

EMA = Path(sys.executable).with_name("ema")
ROOT = Path(__file__).parent.parent
EXAMPLE_PERSONA = ROOT / "examples" / "personas" / "acme-support.yaml"

# A gate must not turn red by chance: there every run tries the same cases. Elsewhere each run tries
# others, and what one finds becomes a test of its own.
settings.register_profile("gate", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("gate")

_FORGOTTEN = {
    *("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "TERM"),
    *("PYTHONIOENCODING", "CI", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR"),
}


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Move home and settings into a fresh folder; answer the folder."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith("EMA_") or name.upper() in _FORGOTTEN:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{EMA.parent}:{os.environ['PATH']}")
    monkeypatch.chdir(home)
    for variable, folder in (
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
    ):
        monkeypatch.setenv(variable, str(home / folder))
    monkeypatch.setattr(socket.socket, "connect", _loopback_only(socket.socket.connect))
    return home


def _loopback_only(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family in {socket.AF_INET, socket.AF_INET6}:
            assert address[0] in {"127.0.0.1", "::1", "localhost"}, f"{address[0]} is not loopback"
        return connect(self, address)

    return guarded


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The one document on standard output."""
        document: dict[str, Any] = json.loads(self.out)
        return document


class Ema(Protocol):
    def __call__(
        self,
        *arguments: str | Path,
        stdin: str | None = None,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Done: ...


def run_ema(
    *arguments: str | Path,
    stdin: str | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Done:
    """Run the real command; standard input is closed unless given."""
    done = subprocess.run(
        [EMA, *map(str, arguments)],
        input=stdin if stdin is not None else "",
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **(env or {})},
        cwd=cwd,
        timeout=300,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def ema() -> Ema:
    """Give the command, on a workspace that is this test's own."""
    return run_ema


@pytest.fixture
def acme(ema: Ema) -> str:
    """Import the example persona; answer its name."""
    done = ema("persona", "import", EXAMPLE_PERSONA)
    assert done.code == 0, done.err
    return "acme-support"


class Hub:
    """A server for all platforms that tests put behind HTTP, each below a path of its own.

    One server for a whole session: starting and stopping one takes longer than most tests.
    """

    def __init__(self) -> None:
        self._gates: dict[str, Gate] = {}
        self._numbers = count(1)
        self.faults: list[Exception] = []
        """Errors that a request met and that nobody expected."""
        self._socket = listening("127.0.0.1", 0)
        ready = threading.Event()
        self._server = Server(self, ready.set)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))
        self._thread.start()
        ready.wait()

    def serve(self, port: Port, access: Access | None = None) -> str:
        """Put a platform behind HTTP; give its URL."""
        access = access or Access(None)
        name = str(next(self._numbers))
        self._gates[name] = Gate(make_app(port, access), access, None, self.faults.append)
        return f"{url_of(self._socket)}/{name}"

    def stop(self) -> None:
        self._server.stop()
        self._thread.join()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        _, name, *rest = scope["raw_path"].split(b"/")
        scope = {**scope, "raw_path": b"/" + b"/".join(rest)}
        await self._gates[name.decode()](scope, receive, send)


@pytest.fixture(scope="session")
def hub() -> Iterator[Hub]:
    """Give a server that answers for platforms of tests."""
    hub = Hub()
    yield hub
    hub.stop()
    assert hub.faults == []
