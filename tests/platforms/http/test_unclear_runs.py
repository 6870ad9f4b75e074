"""Runs on a platform that takes no note of keys: an unclear create is the user's to settle."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
import typer

from ema_cli.cli.boundary import guarded
from ema_cli.cli.main import application
from ema_cli.platforms.port import PersonaContent
from tests.platforms.http.conftest import reset_before, reset_done

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.platforms.http.conftest import Fault, Lab, Message


@dataclass
class Deaf:
    """The command before a platform that takes no note of keys."""

    lab: Lab
    folder: Path

    def ema(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        output = self.folder / "out.json"
        output.unlink(missing_ok=True)
        command = typer.main.get_command(application())
        code = guarded(command, [*arguments, "-o", str(output)])
        return code, json.loads(output.read_text())

    def create_and_fail(self, fault: Fault) -> str:
        """Let the create fail, and what is looked for after it; give the run's id."""

        def choose(_number: int, request: Message) -> Fault | None:
            lines = self.lab.proxy.requests
            if request.line.endswith("/personas") and any(
                line.startswith("POST") for line in lines
            ):
                return fault if request.line.startswith("POST") else reset_before
            return None

        self.lab.proxy.choose = choose
        code, told = self.ema("persona", "create", "--name", "Acme demo", "-a", "{tool: snapshot}")
        self.lab.fail()
        assert (code, told["error_kind"], told["persona"]) == (3, "unclear", None)
        return str(told["run_id"])


@pytest.fixture
def deaf(make_lab: Callable[..., Lab], isolated: Path, tmp_path: Path) -> Deaf:
    lab = make_lab()
    config = isolated / "config" / "ema" / "config.yaml"
    config.parent.mkdir(parents=True)
    url = f"{lab.proxy.url}/{lab.number}"
    config.write_text(f"environments: {{deaf: {{url: '{url}', idempotency: false}}}}\nenv: deaf\n")
    return Deaf(lab, tmp_path)


def test_the_persona_that_was_made_is_named(deaf: Deaf) -> None:
    run = deaf.create_and_fail(reset_done)
    (made,) = deaf.lab.served.personas().items
    code, told = deaf.ema("resume", run)
    assert (code, told["error_kind"]) == (3, "unclear")
    assert told["hint"] == "look with `ema persona list`; then --persona ID, or --create-again"
    code, told = deaf.ema("resume", run, "--persona", made.id)
    assert (code, told["persona"]["id"], told["persona"]["created"]) == (0, made.id, True)
    assert deaf.lab.served.personas().items == [made]
    assert len(deaf.lab.served.versions(made.id).items) == 1


def test_the_persona_that_was_not_made_is_created(deaf: Deaf) -> None:
    run = deaf.create_and_fail(reset_before)
    assert deaf.lab.served.personas().items == []
    assert deaf.ema("resume", run)[0] == 3
    code, _ = deaf.ema("resume", run, "--create-again")
    assert code == 0
    (made,) = deaf.lab.served.personas().items
    assert len(deaf.lab.served.versions(made.id).items) == 1


def test_a_persona_of_another_name_is_not_taken(deaf: Deaf) -> None:
    run = deaf.create_and_fail(reset_before)
    other = deaf.lab.served.create_persona(PersonaContent("Acme support"), key="o")
    code, told = deaf.ema("resume", run, "--persona", other.id)
    assert (code, told["error_kind"]) == (3, "rejected")
    assert deaf.lab.served.versions(other.id).items == []
    assert deaf.ema("resume", run, "--create-again")[0] == 0


def test_a_run_that_has_its_persona_takes_no_other(deaf: Deaf) -> None:
    create = ("persona", "create", "--name", "Acme demo")
    code, told = deaf.ema(*create, "-a", "{tool: data, args: {method: copy, from: nobody}}")
    assert code == 1
    for option in (("--persona", "another"), ("--create-again",)):
        code, refused = deaf.ema("resume", told["run_id"], *option)
        assert (code, refused["error_kind"]) == (2, "usage")
