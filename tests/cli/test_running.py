"""Running plans with the real command: order, stops, statuses, exit codes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SNAPSHOT = "- tool: snapshot\n"
FAILS = "- tool: data\n  args: {method: copy, from: nobody}\n"


@pytest.fixture
def create(ema: Any, tmp_path: Path) -> Callable[..., Any]:
    """Create a persona and run the given plan text on it."""

    def run(plan: str, *options: str, name: str = "Acme demo") -> Any:
        path = tmp_path / "plan.yaml"
        path.write_text(plan)
        return ema("persona", "create", "--name", name, "--actions", path, *options)

    return run


def statuses(done: Any) -> list[str]:
    return [action["status"] for action in done.document["actions"]]


def test_an_action_that_fails_stops_the_run(create: Any) -> None:
    done = create(SNAPSHOT * 2 + FAILS + SNAPSHOT * 2)
    assert statuses(done) == ["success", "success", "error", "not_run", "not_run"]
    assert done.document["status"] == "failed"
    assert done.code == 1
    failed = done.document["actions"][2]
    assert failed["error_kind"] == "not_found"
    assert failed["error"] == "there is no persona 'nobody'"
    assert done.document["persona"]["created"] is True


@pytest.mark.parametrize("way", ["plan", "action", "option"])
def test_continue_on_error(create: Any, way: str) -> None:
    fails, options = FAILS, []
    if way == "action":
        fails = FAILS.replace("  args", "  continue_on_error: true\n  args")
    if way == "option":
        options = ["--continue-on-error"]
    items = SNAPSHOT * 2 + fails + SNAPSHOT * 2
    plan = f"continue_on_error: true\nactions:\n{items}" if way == "plan" else items
    done = create(plan, *options)
    assert statuses(done) == ["success", "success", "error", "success", "success"]
    assert done.document["status"] == "completed_with_errors"
    assert done.code == 1


def test_an_action_may_say_no_to_the_option(create: Any) -> None:
    fails = FAILS.replace("  args", "  continue_on_error: false\n  args")
    done = create(fails + SNAPSHOT, "--continue-on-error")
    assert statuses(done) == ["error", "not_run"]
    assert done.document["status"] == "failed"


@pytest.mark.parametrize("options", [[], ["--continue-on-error"]])
def test_an_always_action_runs_after_a_stop_and_without_one(
    create: Any, options: list[str]
) -> None:
    always = "- tool: snapshot\n  always: true\n  args: {message: at last}\n"
    done = create(FAILS + SNAPSHOT + always, *options)
    between = "success" if options else "not_run"
    assert statuses(done) == ["error", between, "success"]
    assert done.document["status"] == ("completed_with_errors" if options else "failed")
    assert done.code == 1


def test_an_empty_plan_creates_and_no_more(create: Any) -> None:
    done = create("[]\n")
    assert done.document["status"] == "success"
    assert done.document["actions"] == []
    assert done.code == 0


def test_the_document_has_its_keys_in_order(create: Any) -> None:
    document = create("- tool: snapshot\n  id: ready\n").document
    assert list(document) == [*("schema_version", "run_id", "status", "env", "persona", "actions")]
    assert list(document["persona"]) == ["id", "name", "status", "fingerprint", "created"]
    assert list(document["actions"][0]) == [
        *("index", "id", "tool", "method", "alias", "where", "status", "duration_ms", "result")
    ]
    assert document["actions"][0]["id"] == "ready"


def test_a_clone_starts_disabled_and_enable_enables_it(ema: Any, acme: str) -> None:
    ema("persona", "create", "--from", acme, "--name", "one")
    assert ema("persona", "get", "one").document["personas"][0]["enabled_by_user"] is False
    done = ema("persona", "create", "--from", acme, "--name", "two", "--enable")
    assert done.code == 0
    assert ema("persona", "get", "two").document["personas"][0]["enabled_by_user"] is True


def test_enable_is_left_out_when_an_action_failed(create: Any, ema: Any) -> None:
    done = create(FAILS, "--enable", "--continue-on-error")
    assert done.document["status"] == "completed_with_errors"
    assert ema("persona", "get", "Acme demo").document["personas"][0]["enabled_by_user"] is False


def test_a_taken_name_is_a_conflict(create: Any) -> None:
    create("[]")
    done = create(SNAPSHOT)
    assert done.code == 5
    assert done.document["status"] == "failed"
    assert done.document["error_kind"] == "conflict"
    assert done.document["persona"] is None
    assert statuses(done) == ["not_run"]


def test_reuse_runs_the_actions_on_the_persona_of_that_name(create: Any) -> None:
    first = create("[]").document["persona"]
    done = create(SNAPSHOT, "--if-exists", "reuse")
    assert done.code == 0
    assert done.document["persona"]["id"] == first["id"]
    assert done.document["persona"]["created"] is False
    assert f'create "Acme demo": {first["id"]}; it is there already (' in done.err
    described = create("[]", "--if-exists", "reuse", "--description", "other")
    assert "it is there already, and keeps its description" in described.err


def test_the_source_cannot_be_reused_as_the_target(ema: Any, acme: str) -> None:
    done = ema("persona", "create", "--from", acme, "--name", acme, "--if-exists", "reuse")
    assert done.code == 3
    assert done.document["error_kind"] == "rejected"


def test_on_failure_delete(create: Any, ema: Any) -> None:
    done = create(FAILS, "--on-failure", "delete")
    assert done.code == 1
    assert done.document["persona"]["deleted"] is True
    assert ema("persona", "list").document["personas"] == []


@pytest.mark.parametrize("plan", [SNAPSHOT, "continue_on_error: true\nactions:\n" + FAILS])
def test_on_failure_delete_keeps_what_did_not_fail(create: Any, ema: Any, plan: str) -> None:
    done = create(plan, "--on-failure", "delete")
    assert "deleted" not in done.document["persona"]
    assert len(ema("persona", "list").document["personas"]) == 1


def test_on_failure_delete_keeps_what_was_there_before(create: Any, ema: Any) -> None:
    create("[]")
    done = create(FAILS, "--on-failure", "delete", "--if-exists", "reuse")
    assert done.code == 1
    assert len(ema("persona", "list").document["personas"]) == 1


def test_the_source_is_left_as_it_was(ema: Any, acme: str, tmp_path: Path) -> None:
    before = ema("persona", "export", acme).out
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "- tool: data\n  args: {method: copy, from: $source}\n"
        "- tool: data\n  args: {method: sanitize, examples: [Acme Corp]}\n" + SNAPSHOT
    )
    done = ema("persona", "create", "--from", acme, "--name", "demo", "--actions", plan)
    assert done.code == 0, done.err
    assert ema("persona", "export", acme).out == before


def test_output_goes_to_a_file(create: Any, tmp_path: Path) -> None:
    target = tmp_path / "result.json"
    done = create(SNAPSHOT, "-o", str(target))
    assert done.out == ""
    assert json.loads(target.read_text())["status"] == "success"


def test_quiet_says_nothing_and_verbose_says_where(create: Any) -> None:
    assert create(SNAPSHOT, "-q").err == ""
    verbose = create(SNAPSHOT, "-v", name="another").err
    assert "plan.yaml:1:3" in verbose
    quiet = create(FAILS, "-q", name="third").err
    assert "there is no persona 'nobody'" in quiet


def test_plain_lines_name_each_action_once(create: Any) -> None:
    lines = create(SNAPSHOT + FAILS + SNAPSHOT).err.splitlines()
    assert [line for line in lines if line.startswith("[")] == [
        next(line for line in lines if line.startswith("[1/3] snapshot create: ")),
        next(line for line in lines if line.startswith("[2/3] data copy: error: ")),
        "[3/3] snapshot create: not run",
    ]


@pytest.mark.parametrize("text", ["[/x] [bold]", "{} %s %(a)s", "a\n::error::b", "##[error]x"])
def test_foreign_text_reaches_the_result_unchanged(ema: Any, text: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    action = {"tool": "data", "args": {"method": "copy", "from": text}}
    message = {"tool": "snapshot", "always": True, "args": {"message": text}}
    plan.write_text(json.dumps([action, message]))
    done = ema("persona", "create", "--name", "demo", "--description", text, "--actions", plan)
    assert done.code == 1
    versions = ema("snapshot", "list", "demo")
    assert versions.document["versions"][0]["message"] == text
    assert ema("persona", "get", "demo").document["personas"][0]["description"] == text
    for line in (done.err + done.out + versions.out).splitlines():
        assert not line.lstrip().startswith("::")
        assert "##[" not in line
    name = text.replace("\n", " ")
    done = ema("persona", "create", "--name", name, "--actions", plan)
    assert done.document["persona"]["name"] == name


def test_run_works_on_a_persona_that_exists(ema: Any, acme: str, tmp_path: Path) -> None:
    ema("persona", "create", "--from", acme, "--name", "demo")
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: data\n  args: {method: copy, from: $source}\n")
    done = ema("run", plan, "--target", "demo", "--source", acme)
    assert done.code == 0
    assert done.document["actions"][0]["result"]["rows"]["written"] == 64
    again = ema("run", plan, "--target", "demo", "--source", acme)
    assert again.document["actions"][0]["result"]["rows"]["written"] == 0
    assert again.document["actions"][0]["result"]["rows"]["skipped"] == 64


def test_run_takes_actions_without_a_plan(ema: Any) -> None:
    ema("persona", "create", "--name", "demo")
    done = ema("run", "--target", "demo", "-a", "tool: snapshot")
    assert done.code == 0, done.err
    nothing = ema("run", "--target", "demo")
    assert nothing.code == 2
    assert "-a" in nothing.document["hint"]


def test_update_replaces_all_but_the_name(ema: Any, acme: str) -> None:
    ema("persona", "create", "--name", "demo")
    done = ema("persona", "update", "demo", "--from", acme, "-a", "tool: snapshot")
    assert done.code == 0, done.err
    now = ema("persona", "get", "demo").document["personas"][0]
    then = ema("persona", "get", acme).document["personas"][0]
    assert now["name"] == "demo"
    for field in ("description", "welcome_messages", "proto_config", "workflow_def"):
        assert now[field] == then[field]


@pytest.mark.parametrize("command", [("check",), ("persona", "create", "--name", "Acme demo")])
def test_an_environment_that_is_not_there_is_known_before_anything_is_sent(
    ema: Any, command: tuple[str, ...]
) -> None:
    action = "{tool: data, args: {method: copy, from: x, from_env: nope}}"
    done = ema(*command, "-a", action)
    assert done.code == 2
    assert done.document["errors"][0]["message"] == "there is no environment named 'nope'"
    assert done.document["errors"][0]["where"].startswith("-a[1]:1:")
    assert ema("persona", "list").document["personas"] == []
