"""Every plan in `examples/`, run by the real command on the example persona or a template."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Ema

EXAMPLES = Path(__file__).parent.parent / "examples"
PLANS = sorted(EXAMPLES.glob("*.yaml"))
SANITIZED = [
    "alias",
    "alias-and-snapshot",
    "alias-validate-snapshot",
    "copy-and-sanitize",
]
ORIGINALS = ["Acme Corp", "ACME CORP", "Acme Logistics", "John Carver", "Marisol Quandt", "@acme"]
STEPS = {
    "copy-and-sanitize": [("data", "copy", None), ("data", "sanitize", None)],
    "generated-content": [("data", "upload", None), ("snapshot", "create", None)],
    "alias": [
        ("data", "copy", "standard-demo-setup"),
        ("data", "sanitize", "standard-demo-setup"),
        ("snapshot", "create", "standard-demo-setup"),
    ],
    "alias-and-snapshot": [
        ("data", "copy", "copy-and-sanitize"),
        ("data", "sanitize", "copy-and-sanitize"),
        ("snapshot", "create", None),
    ],
    "alias-validate-snapshot": [
        ("data", "copy", "copy-and-sanitize"),
        ("data", "sanitize", "copy-and-sanitize"),
        ("validate", None, None),
        ("snapshot", "create", None),
    ],
}
MESSAGES = {
    "generated-content": ["First contracts loaded"],
    "alias": ["Demo setup complete"],
    "alias-and-snapshot": ["Created from acme-support"],
    "alias-validate-snapshot": ["Sanitized and valid"],
    "copy-and-sanitize": [],
}


def made(ema: Ema, plan: str, source: str) -> dict[str, Any]:
    create = ("persona", "create", "--from", source, "--name", "Demo")
    done = ema(*create, "--actions", EXAMPLES / f"{plan}.yaml")
    assert done.code == 0, done.err
    assert done.document["status"] == "success"
    return done.document


def rows_of(ema: Ema, persona: str) -> list[dict[str, Any]]:
    lines = ema("data", "export", persona).out.splitlines()
    return [json.loads(line) for line in lines]


def messages(ema: Ema, persona: str) -> list[str]:
    return [version["message"] for version in ema("snapshot", "list", persona).document["versions"]]


def test_the_plans_of_the_five_uses_are_there(ema: Ema) -> None:
    assert {path.stem for path in PLANS} >= set(STEPS)
    done = ema("check", *PLANS)
    assert done.code == 0, done.err


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_each_plan_says_what_it_shows(path: Path) -> None:
    assert re.match(r"# yaml-language-server: .*\n# [A-Z].*\n", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("plan", SANITIZED)
def test_a_clone_is_like_its_source_and_holds_no_original(ema: Ema, acme: str, plan: str) -> None:
    before = ema("persona", "export", acme).out
    document = made(ema, plan, acme)
    steps = [(a["tool"], a["method"], a["alias"]) for a in document["actions"]]
    assert steps == STEPS[plan]
    assert {action["status"] for action in document["actions"]} == {"success"}
    copied, sanitized = (action["result"] for action in document["actions"][:2])
    assert copied["rows"] == {"read": 64, "written": 64, "skipped": 0, "failed": 0}
    assert copied["files"]["written"] == 3
    assert sanitized["residual"] == 0
    assert messages(ema, "Demo") == MESSAGES[plan]
    after = ema("persona", "export", "Demo").out
    assert not [original for original in ORIGINALS if original in after + json.dumps(document)]
    assert ema("persona", "export", acme).out == before


def test_what_a_clone_needs_to_be_of_use_is_still_there(ema: Ema, acme: str) -> None:
    made(ema, "copy-and-sanitize", acme)
    kept = ("ticket_id", "created_at", "status", "priority", "order_id", "amount", "seats", "tags")
    before, after = rows_of(ema, acme), rows_of(ema, "Demo")
    assert len(before) == len(after) == 64
    for old, new in zip(before, after, strict=True):
        assert [old["fields"][name] for name in kept] == [new["fields"][name] for name in kept]
        assert old["fields"]["requester"]["site"] == new["fields"]["requester"]["site"]
        assert list(json.loads(new["fields"]["raw_event"])) == ["from", "to", "ip", "agent"]
    people = {json.dumps(row["fields"]["requester"]["full_name"]) for row in before}
    assert len({row["fields"]["requester"]["full_name"] for row in after}) == len(people)


def test_generated_content_is_stored_as_it_is_written(ema: Ema) -> None:
    document = made(ema, "generated-content", "conversational-chat")
    steps = [(a["tool"], a["method"], a["alias"]) for a in document["actions"]]
    assert steps == STEPS["generated-content"]
    assert document["actions"][0]["result"]["rows"]["written"] == 3
    rows = [row["fields"] for row in rows_of(ema, "Demo")]
    assert [row["value"] for row in rows] == [50000, 7450.5, 18200]
    assert all(row["document"]["text"].endswith(".\n") for row in rows)
    assert messages(ema, "Demo") == MESSAGES["generated-content"]


def test_the_example_persona_keeps_all_rules_of_validate(ema: Ema, acme: str) -> None:
    checks = [("--checks", check) for check in ("workflow", "config", "data")]
    done = ema("validate", acme, *(word for check in checks for word in check), "--strict")
    assert done.code == 0, done.err
    assert done.document["actions"][0]["result"]["findings"] == []
