"""The built wheel in a clean environment, run from another folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it, with what it needs; answer the command."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*pip, *build], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "clean", with_pip=True)
    python = folder / "clean" / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", wheel],
        check=True,
        capture_output=True,
    )
    return python.with_name("ema")


def run(command: Path, *arguments: str, cwd: Path) -> dict[str, object]:
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        [command, *arguments], cwd=cwd, env=env, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    document: dict[str, object] = json.loads(done.stdout)
    return document


def test_aliases_and_templates_are_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    listed = run(installed, "alias", "list", cwd=tmp_path)["aliases"]
    assert isinstance(listed, list)
    assert {"copy-and-sanitize", "standard-demo-setup"} <= {alias["name"] for alias in listed}
    made = run(
        *(installed, "persona", "create", "--from", "voice", "--name", "demo"),
        *("-a", "standard-demo-setup", "--var", "examples=[Acme Corp]", "--enable"),
        cwd=tmp_path,
    )
    assert made["status"] == "success"


def test_nothing_of_the_checkout_is_in_it(installed: Path) -> None:
    packages = next((installed.parent.parent / "lib").glob("python*/site-packages"))
    names = {path.name for path in packages.iterdir()}
    assert "ema_cli" in names
    assert not names & {"tests", "examples", "docs", "benchmarks", "aliases"}
