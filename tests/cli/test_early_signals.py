"""A signal ends ema with its document and exit code, however early it comes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.conftest import EMA

if TYPE_CHECKING:
    from pathlib import Path

# Python imports a module of this name before anything else: it sends the signal when a module of
# ema or one that it needs is being looked for, or when a function is entered.
AT_IMPORT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {moment!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), {number})

sys.meta_path.insert(0, Finder())
"""
IN_FUNCTION = """
import os, sys

def entered(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_name == {moment!r} and "ema_cli" in code.co_filename:
        sys.setprofile(None)
        os.kill(os.getpid(), {number})

sys.setprofile(entered)
"""
MOMENTS = {
    "typer": AT_IMPORT,
    "ema_cli.cli.lazy": AT_IMPORT,
    "ema_cli.cli.persona_list": AT_IMPORT,
    "application": IN_FUNCTION,
    "error_document": IN_FUNCTION,
}


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["int", "term"]
)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_signal_while_ema_starts(
    tmp_path: Path, moment: str, number: signal.Signals, code: int
) -> None:
    program = MOMENTS[moment].format(moment=moment, number=int(number))
    (tmp_path / "sitecustomize.py").write_text(program)
    telling = moment == "error_document"
    done = subprocess.run(
        [EMA, "persona", "get" if telling else "list", *(["nobody"] if telling else [])],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    if not telling:
        assert json.loads(done.stdout)["error_kind"] == "interrupted"
