"""The old flags of `persona create`: each says what a plan says; three phases of leaving."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.documents.nodes import value
from ema_cli.documents.reading import read

if TYPE_CHECKING:
    from tests.conftest import Ema

GOLDEN = Path(__file__).parent / "migration"
COPY = "- {tool: data, args: {method: copy, from: $source}}\n"
LINK = "- {tool: data, args: {method: copy, from: $source, link: true}}\n"
SANITIZE = "- {tool: data, args: {method: sanitize}}\n"
EXAMPLES = '- {tool: data, args: {method: sanitize, examples: ["Acme Corp", "Ann Lee"]}}\n'
SNAPSHOT = "- {tool: snapshot}\n"
MESSAGE = '- {tool: snapshot, args: {message: "Costs $$5"}}\n'

ROWS = {
    "include-data": (["--include-data"], COPY),
    "link-data": (["--link-data"], LINK),
    "sanitize": (["--include-data", "--sanitize"], COPY + SANITIZE),
    "sanitize-alone": (["--sanitize"], SANITIZE),
    "sanitize-examples": (
        ["--sanitize", "--sanitize-example", "Acme Corp", "--sanitize-example=Ann Lee"],
        EXAMPLES,
    ),
    "create-snapshot": (["--create-snapshot"], SNAPSHOT),
    "snapshot-message": (["--create-snapshot", "--snapshot-message", "Costs $5"], MESSAGE),
    "all": (
        [
            *("--snapshot-message", "Costs $5", "--create-snapshot", "--sanitize"),
            *("--sanitize-example", "Acme Corp", "--sanitize-example", "Ann Lee"),
            "--include-data",
        ],
        COPY + EXAMPLES + MESSAGE,
    ),
}


@pytest.fixture(autouse=True)
def same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all runs choose the same pseudonyms, so that what they store can be compared."""
    monkeypatch.setattr(secrets, "token_bytes", bytes)


def created(ema: Ema, *options: str | Path) -> tuple[dict[str, Any], list[str], str, Any, Any]:
    """Create a persona; answer result, places, export, rows and versions, and delete it again."""
    done = ema("persona", "create", "--from", "acme-support", "--name", "Demo", *options)
    assert done.code == 0, done.err
    document = done.document
    places = [action.pop("where") for action in document["actions"]]
    for action in document["actions"]:
        del action["duration_ms"]
    del document["run_id"], document["persona"]["id"]
    versions = ema("snapshot", "list", "Demo").document["versions"]
    for version in versions:
        del version["created_at"]
    stored = ema("persona", "export", "Demo").out
    rows = ema("data", "list", "Demo").document["rows"]
    assert ema("persona", "delete", "Demo", "--yes").code == 0
    return document, places, stored, rows, versions


@pytest.mark.parametrize("row", ROWS)
def test_flags_migration_and_plan_are_one(
    ema_here: Ema, acme_here: str, tmp_path: Path, row: str
) -> None:
    assert acme_here
    flags, plan = ROWS[row]
    by_hand, migrated = tmp_path / "plan.yaml", tmp_path / "migrated.yaml"
    by_hand.write_text(plan)
    migrated.write_text(ema_here("migrate", *flags).out)
    by_flags = created(ema_here, *flags)
    for file in (migrated, by_hand):
        by_plan = created(ema_here, "--actions", file)
        assert by_plan[0] == by_flags[0]
        assert by_plan[2:] == by_flags[2:]
    assert by_flags[0]["actions"], "something ran"


@pytest.mark.parametrize("row", ROWS)
def test_migrate_writes_the_plan(ema_here: Ema, row: str) -> None:
    flags, plan = ROWS[row]
    done = ema_here("migrate", *flags)
    assert done.code == 0
    assert done.err == ""
    assert value(read(done.out.encode(), "migrated")) == value(read(plan.encode(), "plan"))


def test_migrate_saves_the_plan(ema_here: Ema, tmp_path: Path) -> None:
    done = ema_here("migrate", "--create-snapshot", "-o", tmp_path / "plan.yaml")
    assert (done.out, (tmp_path / "plan.yaml").read_text()) == ("", "- tool: snapshot\n")


def test_flags_come_before_the_plan(ema_here: Ema, acme_here: str, tmp_path: Path) -> None:
    assert acme_here
    plan = tmp_path / "plan.yaml"
    plan.write_text(SNAPSHOT)
    flags = ["--create-snapshot", "--include-data"]
    _, places, *_ = created(ema_here, "--actions", plan, *flags, "-a", "{tool: validate}")
    assert places == ["--include-data", "--create-snapshot", f"{plan}:1:3", "-a[1]:1:1"]


def test_flags_and_plan_are_judged_together(ema_here: Ema, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(SANITIZE)
    flags = ("--link-data", "--actions", plan)
    done = ema_here("persona", "create", "--from", "x", "--name", "Demo", *flags)
    assert done.code == 2
    assert "link" in done.document["error"]


def test_copying_from_nowhere(ema_here: Ema) -> None:
    done = ema_here("persona", "create", "--name", "Demo", "--include-data")
    assert done.code == 2
    assert done.document["where"] == "--include-data"
    assert "source" in done.document["error"]


def golden(name: str, text: str) -> None:
    """Compare with a file; one that is not there is written, and the test fails this once."""
    file = GOLDEN / f"{name}.txt"
    if not file.exists():
        file.write_text(text)
        pytest.fail(f"{file} is new: read it, and commit it if it is right")
    assert text == file.read_text()


CREATE = ("persona", "create", "--name", "Demo")
FLAGS = {
    "one": ["--include-data"],
    "two": ["--include-data", "--create-snapshot"],
    "all": ROWS["all"][0],
}


@pytest.mark.parametrize("phase", ["warn", "error"])
@pytest.mark.parametrize("flags", FLAGS)
def test_what_a_phase_says(
    ema_here: Ema, monkeypatch: pytest.MonkeyPatch, phase: str, flags: str
) -> None:
    monkeypatch.setenv("EMA_LEGACY_FLAGS", phase)
    done = ema_here(*CREATE, "--from", "nobody", *FLAGS[flags])
    assert done.code == (2 if phase == "error" else 3)
    notice, _, rest = done.err.partition("[1/")
    golden(f"{phase}-{flags}", notice.partition("create ")[0])
    assert ("Acme Corp" in done.err + done.out, "Ann Lee" in done.err + done.out) == (False, False)
    assert bool(rest) == (phase == "warn")


def test_warning_is_the_default_and_comes_once(ema_here: Ema, acme_here: str) -> None:
    done = ema_here(*CREATE, "--from", acme_here, "--include-data", "--sanitize")
    assert done.code == 0
    assert done.err.count("deprecated:") == 1


def test_allowing_is_silent(ema_here: Ema, acme_here: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMA_LEGACY_FLAGS", "allow")
    done = ema_here(*CREATE, "--from", acme_here, "--include-data", "-q")
    assert (done.code, done.err) == (0, "")


def test_refusing_sends_nothing(
    ema_here: Ema, monkeypatch: pytest.MonkeyPatch, isolated: Path
) -> None:
    monkeypatch.setenv("EMA_LEGACY_FLAGS", "error")
    done = ema_here(*CREATE, "--include-data")
    assert (done.code, done.document["error_kind"]) == (2, "usage")
    assert not (isolated / "data").exists()


@pytest.mark.parametrize("phase", ["allow", "warn", "error", "nonsense"])
def test_no_flags_no_phase(ema_here: Ema, monkeypatch: pytest.MonkeyPatch, phase: str) -> None:
    monkeypatch.setenv("EMA_LEGACY_FLAGS", phase)
    done = ema_here(*CREATE, "-q")
    assert (done.code, done.err) == (0, "")


def test_a_phase_that_is_none(ema_here: Ema, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMA_LEGACY_FLAGS", "warning")
    done = ema_here(*CREATE, "--include-data")
    assert done.code == 2
    assert done.document["hint"] == "they are: allow, warn, error"


MISUSED = {
    "example-alone": ["--include-data", "--sanitize-example", "Acme Corp"],
    "message-alone": ["--snapshot-message", "Ready"],
    "include-and-link": ["--include-data", "--link-data"],
    "link-and-sanitize": ["--link-data", "--sanitize"],
    "everything-wrong": [
        *("--include-data", "--link-data", "--sanitize-example", "Acme Corp"),
        *("--snapshot-message", ""),
    ],
}


@pytest.mark.parametrize("misuse", MISUSED)
@pytest.mark.parametrize("command", [CREATE, ("migrate",)], ids=["create", "migrate"])
def test_flags_that_need_another(ema_here: Ema, misuse: str, command: tuple[str, ...]) -> None:
    done = ema_here(*command, *MISUSED[misuse])
    assert (done.code, done.document["error_kind"]) == (2, "usage")
    golden(f"misuse-{misuse}", done.err)


def test_nothing_to_migrate(ema_here: Ema) -> None:
    done = ema_here("migrate")
    assert done.code == 2
    assert done.document["error"] == "there are no flags to turn into a plan"


def test_help_does_not_teach_them(ema_here: Ema) -> None:
    text = ema_here("persona", "create", "--help").out
    assert "--include-data" not in text
    assert "--sanitize" not in text
    assert "--include-data" in ema_here("migrate", "--help").out


def test_a_run_begun_with_flags_can_be_gone_on_with(
    ema_here: Ema, acme_here: str, tmp_path: Path
) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- {tool: snapshot, args: {method: restore, version: 7}}\n")
    flags = ["--include-data", "--create-snapshot", "--snapshot-message", "$x"]
    failed = ema_here(*CREATE, "--from", acme_here, *flags, "--actions", plan)
    assert failed.document["status"] == "failed"
    plan.write_text("[]")
    done = ema_here("resume", "last", "--force")
    assert done.code == 0, done.err
    places = [action["where"] for action in done.document["actions"]]
    assert places == ["--include-data", "--create-snapshot"]
    assert ema_here("snapshot", "list", "Demo").document["versions"][0]["message"] == "$x"
