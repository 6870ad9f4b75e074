"""What it takes to add a capability: an argument in its method's file, a method in one of its own.

The package is copied, the capability added to the copy, and the files that differ are counted.
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ema_cli
from tests.conftest import EXAMPLE_PERSONA, Done

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(ema_cli.__file__).parent
COPY = Path("tools/data_copy.py")
REGISTRY = Path("tools/registry.py")
COUNT = Path("tools/data_count.py")

LINK = """    link: bool = Field(
        default=False, description="Show the data read-only in the target, and copy nothing."
    )
"""
COUNTING = '''"""`data count`: how much the target has."""

from pydantic import Field

from ema_cli.tool import Arguments, Method, Progress, Result


class CountArguments(Arguments):
    """What to count."""

    files: bool = Field(default=True, description="Count files as well.")


class CountResult(Result):
    """How much there is."""

    rows: int
    files: int | None


def run(args, job):
    """Ask the platform."""
    yield Progress(0, 1, "counts")
    counts = job.port.data_counts(job.target)
    return CountResult(rows=counts.rows, files=counts.files if args.files else None)


METHOD = Method("data", "count", "Count rows and files", CountArguments, CountResult, run)
'''


class Copy:
    """A copy of the package that can be changed and run."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "ema_cli"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(PACKAGE.parent / "aliases", folder / "aliases")

    def edit(self, file: Path, old: str, new: str) -> None:
        text = (self.package / file).read_text()
        assert old in text
        (self.package / file).write_text(text.replace(old, new))

    def differing(self) -> list[Path]:
        return sorted(_differing(filecmp.dircmp(PACKAGE, self.package, ["__pycache__"]), Path()))

    def ema(self, *arguments: str | Path) -> Done:
        program = "from ema_cli.cli.main import main; main()"
        done = subprocess.run(
            [sys.executable, "-B", "-c", program, *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": str(self.package.parent)},
            capture_output=True,
            text=True,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)


def _differing(compared: filecmp.dircmp[str], folder: Path) -> Iterator[Path]:
    for name in (*compared.diff_files, *compared.left_only, *compared.right_only):
        yield folder / name
    for name, inner in compared.subdirs.items():
        yield from _differing(inner, folder / name)


@pytest.fixture
def copied(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_a_new_argument(copied: Copy, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- {tool: data, args: {method: copy, from: $source, link: true}}\n")
    check = ("check", plan)
    # As it was before: a copy that cannot link.
    copied.edit(COPY, LINK, "")
    copied.edit(COPY, "args.link", "False")
    assert "unknown argument `link`" in copied.ema(*check).err
    assert "--link" not in copied.ema("data", "copy", "--help").out
    # What it takes to let it link.
    assert copied.differing() == [COPY]
    shutil.copy(PACKAGE / COPY, copied.package / COPY)
    assert copied.ema(*check).code == 0
    help_text = " ".join(copied.ema("data", "copy", "--help").out.split())
    assert "--link / --no-link Show the data read-only in the target" in help_text
    branch = copied.ema("schema", "plan").document["$defs"]["tool.data.copy"]
    assert branch["properties"]["link"]["default"] is False


def test_a_new_method(copied: Copy, tmp_path: Path) -> None:
    (copied.package / COUNT).write_text(COUNTING)
    copied.edit(REGISTRY, '    "data_copy",\n', '    "data_copy",\n    "data_count",\n')
    assert copied.differing() == [COUNT, REGISTRY]

    assert copied.ema("persona", "import", EXAMPLE_PERSONA).code == 0
    plan = tmp_path / "plan.yaml"
    plan.write_text("- {tool: data, args: {method: count, files: false}}\n")
    create = ("persona", "create", "--name", "Demo", "--from", "acme-support")
    planned = copied.ema(*create, "--actions", plan).document
    assert planned["actions"][0]["result"] == {"rows": 0, "files": None}
    called = copied.ema("data", "count", "acme-support").document
    assert called["actions"][0]["result"]["files"] == 3

    assert "count" in copied.ema("data", "--help").out
    before, after = json.loads(_schema()), copied.ema("schema", "plan").document
    assert before["$defs"]["item"] == after["$defs"]["item"]
    assert before["$defs"]["action"] == after["$defs"]["action"]
    assert set(after["$defs"]) - set(before["$defs"]) == {"tool.data.count"}


def _schema() -> str:
    return (PACKAGE.parent / "docs" / "schemas" / "plan.schema.json").read_text()
