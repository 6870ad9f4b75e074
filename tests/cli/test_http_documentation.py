"""The commands of docs/http.md, in their order, in one real shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from ema_cli.platforms.http.problems import STATUSES
from ema_cli.settings.config_file import read_config

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCUMENT = (Path(__file__).parents[2] / "docs" / "http.md").read_text()


def blocks(kind: str) -> Iterator[str]:
    yield from re.findall(rf"```{kind}\n(.*?)```", DOCUMENT, re.DOTALL)


def test_the_commands_do_what_they_say(tmp_path: Path) -> None:
    if shutil.which("jq") is None:
        pytest.skip("jq is not installed")
    lines = [line for block in blocks("console") for line in block.splitlines()]
    assert len(lines) > 8
    assert all(line.startswith("$ ") for line in lines)
    # Job control is off in a script, so the server is waited for to see its exit code.
    script = "\n".join(["set -e", *(line.removeprefix("$ ") for line in lines), "wait $!"])
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=os.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("Acme support\nAcme demo\n")
    assert (
        done.stdout.count('"env": "remote"') == 3
    )  # auth status and both creates: not this machine


def test_the_settings_are_right(tmp_path: Path) -> None:
    (text,) = blocks("yaml")
    path = tmp_path / "config.yaml"
    path.write_text(text)
    config = read_config(path)
    assert set(config.environments) == set(yaml.safe_load(text)["environments"])
    assert config.environments["lab"].idempotency is not None


def test_the_table_of_errors_is_whole() -> None:
    told = dict(re.findall(r"^\| ([0-9, ]+) \| `(\w+)` \|", DOCUMENT, re.MULTILINE))
    for kind, status in STATUSES.items():
        assert any(str(int(status)) in key and told[key] == kind for key in told), kind
