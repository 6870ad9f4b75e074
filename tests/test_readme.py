"""Every command block of the README, in its order, in one workspace, in a real shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def commands() -> list[tuple[str, int]]:
    """Give the commands and the exit codes that they are to have."""
    found: list[tuple[str, int]] = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for text in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            expected = re.search(r" # exit (\d+)\s*$", text)
            found.append((text, int(expected[1]) if expected else 0))
    return found


def test_every_command_does_what_it_says(tmp_path: Path) -> None:
    if shutil.which("jq") is None:
        pytest.skip("jq is not installed")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    told = commands()
    assert len(told) > 15
    for text, expected in told:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", text],
            cwd=tmp_path,
            env=os.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        assert done.returncode == expected, f"{text}\n{done.stderr}\n{done.stdout}"


def test_both_first_commands_stand_at_the_top() -> None:
    top = README.split("## ")[0]
    assert "make demo" in top
    assert "make test" in top


def test_links_lead_somewhere() -> None:
    for document in [ROOT / "README.md", *ROOT.glob("docs/*.md"), ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#]+)", document.read_text()):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name}: {target}"
