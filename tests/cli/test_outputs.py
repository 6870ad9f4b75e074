"""Where the result cannot go, and surroundings in which little works."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

EMA = Path(sys.executable).with_name("ema")
CREATE = ("persona", "create", "--name", "demo", "-a", "tool: snapshot")


def shell(script: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
        timeout=60,
        check=False,
    )


def made(ema: Any) -> list[str]:
    return [p["name"] for p in ema("persona", "list").document["personas"]]


def test_a_full_device(ema: Any) -> None:
    done = shell(f"ema {' '.join(CREATE[:4])} > /dev/full")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert made(ema) == ["demo"]
    assert ema("resume", "last").document["status"] == "success"


def test_a_closed_standard_output(ema: Any) -> None:
    done = shell(f"ema {' '.join(CREATE[:4])} >&-")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert made(ema) == ["demo"]


@pytest.mark.parametrize("target", ["missing/result.json", "folder", "/proc/nothing/x"])
def test_an_output_that_cannot_be_is_known_before_anything_is_sent(
    ema: Any, tmp_path: Path, target: str
) -> None:
    (tmp_path / "folder").mkdir()
    done = ema(*CREATE, "-o", target, cwd=tmp_path)
    assert done.code == 2
    assert done.document["error_kind"] == "usage"
    assert made(ema) == []


def test_an_output_that_can_no_longer_be_written_at_the_end(ema: Any, tmp_path: Path) -> None:
    """The folder goes while the run works: the document is printed instead."""
    folder = tmp_path / "results"
    folder.mkdir()
    program = (
        "import sys, shutil\n"
        "from ema_cli.cli.connecting import observing\n"
        "from ema_cli.cli.main import main\n"
        f"sys.argv[:] = ['ema', *{CREATE!r}, '-o', {str(folder / 'r.json')!r}]\n"
        f"gone = lambda call, moment: shutil.rmtree({str(folder)!r}, ignore_errors=True)\n"
        "with observing(gone):\n    main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert document["status"] == "success"
    assert document["error_kind"] == "output"
    assert made(ema) == ["demo"]


def test_a_fifo_with_a_reader(ema: Any, tmp_path: Path) -> None:
    fifo, read = tmp_path / "fifo", []
    os.mkfifo(fifo)
    reader = threading.Thread(target=lambda: read.append(fifo.read_text()), daemon=True)
    reader.start()
    done = ema(*CREATE, "-o", fifo)
    reader.join(10)
    assert done.code == 0
    assert json.loads(read[0])["status"] == "success"


def test_a_fifo_without_a_reader_does_not_hang(ema: Any, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    done = ema(*CREATE, "-o", fifo)
    assert done.code == 1
    assert done.document["status"] == "success"
    assert done.document["error_kind"] == "output"


def test_dev_stdout(ema: Any) -> None:
    done = ema(*CREATE, "-o", "/dev/stdout")
    assert done.code == 0
    assert done.document["status"] == "success"


def test_a_reader_that_leaves(ema: Any, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: snapshot\n" * 300)
    script = f"ema persona create --name demo --actions {plan} | head -c1; exit ${{PIPESTATUS[0]}}"
    done = shell(script)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
    assert len(ema("snapshot", "list", "demo").document["versions"]) == 300


def test_without_a_home(ema: Any) -> None:
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    unset = " ".join(f"-u {name}" for name in names)
    workspace = Path.home() / "w.db"
    script = f"EMA_WORKSPACE={workspace} env {unset} ema persona create --name demo"
    done = shell(script)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == "success"
    assert ema("persona", "list", env={"EMA_WORKSPACE": str(workspace)}).code == 0


def test_a_workspace_in_a_folder_that_is_missing(ema: Any, tmp_path: Path) -> None:
    env = {"EMA_WORKSPACE": str(tmp_path / "mistyped" / "w.db")}
    for command in (("persona", "list"), CREATE):
        done = ema(*command, env=env)
        assert done.code == 2
        assert "mistyped" in done.document["error"]


def test_folders_that_do_not_exist_yet(ema: Any, tmp_path: Path) -> None:
    far = {
        name: str(tmp_path / "far" / "away" / name)
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    }
    done = ema(*CREATE, env=far)
    assert done.code == 0, done.err
    assert (tmp_path / "far/away/XDG_DATA_HOME/ema/workspace.db").exists()


def test_standard_input_closed(ema: Any) -> None:
    done = shell("ema persona create --name demo -a 'tool: snapshot' <&-")
    assert done.returncode == 0
    done = shell("ema persona create --name other --actions - <&-")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert made(ema) == ["demo"]


def on_terminal(arguments: list[str], env: Mapping[str, str]) -> tuple[int, str, str]:
    """Run with standard error on a terminal; answer code, standard output and what was drawn."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [EMA, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, **env},
    )
    os.close(theirs)
    drawn: list[bytes] = []

    def read() -> None:
        while True:
            try:
                data = os.read(ours, 65536)
            except OSError:
                return
            if not data:
                return
            drawn.append(data)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    out, _ = process.communicate(timeout=60)
    reader.join(5)
    os.close(ours)
    return process.returncode, out.decode(), b"".join(drawn).decode()


def test_a_terminal_shows_each_action(acme: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "- tool: data\n  args: {method: copy, from: $source}\n"
        "- tool: snapshot\n  args: {message: '[bold]x[/bold]'}\n"
    )
    name = "[red]demo[/x]"
    code, out, drawn = on_terminal(
        ["persona", "create", "--from", acme, "--name", name, "--actions", str(plan)],
        {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "160"},
    )
    assert code == 0
    assert json.loads(out)["persona"]["name"] == name
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", drawn)
    assert f'create "{name}"' in plain
    assert "✓ 1 data copy" in plain
    assert "written 64" in plain
    assert "✓ 2 snapshot create" in plain
    assert "success: 2 of 2 actions done" in plain
    assert "not run" not in plain, "what is still to run is not given up"
    assert drawn.count("\x1b[?25l") == drawn.count("\x1b[?25h"), "the cursor stays hidden"


def test_a_terminal_shows_what_did_not_run() -> None:
    copy = "{tool: data, args: {method: copy, from: nobody}}"
    code, _, drawn = on_terminal(
        ["persona", "create", "--name", "x", "-a", copy, "-a", "tool: snapshot"],
        {"TERM": "xterm-256color", "PYTHONUTF8": "1", "COLUMNS": "160"},
    )
    assert code == 1
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", drawn)
    assert re.search(r"· 2 snapshot create +not run", plain)


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"TERM": "xterm", "PYTHONIOENCODING": "ascii"}])
def test_a_terminal_that_cannot_draw_gets_lines(env: Mapping[str, str]) -> None:
    code, out, drawn = on_terminal(list(CREATE), env)
    assert code == 0
    assert json.loads(out)["status"] == "success"
    assert "\x1b" not in drawn
    assert "[1/1] snapshot create" in drawn


def test_a_terminal_that_goes_away_ends_no_run(ema: Any, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: snapshot\n" * 200)
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [EMA, "persona", "create", "--name", "demo", "--actions", plan],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "PYTHONUTF8": "1"},
        start_new_session=True,
    ) as process:
        os.close(theirs)
        time.sleep(0.7)
        os.close(ours)
        out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert json.loads(out)["status"] == "success"
    assert len(ema("snapshot", "list", "demo").document["versions"]) == 200


def test_a_read_that_cannot_be_saved_is_told_on_standard_output() -> None:
    done = shell("ema persona list -o /dev/full")
    assert done.returncode == 1
    assert json.loads(done.stdout)["error_kind"] == "output"
    assert done.stderr.count("cannot be saved") == 1
