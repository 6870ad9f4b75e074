"""Completion in real shells: a user types, presses Tab, and looks at what the command would get."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
from typing import TYPE_CHECKING

import pytest

from ema_cli.cli.completion import Shell
from tests.conftest import EMA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Ema

START = {
    Shell.BASH: ["bash", "--norc", "--noprofile", "-i"],
    Shell.ZSH: ["zsh", "-f", "-i"],
    Shell.FISH: ["fish", "--no-config", "-i"],
}
LEARN = {
    Shell.BASH: "source <(ema completion bash); echo READY$((1))",
    Shell.ZSH: "autoload -U compinit; compinit -u -D;"
    " source <(ema completion zsh); echo READY$((1))",
    Shell.FISH: "ema completion fish | source; echo READY(math 1)",
}
TAKE_TERMINAL = (
    "import fcntl, os, sys, termios;"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"
)
LONGEST = 60.0
"""Seconds until a shell has answered, on a machine that has much else to do."""
WHO_ARE_YOU = b"\x1b[c"


class Terminal:
    """A shell at a terminal, and somebody who types."""

    def __init__(self, shell: Shell) -> None:
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))
        command = [sys.executable, "-IS", "-c", TAKE_TERMINAL, *START[shell]]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        self.type(LEARN[shell] + "\r")
        self.wait_for(r"READY1")

    def type(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def wait_for(self, pattern: str) -> str:
        shown, end = b"", time.monotonic() + LONGEST
        while time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.5)[0]:
                shown += self._read()
            found = re.search(pattern, shown.decode(errors="replace"))
            if found:
                return found[0]
        pytest.fail(f"no {pattern} in {shown.decode(errors='replace')!r}")

    def _read(self) -> bytes:
        data = os.read(self.terminal, 65536)
        if WHO_ARE_YOU in data:
            os.write(self.terminal, b"\x1b[?62c")
        return data

    def completed(self, line: str) -> list[str]:
        """Type a line, and have its words printed in place of running it."""
        self.type(line + "\x01printf '<%s>' \x05 end\r")
        return re.findall("<([^>]*)>", self.wait_for(r"<ema>.*<end>"))[:-1]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


@pytest.fixture
def terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    shell: Shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    monkeypatch.setenv("PATH", f"{EMA.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal(shell)
    yield terminal
    terminal.close()


@pytest.mark.parametrize("terminal", Shell, indirect=True)
def test_completing(
    ema_here: Ema, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: Terminal
) -> None:
    odd = 'Odd $n "q" (1)'
    assert ema_here("persona", "create", "--name", odd, "-q").code == 0
    (tmp_path / "plan of mine.yaml").touch()
    monkeypatch.chdir(tmp_path)
    assert terminal.completed("ema pers\tget 'Od\t") == ["ema", "persona", "get", odd]
    words = terminal.completed(f"ema run {tmp_path}/pl\t --target Od\t --source=Od\t")
    assert words[2:] == [f"{tmp_path}/plan of mine.yaml", "--target", odd, f"--source={odd}"]
    words = terminal.completed("ema data copy x --inc\tr\t")
    assert words[4:] == ["--include", "rows"]
