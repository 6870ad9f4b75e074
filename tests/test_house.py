"""Who may import whom, and what a command may load."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ema_cli

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(ema_cli.__file__).parent

ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "values": set(),
    # An environment names routes and a url, which are judged by the table and rules of the adapter.
    "settings": {
        "errors",
        "documents",
        "values",
        "platforms.http.routes",
        "platforms.http.target",
    },
    "tool": {"errors", "values", "platforms.port"},
    "documents": {"errors", "values"},
    "plans": {"errors", "values", "tool", "documents"},
    # A platform records the fingerprint of what it keeps, so that lies beside the port; the
    # runner puts the guard around the port, as it is the one who learns what the source is.
    "runs": {
        "errors",
        "values",
        "tool",
        "plans.models",
        "platforms.port",
        "platforms.guard",
        "platforms.fingerprint",
    },
    # Differences between two personas name the edges of their workflows.
    "personas": {"errors", "values", "documents", "platforms", "workflow.references"},
    "tools": {
        "errors",
        "values",
        "tool",
        "documents",
        "personas",
        "sanitize",
        "workflow",
        "platforms.port",
        "platforms.fingerprint",
    },
    "sanitize": {"errors", "values"},
    "workflow": {"errors", "values"},
    "platforms": {"errors", "values"},
    "server": {"errors", "values", "platforms", "settings"},
    "reports": {"errors", "values", "runs.events", "runs.result", "tool"},
}
"""Rooms to the rooms, or modules, that they may import besides themselves; `cli` may all."""

OWNERS = {
    "rich": ["reports"],
    "httpx": ["platforms.http"],
    "tenacity": ["platforms.http"],
    "fastapi": ["server"],
    "starlette": ["server"],
    "uvicorn": ["server"],
    "jwt": ["server"],
    "sqlite3": ["platforms.local"],
    "yaml": ["documents"],
}
"""Libraries to the only rooms that may import them."""


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            # The package alone is nobody's room: it holds the version and the package's place.
            yield from (name.name for name in node.names if name.name != "ema_cli")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            for name in node.names:
                yield f"{node.module}.{name.name}"


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(room + ".")


SOURCES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_arrows(path: Path) -> None:
    module = module_name(path)
    room = module.partition(".")[0]
    if room in {"cli", ""}:
        return
    for name in imports(path):
        if not within(name, "ema_cli") or name == "ema_cli.__version__":
            continue
        inner = name.removeprefix("ema_cli.")
        fine = within(inner, room) or any(within(inner, other) for other in ALLOWED[room])
        assert fine, f"{module} imports {inner}"


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_libraries_have_one_owner(path: Path) -> None:
    module = module_name(path)
    for name in imports(path):
        owners = OWNERS.get(name.partition(".")[0])
        if owners is not None:
            assert any(within(module, owner) for owner in owners), f"{module} imports {name}"


def test_no_cycle_of_rooms() -> None:
    order = list(ALLOWED)
    for room in order:
        for other in ALLOWED[room]:
            assert room not in {o.partition(".")[0] for o in ALLOWED[other.partition(".")[0]]}


def modules_loaded(arguments: list[str]) -> set[str]:
    program = (
        "import sys\n"
        "from ema_cli.cli.main import main\n"
        f"sys.argv = ['ema', *{arguments!r}]\n"
        "try:\n    main()\n"
        "except SystemExit:\n    pass\n"
        "print('\\n' + 'LOADED ' + ' '.join(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.rpartition("LOADED ")[2].split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["persona", "--help"]])
def test_help_loads_no_heavy_library(arguments: list[str]) -> None:
    loaded = modules_loaded(arguments)
    assert "typer" in loaded
    assert not loaded & {"yaml", "httpx", "sqlite3", "rich", "pydantic"}


def test_check_loads_neither_network_nor_database(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: snapshot\n")
    loaded = modules_loaded(["check", str(plan)])
    assert "yaml" in loaded
    assert not loaded & {"httpx", "sqlite3", "_sqlite3"}
