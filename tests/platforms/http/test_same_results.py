"""Every example plan does the same behind HTTP as on the local platform."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer

from ema_cli.cli.boundary import guarded
from ema_cli.cli.main import application
from ema_cli.platforms.local import open_workspace

if TYPE_CHECKING:
    from ema_cli.platforms.port import Port
    from tests.conftest import Hub

EXAMPLES = Path(__file__).parents[3] / "examples"
PLANS = sorted(EXAMPLES.glob("*.yaml"))
VARIES = {"run_id", "id", "duration_ms", "env", "data_digest", "fingerprint"}
"""Times, random ids, and what follows from pseudonyms, which are another every time."""


def ema(output: Path, *arguments: str) -> tuple[int, Any]:
    command = typer.main.get_command(application())
    code = guarded(command, [*arguments, "-o", str(output)])
    return code, json.loads(output.read_text())


def steady(told: Any) -> Any:
    """Leave out of a document what is another every time."""
    if isinstance(told, dict):
        return {name: steady(value) for name, value in told.items() if name not in VARIES}
    if isinstance(told, list):
        return [steady(item) for item in told]
    return told


def held(port: Port, *, sanitized: bool) -> Any:
    """Give what a platform holds, but for the random keys of uploaded rows and for pseudonyms."""
    return [
        (
            persona.content.name,
            sorted(persona.content.proto_config) if sanitized else persona.content,
            [row.key for row in port.rows(persona.id).items if not row.key.startswith("row-")],
            [
                sorted(row.fields) if sanitized else row.fields
                for row in port.rows(persona.id).items
            ],
            [(file.name, file.type) for file in port.files(persona.id)],
            [(version.number, version.message) for version in port.versions(persona.id).items],
        )
        for persona in port.personas().items
    ]


@pytest.mark.parametrize("plan", PLANS, ids=lambda path: path.stem)
def test_the_same_result_and_the_same_state(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: Path
) -> None:
    monkeypatch.setenv("EMA_WORKSPACE", str(tmp_path / "first.db"))
    imported = ema(
        tmp_path / "i", "persona", "import", str(EXAMPLES / "personas/acme-support.yaml")
    )
    assert imported[0] == 0
    shutil.copy(tmp_path / "first.db", tmp_path / "second.db")
    shutil.copytree(tmp_path / "first.db.files", tmp_path / "second.db.files")
    create = (
        "persona",
        "create",
        "--from",
        "acme-support",
        "--name",
        "Demo",
        "--actions",
        str(plan),
    )

    here = ema(tmp_path / "here.json", *create)
    second = open_workspace(tmp_path / "second.db")
    monkeypatch.setenv("EMA_URL", hub.serve(second))
    there = ema(tmp_path / "there.json", *create)

    assert (here[0], there[1]["env"]) == (0, "remote")
    assert steady(list(there)) == steady(list(here))
    first = open_workspace(tmp_path / "first.db")
    sanitized = any(action["method"] == "sanitize" for action in here[1]["actions"])
    assert held(second, sanitized=sanitized) == held(first, sanitized=sanitized)
    first.close()
    second.close()
