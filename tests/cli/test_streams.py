"""What standard output and standard error carry, whatever the surroundings are."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.cli.streams import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

CREATE = ["persona", "create", "--name", "Acme demo"]

CASES: dict[str, tuple[list[str], int]] = {
    "success": ([*CREATE, "--from", "basic-chat", "-a", "tool: snapshot"], 0),
    "failing action": ([*CREATE, "-a", "{tool: data, args: {method: copy, from: nobody}}"], 1),
    "wrong option": ([*CREATE, "--no-such-option"], 2),
    "missing plan": ([*CREATE, "--actions", "nowhere.yaml"], 2),
    "unknown source": ([*CREATE, "--from", "nobody"], 3),
}

SURROUNDINGS: dict[str, dict[str, str]] = {
    "plain": {},
    "narrow": {"COLUMNS": "20"},
    "colour forced": {"FORCE_COLOR": "1", "TERM": "xterm"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
}


def jq(command: list[str], env: Mapping[str, str], *, closed: str = "") -> tuple[int, Any]:
    """Run `ema … | jq .` in a real shell; answer ema's exit code and what came out of jq."""
    script = f'"$@" {closed} | python3 -m json.tool --no-ensure-ascii; exit "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", "ema", *command],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=60,
    )
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("surroundings", SURROUNDINGS)
def test_one_document_and_the_right_code(case: str, surroundings: str) -> None:
    command, expected = CASES[case]
    code, document = jq(command, SURROUNDINGS[surroundings])
    assert code == expected
    assert document["schema_version"] == 1
    assert document["status"] == ("success" if expected == 0 else "failed")


@pytest.mark.parametrize("case", CASES)
def test_with_standard_error_closed(case: str) -> None:
    command, expected = CASES[case]
    code, document = jq(command, {}, closed="2>&-")
    assert code == expected
    assert document["status"] == ("success" if expected == 0 else "failed")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain [/x] [bold] {} %s", "plain [/x] [bold] {} %s"),
        ("two\nlines\r", "two\\nlines\\r"),
        ("::error file=a::b", "\\x3a:error file=a::b"),
        ("  ::error::b", "\\x3a:error::b"),
        ("x ##[error]y", "x #\\x23[error]y"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("left\u202eright", "left\\u202eright"),
        ("\ud800", "\\ud800"),
    ],
)
def test_foreign_text_becomes_a_harmless_line(text: str, shown: str) -> None:
    assert one_line(text) == shown
