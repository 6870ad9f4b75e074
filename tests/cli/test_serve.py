"""`ema serve` as its user sees it: a real process, real sockets, real signals."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.platforms.http.adapter import open_http
from ema_cli.platforms.http.target import Secret, Target
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.platforms.port import Port
    from tests.conftest import Ema

EMA = Path(sys.executable).with_name("ema")
KEY = "open-sesame-0123456789"


@contextmanager
def serving(*arguments: str, **variables: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the server; give its URL and process."""
    process = subprocess.Popen(
        [EMA, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **variables},
    )
    try:
        assert process.stdout is not None
        text = ""
        while not text.endswith("}\n"):
            line = process.stdout.readline()
            assert line, process.stderr.read() if process.stderr else ""
            text += line
        yield json.loads(text)["url"], process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def port_to(url: str, key: str | None = None) -> Port:
    secret = None if key is None else Secret(key, "EMA_API_KEY")
    return open_http(Target("remote", url, api_key=secret), {}, lambda _: None)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_listens_and_stops_in_good_order(number: signal.Signals) -> None:
    with serving() as (url, process):
        port = port_to(url)
        port.create_persona(PersonaContent("Acme demo"), key="k")
        port.close()
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (0, "")
        assert err.splitlines() == [
            f"serving the local platform at {url}; stop it with Ctrl-C",
            "stopped",
        ]


def test_a_call_under_way_is_answered_before_the_stop() -> None:
    with serving() as (url, process):
        port = port_to(url)
        persona = port.create_persona(PersonaContent("Acme demo"), key="k").id

        def slow() -> Iterator[bytes]:
            yield b"x" * 9_000_000
            process.send_signal(signal.SIGTERM)
            yield from [b"y" * 1_000_000] * 20

        written = port.write_file(persona, "a.bin", "application/octet-stream", slow(), key="f")
        assert written.file.size == 29_000_000
        port.close()
        assert process.wait(timeout=60) == 0


def test_keys_are_remembered_over_a_restart() -> None:
    with serving() as (url, _):
        port = port_to(url)
        made = port.create_persona(PersonaContent("Acme demo"), key="k")
        port.close()
    with serving() as (url, _):
        port = port_to(url)
        assert port.create_persona(PersonaContent("Acme demo"), key="k") == made
        assert port.made_by("k") == made
        port.close()


def test_it_serves_the_workspace_of_the_variable(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    workspace = open_workspace(path)
    made = workspace.create_persona(PersonaContent("Acme demo"), key="k")
    workspace.close()
    with serving(EMA_WORKSPACE=str(path)) as (url, _):
        port = port_to(url)
        assert port.persona(made.id) == made
        port.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 - it is refused
def test_other_machines_are_let_in_with_a_key_only(ema: Ema, host: str) -> None:
    done = ema("serve", "--host", host, "--port", "0")
    assert (done.code, done.document["error_kind"]) == (2, "usage")
    assert done.document["hint"].startswith("set an API key")


def test_without_the_packages_of_the_extra(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ImportError\n")
    (tmp_path / "jwt.py").write_text("raise ImportError\n")
    done = ema("serve", "--port", "0", env={"PYTHONPATH": str(tmp_path)})
    error = "ema serve needs packages that are not installed"
    assert (done.code, done.document["error"]) == (2, error)
    assert "'.[server]'" in done.document["hint"]


def test_an_api_key_that_is_not_set(ema: Ema) -> None:
    done = ema("serve", "--port", "0", "--api-key-env", "NOT_SET")
    assert (done.code, done.document["error"]) == (4, "NOT_SET is empty")


def test_a_port_that_is_taken(ema: Ema) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        done = ema("serve", "--port", str(number))
        message = f"cannot listen on 127.0.0.1, port {number}: Address already in use"
        assert (done.code, done.document["error"]) == (2, message)


def test_an_address_that_is_none(ema: Ema) -> None:
    done = ema("serve", "--host", "not an address", "--api-key-env", "K", env={"K": KEY})
    assert (done.code, done.document["error"]) == (2, "not an address is no address to listen on")


def test_two_creates_of_one_name_at_once(ema: Ema) -> None:
    with serving() as (url, _), ThreadPoolExecutor() as pool:

        def create(name: str) -> int:
            return ema("persona", "create", "--name", name, env={"EMA_URL": url}).code

        for name in ("Acme demo", "Acme support"):
            assert sorted(pool.map(create, [name, name])) == [0, 5]


def test_signing_in_and_cloning_as_the_documentation_says(ema: Ema, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: data\n  args: {method: copy, from: $source}\n- tool: snapshot\n")
    with serving("--api-key-env", "SERVE_KEY", SERVE_KEY=KEY) as (url, process):
        env = {"EMA_URL": url, "EMA_API_KEY": f"{KEY}\n"}
        create = ("persona", "create", "--from", "basic-chat", "--name", "Acme support")
        refused = ema(*create, env={"EMA_URL": url})
        assert (refused.code, refused.document["error_kind"]) == (4, "auth")
        assert ema(*create, env=env).code == 0
        clone = ("persona", "create", "--from", "Acme support", "--name", "Acme demo")
        done = ema(*clone, "--actions", plan, env=env)
        assert (done.code, done.document["env"]) == (0, "remote")
        status: dict[str, Any] = ema("auth", "status", env=env).document
        assert (status["works"], status["signs_in_with"], status["until"][-1]) == (
            True,
            "api_key",
            "Z",
        )
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert KEY not in done.out + done.err + err + refused.out + refused.err
