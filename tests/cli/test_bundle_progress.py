"""What a person at a terminal sees of an import or export that takes its time."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.conftest import EMA, EXAMPLE_PERSONA

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Ema


class Terminal:
    """An import that reads its bundle from a pipe, so that it takes as long as a test wants."""

    def __init__(self, *options: str) -> None:
        self._ours, theirs = pty.openpty()
        self._drawn = b""
        self.process = subprocess.Popen(
            [EMA, "persona", "import", "-", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", "COLUMNS": "120"},
        )
        os.close(theirs)

    def read_until(self, text: str) -> None:
        while text.encode() not in self._drawn:
            assert select.select([self._ours], [], [], 60)[0]
            self._drawn += os.read(self._ours, 65536)

    def end(self, bundle: bytes) -> tuple[int, str]:
        """Send the bundle; answer the exit code and all that was drawn, without its colours."""
        self.process.communicate(bundle, timeout=60)
        while select.select([self._ours], [], [], 1)[0]:
            try:
                self._drawn += os.read(self._ours, 65536)
            except OSError:
                break
        os.close(self._ours)
        assert self._drawn.count(b"\x1b[?25l") == self._drawn.count(b"\x1b[?25h")
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self._drawn.decode())
        return self.process.returncode, plain


def test_an_import_that_takes_its_time_is_shown() -> None:
    terminal = Terminal()
    terminal.read_until("▸")
    code, drawn = terminal.end(EXAMPLE_PERSONA.read_bytes())
    assert code == 0
    assert "▸ import -" in drawn
    assert re.search(r"✓ import -  [\d.]+ m?s  64 of 64 rows  3 of 3 files", drawn)


def test_one_that_fails_says_so() -> None:
    terminal = Terminal()
    terminal.read_until("▸")
    code, drawn = terminal.end(b"ema_bundle: 2\n")
    assert code == 2
    assert "✗ import -" in drawn
    assert "<stdin>:1:1: the bundle is of another version" in drawn


def test_quiet() -> None:
    assert Terminal("-q").end(EXAMPLE_PERSONA.read_bytes()) == (0, "")


@pytest.mark.parametrize(("options", "told"), [((), "saved in {}\n"), (("-q",), "")])
@pytest.mark.parametrize("name", ["folder", "file.yaml"])
def test_elsewhere_nothing_is_drawn(
    ema: Ema, acme: str, tmp_path: Path, *, name: str, options: tuple[str, ...], told: str
) -> None:
    done = ema("persona", "export", acme, "-o", tmp_path / name, *options)
    assert (done.code, done.out, done.err) == (0, "", told.format(tmp_path / name))
    imported = ema("persona", "import", tmp_path / name, "--name", "other", *options)
    assert (imported.code, imported.err) == (0, "")
