"""Each user mistake in `mistakes/`, with the exact findings beside it, and what comes near one.

Files are named `RULE--what.json` and hold fields of a persona. `NAME.txt` is what is found.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ema_cli.workflow.rules import CONFIG_RULES, WORKFLOW_RULES, config_findings, findings

if TYPE_CHECKING:
    from ema_cli.workflow.findings import Finding

HERE = Path(__file__).parent
MISTAKES = sorted((HERE / "mistakes").glob("*.json"))
NEAR_MISSES = sorted((HERE / "near_misses").glob("*.json"))
RULES = {"shape", *(r.id for r in WORKFLOW_RULES), *(r.id for r in CONFIG_RULES)}


def found_in(path: Path) -> list[Finding]:
    content = json.loads(path.read_text(encoding="utf-8"))
    workflow = content.get("workflow_def")
    return findings(workflow) + config_findings(
        enabled_by_user=content.get("enabled_by_user", False),
        welcome_messages=content.get("welcome_messages"),
        proto_config=content.get("proto_config", {}),
        workflow_def=workflow,
    )


def shown(found: list[Finding]) -> str:
    return "".join(
        f"{f.check} {f.severity} {f.rule}\n  {f.path}\n  {f.message}\n  ({f.hint})\n" for f in found
    )


def rule_of(path: Path) -> str:
    return path.stem.partition("--")[0]


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_mistakes_are_told(path: Path) -> None:
    found = found_in(path)
    assert rule_of(path) in {finding.rule for finding in found}
    assert shown(found) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", NEAR_MISSES, ids=lambda path: path.stem)
def test_near_misses_are_fine(path: Path) -> None:
    assert shown(found_in(path)) == ""


def test_each_rule_has_a_mistake_and_a_near_miss() -> None:
    assert {rule_of(path) for path in MISTAKES} == RULES
    assert {rule_of(path) for path in NEAR_MISSES} == RULES
