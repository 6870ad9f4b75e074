"""What ema ships keeps the rules, and differs as it should."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import ema_cli
from ema_cli.workflow.rules import config_findings, findings

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((Path(ema_cli.__file__).parent / "platforms/local/templates").glob("*.json"))
EXAMPLE = ROOT / "examples" / "personas" / "acme-support.yaml"
IDS = {
    "basic-chat": "00000000-0000-0000-0000-000000000001",
    "conversational-chat": "00000000-0000-0000-0000-000000000007",
    "email-dashboard": "00000000-0000-0000-0000-00000000000a",
    "document-writer": "00000000-0000-0000-0000-00000000000b",
    "ticket-handler": "00000000-0000-0000-0000-00000000000e",
    "auto-builder": "00000000-0000-0000-0000-000000000014",
    "voice": "00000000-0000-0000-0000-00000000001e",
    "dashboard-workflow": "10d38c96-e4fb-4aa6-9586-aad0bfbc2f0d",
}
FIELDS = [
    *("name", "description", "enabled_by_user"),
    *("welcome_messages", "proto_config", "workflow_def"),
]


def loaded(path: Path) -> dict[str, Any]:
    template: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return template


def all_findings(persona: dict[str, Any]) -> list[str]:
    found = findings(persona["workflow_def"]) + config_findings(
        **{field: persona[field] for field in FIELDS[2:]}
    )
    return [f"{one.rule} {one.path}: {one.message}" for one in found]


def test_templates_have_their_ids() -> None:
    assert {path.stem: loaded(path)["id"] for path in TEMPLATES} == IDS
    assert all(loaded(path)["key"] == path.stem for path in TEMPLATES)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_templates_keep_all_rules(path: Path) -> None:
    persona = loaded(path)["persona"]
    assert list(persona) == FIELDS
    assert persona["enabled_by_user"] is False
    assert all_findings(persona) == []


def test_templates_differ_in_nodes_and_outputs() -> None:
    workflows = [loaded(path)["persona"]["workflow_def"] for path in TEMPLATES]
    nodes = {json.dumps([node["action"] for node in flow["nodes"]]) for flow in workflows}
    results = {json.dumps([len(flow["nodes"]), flow["results"]]) for flow in workflows}
    assert len(nodes) == len(results) == len(TEMPLATES)
    assert len({flow["nodes"][0]["action"] for flow in workflows}) == 5


def test_the_example_persona_keeps_all_rules() -> None:
    persona = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))["persona"]
    assert list(persona) == FIELDS
    assert all_findings(persona) == []


def test_the_example_persona_is_as_real_ones_are() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    bundle = yaml.safe_load(text)
    actions = {node["action"] for node in bundle["persona"]["workflow_def"]["nodes"]}
    assert len(bundle["rows"]) >= 60
    assert len({row["key"] for row in bundle["rows"]}) == len(bundle["rows"])
    assert [file["name"].rpartition(".")[2] for file in bundle["files"]] == ["csv", "md", "txt"]
    assert any(action.startswith("tools.external.") for action in actions)
    assert "Acme Corp" in json.dumps(bundle["persona"])
