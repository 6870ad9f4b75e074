"""Each mistake that people make has its golden answer, the same with both loaders.

A first line `# options: …` holds options as the command line has them, and `--no-source`. To write
the answers anew: `EMA_GOLDEN=write pytest tests/plans/test_mistakes.py`, then read them all.
"""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ema_cli.plans.alias_library import AliasPaths
from ema_cli.plans.checking import examine
from ema_cli.plans.models import Given, PlanSource

if TYPE_CHECKING:
    from ema_cli.tool import ToolTable

MISTAKES = Path(__file__).parent.parent / "mistakes"
FILES = sorted(MISTAKES.glob("*.yaml"))
OPTIONS = b"# options: "
WRITE = os.environ.get("EMA_GOLDEN") == "write"


def options(text: bytes) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--var", action="append", default=[])
    parser.add_argument("-a", action="append", default=[])
    parser.add_argument("--aliases", action="append", default=[])
    parser.add_argument("--env", default="local")
    parser.add_argument("--source-env")
    parser.add_argument("--no-source", action="store_true")
    parser.add_argument("--no-file", action="store_true")
    first = text.split(b"\n", 1)[0]
    given = first.removeprefix(OPTIONS).decode() if first.startswith(OPTIONS) else ""
    return parser.parse_args(shlex.split(given))


def answer(path: Path, tools: ToolTable, *, pure: bool) -> str:
    text = path.read_bytes()
    given = options(text)
    sources = [] if given.no_file else [PlanSource(path.name, text, MISTAKES)]
    sources += [
        PlanSource(f"-a[{number}]", value.encode(), MISTAKES, inline=True)
        for number, value in enumerate(given.a, start=1)
    ]
    found = examine(
        sources,
        tools=tools,
        given=Given(has_source=not given.no_source, env=given.env, source_env=given.source_env),
        variables=dict(pair.split("=", 1) for pair in given.var),
        aliases=AliasPaths([Path(p) for p in given.aliases], None, MISTAKES / "shipped"),
        pure=pure,
    )
    lines = [*map(str, found.errors), *(f"warning: {warning}" for warning in found.plan.warnings)]
    return "".join(line + "\n" for line in lines)


@pytest.mark.parametrize("pure", [False, True], ids=["c", "python"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_answer(
    path: Path, tools: ToolTable, monkeypatch: pytest.MonkeyPatch, *, pure: bool
) -> None:
    monkeypatch.chdir(MISTAKES)
    golden = path.with_suffix(".txt")
    if WRITE:
        golden.write_text(answer(path, tools, pure=False))
    assert answer(path, tools, pure=pure) == golden.read_text()


def test_sixty_or_more() -> None:
    assert len(FILES) >= 60


def test_every_mistake_is_answered() -> None:
    assert all(path.with_suffix(".txt").read_text() for path in FILES)
    assert {path.stem for path in MISTAKES.glob("*.txt")} == {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_answer_shows_what_the_file_says(path: Path) -> None:
    """Values in these files hold the word `secret`; names do not."""
    assert "secret" not in path.with_suffix(".txt").read_text().lower()
