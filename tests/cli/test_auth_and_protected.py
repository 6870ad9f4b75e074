"""Signing in as the command line has it, and environments that are protected."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import typer

from ema_cli.cli.boundary import guarded
from ema_cli.cli.main import application
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row
from ema_cli.server.access import Access

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ema_cli.platforms.port import Port
    from tests.conftest import Hub

KEY = "open-sesame-0123456789"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    port = open_workspace(tmp_path / "served.db")
    made = port.create_persona(PersonaContent("Acme support"), key="s").id
    port.write_rows(made, [Row("a", {"name": "Zelda Quill"})], key="r")
    yield port
    port.close()


@pytest.fixture
def prod(hub: Hub, port: Port, isolated: Path) -> str:
    """Configure a protected environment, whose key is in PROD_KEY; give its URL."""
    url = hub.serve(port, Access(KEY))
    config = isolated / "config" / "ema" / "config.yaml"
    config.parent.mkdir(parents=True)
    settings = f"{{url: '{url}', api_key_env: PROD_KEY, protected: true}}"
    config.write_text(f"environments: {{prod: {settings}}}\nenv: prod\n")
    return url


@pytest.fixture
def ema(tmp_path: Path) -> Callable[..., tuple[int, dict[str, Any]]]:
    def run(*arguments: str) -> tuple[int, dict[str, Any]]:
        output = tmp_path / "out.json"
        output.unlink(missing_ok=True)
        code = guarded(typer.main.get_command(application()), [*arguments, "-o", str(output)])
        return code, json.loads(output.read_text())

    return run


@pytest.fixture
def signed_in(prod: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PROD_KEY", KEY)
    return prod


# Signing in


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, ("none", None, False, "auth")),
        ({"PROD_KEY": KEY}, ("api_key", "PROD_KEY", True, None)),
        ({"PROD_KEY": "wrong-key"}, ("api_key", "PROD_KEY", False, "auth")),
        ({"EMA_API_KEY": KEY}, ("none", None, False, "auth")),
        ({"EMA_TOKEN": "wrong-token", "PROD_KEY": KEY}, ("token", "EMA_TOKEN", False, "auth")),
        ({"EMA_TOKEN": "", "PROD_KEY": KEY}, ("api_key", "PROD_KEY", True, None)),
    ],
)
def test_auth_status(
    prod: str, ema: Any, monkeypatch: pytest.MonkeyPatch, variables: Any, expected: Any
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    code, status = ema("auth", "status")
    told = [status[name] for name in ("signs_in_with", "variable", "works", "error_kind")]
    assert tuple(told) == expected
    assert code == (0 if status["works"] else 4)
    assert status["host"] in prod
    assert not any(secret in str(status) for secret in (KEY, "wrong-key", "wrong-token"))


def test_auth_status_of_the_local_platform(ema: Any) -> None:
    code, status = ema("auth", "status", "-e", "local")
    assert (code, status["signs_in_with"], status["works"]) == (0, "none", True)


@pytest.mark.usefixtures("prod")
def test_an_empty_key(ema: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROD_KEY", "")
    code, told = ema("persona", "list")
    assert (code, told["error"], told["hint"]) == (4, "PROD_KEY is empty", "set PROD_KEY")


@pytest.mark.usefixtures("prod")
def test_a_run_that_was_not_signed_in_goes_on_after_signing_in(
    ema: Any, port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = ("persona", "create", "--from", "Acme support", "--name", "Acme demo")
    code, told = ema(*create, "-a", "{tool: data, args: {method: copy, from: $source}}")
    assert (code, told["error_kind"]) == (4, "auth")
    monkeypatch.setenv("PROD_KEY", KEY)
    code, told = ema("resume", told["run_id"])
    assert (code, told["status"]) == (0, "success")
    (made,) = port.find_personas("Acme demo")
    assert port.data_counts(made.id).rows == 1


# Protected environments


@pytest.mark.usefixtures("signed_in")
def test_a_run_changes_what_it_made(ema: Any, port: Port) -> None:
    create = ("persona", "create", "--from", "Acme support", "--name", "Acme demo")
    copy = "{tool: data, args: {method: copy, from: $source}}"
    code, _ = ema(*create, "-a", copy, "-a", "{tool: snapshot}", "--enable")
    assert code == 0
    (made,) = port.find_personas("Acme demo")
    assert (made.content.enabled_by_user, port.data_counts(made.id).rows) == (True, 1)


CHANGES = {
    "update": ("persona", "update", "Acme support", "--description", "new"),
    "run": ("run", "-", "--target", "Acme support"),
    "direct": ("data", "delete", "Acme support", "--rows", "all", "--yes"),
    "snapshot": ("snapshot", "create", "Acme support"),
    "delete": ("persona", "delete", "Acme support", "--yes"),
}


@pytest.mark.usefixtures("signed_in")
@pytest.mark.parametrize("name", CHANGES)
def test_what_was_there_stays(ema: Any, port: Port, tmp_path: Path, name: str) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: data\n  args: {method: delete, rows: all}\n")
    arguments = [str(plan) if word == "-" else word for word in CHANGES[name]]
    before = port.personas().items
    code, told = ema(*arguments)
    kinds = [told.get("error_kind"), *(one.get("error_kind") for one in told.get("actions", []))]
    assert code in {1, 3}
    assert "forbidden" in kinds
    assert port.personas().items == before
    assert port.data_counts(before[0].id).rows == 1
    assert port.versions(before[0].id).items == []

    refused, told = ema(*arguments, "--yes-protected", "Acme suport")
    assert (refused, told["error_kind"]) == (2, "usage")
    refused, told = ema(*arguments, "--yes-protected", before[0].id)
    assert (refused, told["error_kind"]) == (2, "usage")
    code, told = ema(*arguments, "--yes-protected", "Acme support")
    assert code == 0, told


@pytest.mark.usefixtures("signed_in")
@pytest.mark.parametrize("name", [name for name in CHANGES if name != "delete"])
def test_a_dry_run_tells_what_the_run_would_need(
    ema: Any, port: Port, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: validate\n- tool: data\n  args: {method: delete, rows: all}\n")
    arguments = [str(plan) if word == "-" else word for word in CHANGES[name]]
    before = port.personas().items
    code, told = ema(*arguments)
    dry, planned = ema(*arguments, "--dry-run")
    assert (dry, planned["status"]) == (code, "failed")
    ways = [planned, *planned["actions"]], [told, *told["actions"]]
    errors, met = ([way["error_kind"] for way in one if way.get("error_kind")] for one in ways)
    assert errors == met == ["forbidden"]
    assert "--yes-protected 'Acme support'" in capsys.readouterr().err
    dry, planned = ema(*arguments, "--dry-run", "--yes-protected", "Acme suport")
    assert (dry, planned["error_kind"]) == (2, "usage")
    dry, planned = ema(*arguments, "--dry-run", "--yes-protected", "Acme support")
    assert (dry, planned["status"]) == (0, "planned")
    assert port.personas().items == before


@pytest.mark.usefixtures("signed_in")
def test_a_dry_run_of_what_the_run_may_do(ema: Any) -> None:
    create = ("persona", "create", "--name", "Acme demo", "-a", "tool: snapshot", "--enable")
    assert ema(*create, "--dry-run")[0] == 0
    assert ema("validate", "Acme support", "--dry-run")[0] == 0
    assert ema("persona", "update", "Acme support", "--dry-run")[0] == 0
    reuse = ("persona", "create", "--name", "Acme support", "--if-exists", "reuse", "--dry-run")
    assert ema(*reuse)[0] == 0
    assert ema(*reuse, "--enable")[0] == 3
    assert ema(*reuse, "-a", "tool: snapshot")[0] == 1


def test_a_dry_run_where_variables_say_where_the_platform_is(
    ema: Any, hub: Hub, port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMA_URL", hub.serve(port, Access(KEY)))
    monkeypatch.setenv("EMA_API_KEY", KEY)
    before = port.personas().items
    create = ("persona", "create", "--from", "Acme support", "--name", "Acme demo", "--dry-run")
    code, told = ema(*create, "-a", "{tool: data, args: {method: copy, from: $source}}")
    assert (code, told["env"], told["actions"][0]["args"]["from"]) == (0, "remote", before[0].id)
    assert port.personas().items == before


@pytest.mark.usefixtures("signed_in")
def test_naming_one_persona_lets_no_other_be_changed(ema: Any, port: Port) -> None:
    port.create_persona(PersonaContent("Acme demo"), key="d")
    update = ("persona", "update", "Acme support", "--description", "new")
    code, told = ema(*update, "--yes-protected", "Acme demo")
    assert (code, told["error_kind"]) == (3, "forbidden")


@pytest.mark.usefixtures("signed_in")
def test_a_run_on_what_it_made_is_resumed(ema: Any, port: Port, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("one")
    port_rows = "{tool: data, args: {method: upload, file: notes.txt}}"
    plan = tmp_path / "plan.yaml"
    plan.write_text(f"- {port_rows}\n- {{tool: data, args: {{method: copy, from: nobody}}}}\n")
    code, told = ema("persona", "create", "--name", "Acme demo", "--actions", str(plan))
    assert (code, told["status"]) == (1, "failed")
    port.create_persona(PersonaContent("nobody"), key="n")
    code, told = ema("resume", told["run_id"])
    assert (code, told["status"]) == (0, "success")
