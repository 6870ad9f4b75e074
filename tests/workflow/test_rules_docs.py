"""The pages on workflows and validation say what the code does."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ema_cli.workflow.catalogue import CATALOGUE
from ema_cli.workflow.rules import CONFIG_RULES, WORKFLOW_RULES, config_findings, findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ema_cli.workflow.findings import Rule

DOCS = Path(__file__).parents[2] / "docs"
SHAPE = "| `shape` | error | Judge whether it has the shape of a workflow at all. |\n"


def rule_table(rules: Iterable[Rule[Any]], *, shape: bool = False) -> str:
    lines = [f"| `{r.id}` | {r.severity} | {(r.judge.__doc__ or '')} |\n" for r in rules]
    text = "".join([SHAPE, *lines] if shape else lines).replace("Judge whether ", "")
    head = "| rule | severity | whether |\n|---|---|---|\n"
    return head + text


def ports(named: Mapping[str, str]) -> str:
    return ", ".join(
        f"`{name}` {kind.removeprefix('WELL_KNOWN_TYPE_')}" for name, kind in named.items()
    )


def catalogue_table() -> str:
    lines = ["| action | outputs | inputs that it needs | remarks |\n|---|---|---|---|\n"]
    for name, action in CATALOGUE.items():
        needed = ", ".join(f"`{n}`" for n, known in action.inputs.items() if known.required)
        remarks = [
            "acts outside" if action.acts_outside else "",
            "categorizes" if action.categorizes else "",
            f"deprecated: use `{action.replaced_by}`" if action.replaced_by else "",
        ]
        shown = ", ".join(filter(None, remarks))
        lines.append(f"| `{name}` | {ports(action.outputs)} | {needed} | {shown} |\n")
    return "".join(lines)


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_rules_are_listed() -> None:
    assert rule_table(WORKFLOW_RULES, shape=True) in page("validation.md")
    assert rule_table(CONFIG_RULES) in page("validation.md")


def test_the_catalogue_is_listed() -> None:
    assert catalogue_table() in page("workflows.md")


def test_the_example_of_a_workflow_keeps_the_rules() -> None:
    block = re.search(r"```json\n(.*?)```", page("workflows.md"), re.DOTALL)
    assert block is not None
    workflow = json.loads(block[1])
    assert findings(workflow) == []
    assert (
        config_findings(
            enabled_by_user=True,
            welcome_messages=None,
            proto_config={"widgets": [{"name": "shop", "type": "CONNECTION"}]},
            workflow_def=workflow,
        )
        == []
    )


def test_the_example_of_a_finding_is_one() -> None:
    block = re.search(r'    (\{"check".*?\})\n', page("validation.md"), re.DOTALL)
    assert block is not None
    shown = json.loads(block[1])
    answer: dict[str, Any] = {
        "name": "search",
        "action": "actions.emainternal.search",
        "inputs": {"query": "x"},
    }
    uses: Any = {"instructions": "Answer.", "query": "{{serach.search_results}}"}
    nodes: list[Any] = [
        {"name": "chat", "action": "triggers.emainternal.chat_trigger"},
        answer,
        answer,
        {"name": "answer", "action": "actions.emainternal.call_llm", "inputs": uses},
    ]
    assert shown in [asdict(one) for one in findings({"nodes": nodes})]
