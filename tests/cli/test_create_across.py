"""Clones of a persona in another environment."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

import pytest
import typer

from ema_cli.cli.boundary import guarded
from ema_cli.cli.connecting import observing
from ema_cli.cli.main import application
from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ema_cli.platforms.port import Port
    from ema_cli.values import JsonObject
    from tests.conftest import Hub

FROM_PROD = ("persona", "create", "--from", "Acme support", "--from-env", "prod")
COPY = "{tool: data, args: {method: copy, from: $source}}"


class Command(Protocol):
    def __call__(self, *arguments: str) -> tuple[int, dict[str, Any]]: ...


@pytest.fixture
def ema(tmp_path: Path) -> Command:
    def run(*arguments: str) -> tuple[int, dict[str, Any]]:
        output = tmp_path / "out.json"
        output.unlink(missing_ok=True)
        code = guarded(typer.main.get_command(application()), [*arguments, "-o", str(output)])
        return code, json.loads(output.read_text())

    return run


@pytest.fixture
def prod(hub: Hub, isolated: Path, tmp_path: Path) -> Iterator[Port]:
    """Configure a platform under two names, and make a persona there."""
    port = open_workspace(tmp_path / "prod.db")
    configuration: JsonObject = {"widgets": [{"name": "tone", "type": "text"}]}
    content = PersonaContent("Acme support", "Answers tickets", proto_config=configuration)
    made = port.create_persona(content, key="s").id
    rows = [Row(f"T-{n}", {"name": "Zelda Quill", "n": n}) for n in range(1200)]
    port.write_rows(made, rows[:1000], key="r1")
    port.write_rows(made, rows[1000:], key="r2")
    port.write_file(made, "a.txt", "text/plain", [b"Zelda Quill"], key="f")
    url = hub.serve(port)
    config = isolated / "config" / "ema" / "config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text(f"environments: {{prod: {{url: '{url}'}}, again: {{url: '{url}'}}}}\n")
    yield port
    port.close()


def local(isolated: Path) -> Port:
    return open_workspace(isolated / "data" / "ema" / "workspace.db")


def test_a_persona_is_cloned_from_another_environment(
    ema: Command, prod: Port, isolated: Path
) -> None:
    source = prod.personas().items[0]
    sanitize = "{tool: data, args: {method: sanitize, examples: [Zelda Quill]}}"
    message = "{tool: snapshot, args: {message: '$source, $source_name, $env'}}"
    code, told = ema(*FROM_PROD, "--name", "Acme demo", "-a", COPY, "-a", sanitize, "-a", message)
    assert (code, told["env"]) == (0, "local"), told
    assert told["actions"][0]["result"]["rows"]["written"] == 1200
    assert told["actions"][0]["result"]["files"]["written"] == 1
    port = local(isolated)
    (made,) = port.personas().items
    assert made.content.proto_config == source.content.proto_config
    assert (made.content.name, made.content.description) == ("Acme demo", "Answers tickets")
    assert "Zelda Quill" not in str(port.rows(made.id).items)
    (version,) = port.versions(made.id).items
    assert version.message == f"{source.id}, Acme support, local"
    port.close()
    assert prod.personas().items == [source]
    assert "Zelda Quill" in str(prod.rows(source.id).items)


@pytest.mark.usefixtures("prod")
@pytest.mark.parametrize(
    "copy",
    [
        "{method: copy, from: $source, link: true}",
        "{method: copy, from: $source_name, link: true}",
        "{method: copy, from: nobody, from_env: prod, link: true}",
    ],
)
def test_data_is_not_linked_across(ema: Command, isolated: Path, copy: str) -> None:
    code, told = ema(*FROM_PROD, "--name", "Acme demo", "-a", f"{{tool: data, args: {copy}}}")
    assert (code, told["error_kind"]) == (2, "plan_invalid")
    assert told["error"] == "data of another environment cannot be linked"
    assert not (isolated / "data").exists()


@pytest.mark.usefixtures("prod")
def test_the_plan_may_say_another_environment(ema: Command) -> None:
    assert ema("persona", "create", "--name", "Mine", "-q")[0] == 0
    own = "{tool: data, args: {method: copy, from: Mine}}"
    null = "{tool: data, args: {method: copy, from: $source_name, from_env: again}}"
    code, told = ema(*FROM_PROD, "--name", "Acme demo", "-a", own, "-a", null, "--dry-run")
    assert (code, [a["args"].get("from_env") for a in told["actions"]]) == (0, [None, "again"])
    code, told = ema(*FROM_PROD, "--name", "Acme demo", "-a", own, "-a", null, "-a", COPY)
    assert code == 0, told
    rows = [action["result"]["rows"] for action in told["actions"]]
    assert [(one["written"], one["skipped"]) for one in rows] == [(0, 0), (1200, 0), (0, 1200)]


@pytest.mark.usefixtures("prod")
def test_a_dry_run_looks_there(ema: Command, isolated: Path) -> None:
    code, told = ema(*FROM_PROD, "--name", "Acme demo", "-a", COPY, "--dry-run")
    assert (code, told["actions"][0]["args"]["from_env"]) == (0, "prod")
    nobody = ("persona", "create", "--from", "Acme", "--from-env", "prod", "--name", "x")
    assert ema(*nobody, "--dry-run")[0] == 3
    assert ema(*nobody)[0] == 3
    port = local(isolated)
    assert port.personas().items == []
    port.close()


@pytest.mark.usefixtures("prod")
def test_what_is_wrong_with_the_environment_is_said_before_anything_is_done(ema: Command) -> None:
    create = ("persona", "create", "--name", "Acme demo")
    code, told = ema(*create, "--from-env", "prod")
    assert (code, told["error"]) == (2, "--from-env goes with --from")
    code, told = ema(*create, "--from", "x", "--from-env", "prid")
    assert (code, told["error"]) == (2, "there is no environment named 'prid'")
    assert told["hint"] == "did you mean `prod`?"


@pytest.mark.usefixtures("prod")
def test_the_environment_that_is_worked_in_may_be_named(ema: Command) -> None:
    assert ema("persona", "create", "--name", "Mine", "-q")[0] == 0
    link = "{tool: data, args: {method: copy, from: $source, link: true}}"
    again = ("persona", "create", "--from", "Mine", "--from-env", "local", "--name", "Other")
    assert ema(*again, "-a", link)[0] == 0


def test_a_run_across_goes_on_where_it_was(ema: Command, prod: Port, isolated: Path) -> None:
    missing = "{tool: data, args: {method: copy, from: Later, from_env: prod}}"
    code, told = ema(*FROM_PROD, "--name", "Acme demo", "-a", missing, "-a", COPY)
    assert (code, [a["status"] for a in told["actions"]]) == (1, ["error", "not_run"])
    prod.create_persona(PersonaContent("Later"), key="l")
    code, told = ema("resume", told["run_id"])
    assert (code, told["actions"][1]["result"]["rows"]["written"]) == (0, 1200), told
    port = local(isolated)
    assert len(port.personas().items) == 1
    port.close()


def test_a_create_that_is_tried_again_is_the_same(ema: Command, prod: Port, isolated: Path) -> None:
    def fail(call: str, moment: str) -> None:
        if (call, moment) == ("create_persona", "before-commit"):
            raise PlatformError(ErrorKind.UNAVAILABLE, "no power")

    with observing(fail):
        code, told = ema(*FROM_PROD, "--name", "Acme demo", "-a", COPY)
    assert (code, told["error"]) == (3, "no power")
    source = prod.personas().items[0].id
    prod.update_persona(source, {"name": "Renamed", "description": "changed"}, key="u")
    code, told = ema("resume", told["run_id"])
    assert (code, told["actions"][0]["result"]["rows"]["written"]) == (0, 1200), told
    port = local(isolated)
    assert [one.content.description for one in port.personas().items] == ["Answers tickets"]
    port.close()


def test_two_names_of_one_platform(ema: Command, prod: Port) -> None:
    """The source is the target: it must stay as it is, whatever its platform is called."""
    source = prod.personas().items[0]
    reuse = (*FROM_PROD, "--name", "Acme support", "--if-exists", "reuse", "-e", "again")
    for more in ((), ("--dry-run",)):
        code, told = ema(*reuse, "-a", "{tool: data, args: {method: delete, rows: all}}", *more)
        assert (code, told["error_kind"]) == (3, "rejected")
    assert prod.personas().items == [source]
    assert prod.data_counts(source.id).rows == 1200
    code, told = ema(*FROM_PROD, "--name", "Acme demo", "-e", "again", "-a", COPY)
    assert (code, told["actions"][0]["result"]["rows"]["written"]) == (0, 1200)
    code, told = ema("persona", "delete", "Acme demo", "-e", "again", "--yes")
    assert code == 0


def test_the_target_may_have_the_name_of_the_source(
    ema: Command, prod: Port, isolated: Path
) -> None:
    same = (*FROM_PROD, "--name", "Acme support")
    assert ema(*same, "-a", COPY)[0] == 0
    assert ema(*same)[0] == 5
    code, told = ema(*same, "--if-exists", "reuse", "-a", COPY)
    assert (code, told["actions"][0]["result"]["rows"]["skipped"]) == (0, 1200)
    port = local(isolated)
    assert port.personas().items[0].id != prod.personas().items[0].id
    port.close()
