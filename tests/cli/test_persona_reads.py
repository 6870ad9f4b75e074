"""Commands that list, show and delete personas, by the real command."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EMA = Path(sys.executable).with_name("ema")


def create(ema: Any, name: str, *options: str) -> str:
    done = ema("persona", "create", "--name", name, *options)
    assert done.code == 0, done.err
    made: str = done.document["persona"]["id"]
    return made


def names(ema: Any) -> list[str]:
    return [persona["name"] for persona in ema("persona", "list").document["personas"]]


def test_reading_makes_no_workspace(ema: Any, isolated: Path) -> None:
    done = ema("persona", "list")
    assert (done.code, done.document) == (0, {"schema_version": 1, "personas": []})
    assert not (isolated / "data").exists()


def test_list(ema: Any) -> None:
    ids = [create(ema, name) for name in ("b", "a", "Zoë [/x]")]
    listed = ema("persona", "list").document["personas"]
    assert [persona["id"] for persona in listed] == ids
    assert [persona["name"] for persona in listed] == ["b", "a", "Zoë [/x]"]
    assert list(listed[0]) == [
        *("id", "name", "status", "enabled_by_user", "description", "fingerprint", "created_at"),
    ]


def test_templates(ema: Any) -> None:
    done = ema("persona", "list", "--templates")
    assert len(done.document["templates"]) == 8
    assert done.document["templates"][0]["key"] == "basic-chat"


def test_get(ema: Any, acme: str) -> None:
    (persona,) = ema("persona", "get", acme).document["personas"]
    assert persona["name"] == acme
    assert persona["rows"]["count"] >= 60
    assert persona["files"] == {"count": 3, "linked": 0}
    assert persona["workflow_def"]["nodes"]
    (same,) = ema("persona", "get", persona["id"]).document["personas"]
    assert same == persona


def test_get_shows_links(ema: Any, acme: str) -> None:
    create(ema, "Linked", "-a", f"{{tool: data, args: {{method: copy, from: {acme}, link: true}}}}")
    (persona,) = ema("persona", "get", "Linked").document["personas"]
    (source,) = ema("persona", "get", acme).document["personas"]
    assert persona["linked_sources"] == [source["id"]]
    assert persona["rows"]["linked"] == source["rows"]["count"]


def test_get_a_template(ema: Any) -> None:
    (persona,) = ema("persona", "get", "basic-chat").document["personas"]
    assert persona["status"] == "template"
    assert persona["rows"] == {"count": 0, "linked": 0}


def test_output(ema: Any, tmp_path: Path) -> None:
    done = ema("persona", "list", "-o", tmp_path / "list.json")
    assert (done.code, done.out) == (0, "")
    assert '"personas": []' in (tmp_path / "list.json").read_text()


@pytest.mark.parametrize(
    "command", [("get",), ("delete", "--yes"), ("export",)], ids=lambda command: command[0]
)
def test_a_persona_that_is_not_there(ema: Any, command: tuple[str, ...]) -> None:
    create(ema, "Acme demo")
    done = ema("persona", command[0], "acme dmeo", *command[1:])
    assert done.code == 3
    assert done.document["error_kind"] == "not_found"
    assert done.document["hint"] == "did you mean 'Acme demo'?"


# Deleting


def test_delete(ema: Any) -> None:
    made = create(ema, "Acme demo")
    done = ema("persona", "delete", "Acme demo", "--yes")
    assert done.code == 0
    assert done.document["deleted"]["id"] == made
    assert names(ema) == []


def test_delete_asks_nobody_where_there_is_nobody(ema: Any) -> None:
    create(ema, "Acme demo")
    done = ema("persona", "delete", "Acme demo", stdin="y\n")
    assert (done.code, done.document["error_kind"]) == (2, "usage")
    assert done.document["hint"] == "add --yes"
    assert names(ema) == ["Acme demo"]


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("\n", 2)])
def test_delete_asks_on_a_terminal(ema: Any, answer: str, code: int) -> None:
    create(ema, "Acme demo")
    shell, terminal = pty.openpty()
    child = subprocess.Popen(
        [EMA, "persona", "delete", "Acme demo"],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
    )
    os.write(shell, answer.encode())
    out, err = child.communicate(timeout=60)
    os.close(shell)
    os.close(terminal)
    assert child.returncode == code, out
    assert b"Delete Acme demo (0 rows, 0 files) for good?" in err
    assert b"for good" not in out
    assert names(ema) == ([] if code == 0 else ["Acme demo"])


def test_a_template_is_not_deleted(ema: Any) -> None:
    done = ema("persona", "delete", "basic-chat", "--yes")
    assert done.code == 3
    assert done.document["error_kind"] == "forbidden"


def test_a_persona_that_others_link_to_is_not_deleted(ema: Any, acme: str) -> None:
    create(ema, "Linked", "-a", f"{{tool: data, args: {{method: copy, from: {acme}, link: true}}}}")
    done = ema("persona", "delete", acme, "--yes")
    assert (done.code, done.document["error_kind"]) == (5, "conflict")


# Environments


def test_env_list(ema: Any, tmp_path: Path) -> None:
    done = ema("env", "list", env={"EMA_WORKSPACE": str(tmp_path / "w.db")})
    (local,) = done.document["environments"]
    assert local == {
        "name": "local",
        "workspace": str(tmp_path / "w.db"),
        "url": None,
        "protected": False,
        "chosen": True,
        "chosen_by": "default",
    }
    chosen = ema("env", "list", env={"EMA_ENV": "local"}).document["environments"][0]
    assert chosen["chosen_by"] == "variable"


def test_an_environment_that_is_not_there(ema: Any) -> None:
    done = ema("persona", "list", "-e", "prod")
    assert (done.code, done.document["error_kind"]) == (2, "usage")
