"""What commands that run plans print fits the schema of results, whatever happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from ema_cli.cli.schema import Kind, schema
from ema_cli.tools.registry import table

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Ema

PLANS = {
    "success": """
- {tool: data, args: {method: copy, from: $source}}
- {tool: data, args: {method: upload, content: [{a: 1}]}}
- {tool: data, args: {method: sanitize, examples: [Acme Corp]}, id: clean}
- {tool: data, args: {method: delete, rows: [nothing]}}
- {tool: snapshot}
- {tool: snapshot, args: {method: restore, version: 1}}
- {tool: validate, args: {checks: [workflow, config, data, sanitized]}}
""",
    "linked": "- {tool: data, args: {method: copy, from: $source, link: true}}\n",
    "failed": "- {tool: snapshot, args: {method: restore, version: 9}}\n- tool: snapshot\n",
    "completed_with_errors": """
- {tool: snapshot, args: {method: restore, version: 9}, continue_on_error: true}
- tool: snapshot
""",
    "empty": "[]\n",
}


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema(Kind.RESULT, table()))


@pytest.fixture
def plan(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    file = tmp_path / "plan.yaml"
    file.write_text(PLANS[request.param])
    return file


@pytest.mark.parametrize("dry", [(), ("--dry-run",)], ids=["run", "dry run"])
@pytest.mark.parametrize("plan", PLANS, indirect=True)
def test_a_result(
    validator: Draft202012Validator,
    ema_here: Ema,
    acme_here: str,
    plan: Path,
    dry: tuple[str, ...],
) -> None:
    create = ("persona", "create", "--from", acme_here, "--name", "Demo")
    done = ema_here(*create, "--actions", plan, *dry)
    assert done.document["actions"] or "[]" in plan.read_text()
    assert [error.message for error in validator.iter_errors(done.document)] == []


def test_the_result_of_a_failed_base_operation(
    validator: Draft202012Validator, ema_here: Ema
) -> None:
    done = ema_here("snapshot", "create", "nobody")
    assert (done.code, done.document["persona"]) == (3, None)
    assert validator.is_valid(done.document)


@pytest.mark.parametrize(
    "command",
    [
        ("snapshot", "create"),
        ("data", "copy", "x", "--from", "y", "--include", "row"),
        ("persona", "create", "--name", "x", "-a", "[", "-a", "quick"),
    ],
)
def test_what_stands_in_the_place_of_a_result(
    validator: Draft202012Validator, ema_here: Ema, command: tuple[str, ...]
) -> None:
    done = ema_here(*command)
    assert done.code == 2
    assert validator.is_valid(done.document)


def changed(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    action = document["actions"][0]
    others = document["actions"][1:]
    return {
        "unknown key": {**document, "took": 1},
        "unknown status": {**document, "status": "fine"},
        "no actions": {k: v for k, v in document.items() if k != "actions"},
        "another result": {
            **document,
            "actions": [{**action, "result": {"version": 1}}, *others],
        },
        "no count": {
            **document,
            "actions": [{**action, "result": {**action["result"], "rows": None}}, *others],
        },
        "unknown kind": {**document, "error": "x", "error_kind": "bad luck"},
    }


@pytest.mark.parametrize("plan", ["success"], indirect=True)
def test_anything_else_is_refused(
    validator: Draft202012Validator, ema_here: Ema, acme_here: str, plan: Path
) -> None:
    create = ("persona", "create", "--from", acme_here, "--name", "Demo")
    done = ema_here(*create, "--actions", plan)
    assert done.code == 0, done.err
    for name, document in changed(done.document).items():
        assert not validator.is_valid(document), name
