"""Real signals to a real process, while it works and while it writes."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row

EMA = Path(sys.executable).with_name("ema")
ROWS = {"copy": 1_000_000, "sanitize": 60_000}
"""How much there is to do, so that a signal comes while it is done."""
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a workspace with a persona of a million rows, once, without the command."""
    path = tmp_path_factory.mktemp("large") / "workspace.db"
    port = open_workspace(path)
    for during, count in ROWS.items():
        persona = port.create_persona(PersonaContent(f"to {during}"), key=during)
        for first in range(0, count, 1000):
            rows = [
                Row(f"r{n}", {"n": n, "text": f"Ticket {n} of Acme Corp"})
                for n in range(first, first + 1000)
            ]
            port.write_rows(persona.id, rows, key=f"{during} {first}")
    port.close()
    return path


def start(workspace: Path, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [EMA, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "EMA_WORKSPACE": str(workspace)},
        **options,
    )


def read_until(process: subprocess.Popen[str], pattern: str, seconds: float) -> str:
    """Read standard error until a line matches; the test fails when none does in time."""
    assert process.stderr is not None
    descriptor, text = process.stderr.fileno(), ""
    until = time.monotonic() + seconds
    while not re.search(pattern, text):
        left = until - time.monotonic()
        if left <= 0:
            process.kill()
        assert left > 0, f"no {pattern!r} in {text!r}"
        ready, _, _ = select.select([descriptor], [], [], left)
        if ready:
            data = os.read(descriptor, 65536)
            assert data, f"ended without {pattern!r}: {text!r}"
            text += data.decode()
    return text


PLANS = {
    "copy": "[{tool: data, args: {method: copy, from: $source}}]",
    "sanitize": (
        "[{tool: data, args: {method: copy, from: $source}},"
        " {tool: data, args: {method: sanitize, examples: [Acme Corp]}}]"
    ),
}


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("during", PLANS)
@pytest.mark.whole
def test_a_signal_ends_a_run_with_a_whole_result(
    large: Path, during: str, number: signal.Signals, tmp_path: Path
) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(PLANS[during])
    name = f"{during} {number}"
    process = start(
        *(large, "persona", "create", "--from", f"to {during}", "--name", name, "-v"),
        *("--actions", str(plan), "--record", str(tmp_path / "record")),
    )
    read_until(process, rf"data {during}: from", 120)
    time.sleep(0.3)
    process.send_signal(number)
    sent = time.monotonic()
    told = read_until(process, "interrupted: waiting", 5)
    # Two busy cores may delay any process; the promise is 100 ms on an idle machine.
    assert time.monotonic() - sent < 1
    out, err = process.communicate(timeout=60)
    err = told + err  # the lines after the one waited for may have come with it
    assert process.returncode == SIGNALS[number], err
    document = json.loads(out)
    assert document["status"] == "interrupted"
    assert [a["status"] for a in document["actions"]][-1] == "error"
    assert document["actions"][-1]["error_kind"] == "interrupted"
    assert f"to go on: ema resume {tmp_path / 'record'}" in err
    resumed = start(large, "resume", str(tmp_path / "record"), "-q")
    out, err = resumed.communicate(timeout=600)
    assert resumed.returncode == 0, err
    document = json.loads(out)
    assert document["status"] == "success"
    assert document["actions"][0]["result"]["rows"]["read"] == ROWS[during]
    deleted = start(large, "persona", "delete", name, "--yes")
    deleted.communicate(timeout=120)
    assert deleted.returncode == 0


SLOW = """\
import sys, time
from ema_cli.cli.connecting import observing
from ema_cli.cli.main import main

def slow(call, moment):
    if call == {call!r} and moment == {moment!r}:
        print('in the call', file=sys.stderr, flush=True)
        time.sleep({seconds})

sys.argv[:] = ['ema', *sys.argv[1:]]
with observing(slow):
    main()
"""


def start_slow(call: str, moment: str, seconds: float, *arguments: str) -> subprocess.Popen[str]:
    program = SLOW.format(call=call, moment=moment, seconds=seconds)
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("moment", ["before-commit", "after-commit"])
@pytest.mark.parametrize("call", ["create_persona", "create_version"])
def test_the_call_under_way_is_awaited(
    ema: Any, call: str, moment: str, number: signal.Signals
) -> None:
    process = start_slow(
        *(call, moment, 1.0, "persona", "create", "--name", "demo"),
        *("-a", "tool: snapshot", "-a", "tool: snapshot"),
    )
    read_until(process, "in the call", 60)
    process.send_signal(number)
    sent = time.monotonic()
    read_until(process, "interrupted: waiting", 5)
    assert time.monotonic() - sent < 0.9
    out, err = process.communicate(timeout=60)
    assert process.returncode == SIGNALS[number], err
    document = json.loads(out)
    assert document["status"] == "interrupted"
    assert document["persona"]["created"] is True
    done = ema("resume", "last")
    assert done.code == 0, done.err
    assert len(ema("persona", "list").document["personas"]) == 1
    assert len(ema("snapshot", "list", "demo").document["versions"]) == 2


def test_a_call_that_does_not_come_back_is_left_behind(ema: Any) -> None:
    process = start_slow(
        *("create_version", "before-commit", 30.0, "persona", "create", "--name", "demo"),
        *("-a", "tool: snapshot", "--grace", "0.5"),
    )
    read_until(process, "in the call", 60)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 143
    document = json.loads(out)
    assert document["status"] == "interrupted"
    assert document["actions"][0]["error_kind"] == "interrupted"
    assert ema("resume", "last").code == 0
    assert len(ema("snapshot", "list", "demo").document["versions"]) == 1


def test_a_second_signal_leaves_at_once_and_the_record_resumes(ema: Any) -> None:
    process = start_slow(
        *("create_version", "before-commit", 30.0, "persona", "create", "--name", "demo"),
        *("-a", "tool: snapshot"),
    )
    read_until(process, "in the call", 60)
    process.send_signal(signal.SIGINT)
    read_until(process, "interrupted: waiting", 5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    assert process.returncode == 130
    assert ema("resume", "last").code == 0
    assert len(ema("snapshot", "list", "demo").document["versions"]) == 1


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_the_result_is_written_loses_nothing(
    ema: Any, number: signal.Signals, tmp_path: Path
) -> None:
    """A pipe that is full keeps the result waiting; the signal comes then."""
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: snapshot\n" * 400)
    process = subprocess.Popen(
        [EMA, "persona", "create", "--name", "demo", "--actions", plan],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    read_until(process, "400 of 400 actions done", 120)
    time.sleep(0.3)
    process.send_signal(number)
    time.sleep(0.2)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert json.loads(out)["status"] == "success"
    assert ema("resume", "last").document == json.loads(out)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_outside_a_run(number: signal.Signals, tmp_path: Path) -> None:
    """A plan is read from a pipe that gives nothing."""
    process = subprocess.Popen(
        [EMA, "persona", "create", "--name", "demo", "--actions", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=tmp_path,
    )
    time.sleep(1.5)
    process.send_signal(number)
    process.wait(timeout=20)
    out, err = process.communicate()
    assert process.returncode == SIGNALS[number], err
    assert json.loads(out)["error_kind"] == "interrupted"
    assert "Traceback" not in err
