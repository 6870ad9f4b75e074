"""A thousand small actions over HTTP, beside a bare httpx loop of the same requests.

Run with: python benchmarks/http_runs.py

A run is recorded first, to know its requests. Then each of the two goes to a server process of its
own, on an equal copy of the workspace: the plan by `ema run` in this process, and the recorded
requests by `httpx.Client.request`. The bound is 1.5. Beside the time on the clock stands that of
the processors, of both sides together, which says more where other work goes on.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import httpx
import typer

from ema_cli.cli.boundary import guarded
from ema_cli.cli.main import application
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent
from ema_cli.server.access import Access
from ema_cli.server.app import make_app
from ema_cli.server.gate import Gate
from ema_cli.server.serving import Server, listening, url_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ACTIONS = 1000
BOUND = 1.5
ROUNDS = 5
"""Rounds of both in turns, of which the quickest counts."""
EMA = Path(sys.executable).with_name("ema")
DROPPED = {b"host", b"user-agent", b"accept", b"accept-encoding", b"connection", b"content-length"}


class Recorder:
    """An ASGI application around another one that keeps the requests."""

    def __init__(self, app: Any) -> None:  # noqa: ANN401 - an ASGI application
        self._app = app
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
        """Hand a request on, and keep it."""
        body = bytearray()

        async def keeping() -> Any:  # noqa: ANN401 - ASGI
            message = await receive()
            body.extend(message.get("body", b""))
            return message

        await self._app(scope, keeping, send)
        path = scope["raw_path"].decode()
        if scope["query_string"]:
            path += "?" + scope["query_string"].decode()
        headers = {k.decode(): v.decode() for k, v in scope["headers"] if k not in DROPPED}
        self.requests.append((scope["method"], path, headers, bytes(body)))


@contextmanager
def recording(workspace: Path) -> Iterator[tuple[str, Recorder]]:
    """Serve a workspace in this process; give its URL and what keeps the requests."""
    port = open_workspace(workspace)
    access = Access(None)
    recorder = Recorder(Gate(make_app(port, access), access, None, print))
    opened, ready = listening("127.0.0.1", 0), threading.Event()
    server = Server(recorder, ready.set)
    thread = threading.Thread(target=server.run, args=[[opened]])
    thread.start()
    ready.wait()
    yield url_of(opened), recorder
    server.stop()
    thread.join()
    port.close()


@contextmanager
def serving(workspace: Path) -> Iterator[str]:
    """Serve a workspace in a process of its own; give its URL."""
    process = subprocess.Popen(
        [EMA, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "EMA_WORKSPACE": str(workspace)},
    )
    text = ""
    while not text.endswith("}\n") and process.stdout is not None:
        text += process.stdout.readline()
    yield json.loads(text)["url"]
    process.terminate()
    process.wait()


class Taken(NamedTuple):
    """Seconds that something took."""

    clock: float
    processors: float
    """Of this process and of the server, from its start to its end."""


def against(workspace: Path, send: Callable[[str], None]) -> Taken:
    """Measure what is sent to a server that is started for it."""
    children = _processors(resource.RUSAGE_CHILDREN)
    with serving(workspace) as url:
        own, began = _processors(resource.RUSAGE_SELF), time.perf_counter()
        send(url)
        clock, own = time.perf_counter() - began, _processors(resource.RUSAGE_SELF) - own
    return Taken(clock, own + _processors(resource.RUSAGE_CHILDREN) - children)


def _processors(whose: int) -> float:
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def run_plan(url: str, folder: Path) -> None:
    """Run the plan, with checking it and recording the run."""
    os.environ["EMA_URL"] = url
    command = typer.main.get_command(application())
    arguments = ["run", str(folder / "plan.yaml"), "--target", "Acme demo", "-q"]
    with (folder / "log").open("w") as log, redirect_stderr(log):
        code = guarded(command, [*arguments, "-o", str(folder / "out.json")])
    if code:
        sys.exit((folder / "log").read_text())


def bare_loop(url: str, recorder: Recorder) -> None:
    """Send the recorded requests."""
    with httpx.Client(base_url=url) as client:
        for method, path, headers, body in recorder.requests:
            # Looking for a persona by its name begins with a 404: the name is no id.
            answer = client.request(method, path, headers=headers, content=body or None)
            if answer.is_server_error:
                sys.exit(f"{method} {path}: {answer.status_code}")


def quickest(rounds: list[Taken]) -> Taken:
    """Give the least of each: other work on the machine only slows."""
    return Taken(min(one.clock for one in rounds), min(one.processors for one in rounds))


def main() -> None:
    """Measure both, print them, and exit with 1 where the bound is passed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ |= {"HOME": name, "XDG_STATE_HOME": f"{name}/state"}
        actions = (
            f"- {{tool: data, args: {{method: upload, content: [{{id: {n}}}], key: id}}}}"
            for n in range(ACTIONS)
        )
        (folder / "plan.yaml").write_text("\n".join(actions) + "\n")
        workspace = open_workspace(folder / "0.db")
        workspace.create_persona(PersonaContent("Acme demo"), key="k")
        workspace.close()

        def fresh() -> Path:
            return Path(shutil.copy(folder / "0.db", folder / f"{uuid4()}.db"))

        with recording(fresh()) as (url, recorder):
            run_plan(url, folder)
        start = quickest([against(fresh(), lambda _: None) for _ in range(ROUNDS)]).processors
        bare, ours = [], []
        for _ in range(ROUNDS):
            bare.append(against(fresh(), lambda url: bare_loop(url, recorder)))
            ours.append(against(fresh(), lambda url: run_plan(url, folder)))
    print(f"{ACTIONS} actions, {len(recorder.requests)} requests")
    (loop, loop_used), (run, run_used) = quickest(bare), quickest(ours)
    print(f"bare httpx loop {loop:.2f} s; ema run {run:.2f} s; {run / loop:.2f} times")
    loop_used, run_used = loop_used - start, run_used - start
    print(f"processors: {loop_used:.2f} s; {run_used:.2f} s; {run_used / loop_used:.2f} times")
    sys.exit(run / loop > BOUND)


if __name__ == "__main__":
    main()
