"""`ema validate` on bundles: the same findings as on the persona that they are of."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import EXAMPLE_PERSONA

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Ema

CHECKS = ("--checks", "workflow", "--checks", "config", "--checks", "data")


def outcome(document: dict[str, Any]) -> tuple[Any, ...]:
    (action,) = document["actions"]
    return document["status"], action["result"], action.get("error"), action.get("error_kind")


@pytest.fixture
def broken(ema_here: Ema, acme_here: str, tmp_path: Path) -> Path:
    """Export the example persona with a workflow that refers to a node that is not there."""
    bundle = tmp_path / "broken.yaml"
    assert ema_here("persona", "export", acme_here, "-o", bundle).code == 0
    text = bundle.read_text()
    assert "{{search_query." in text
    bundle.write_text(text.replace("{{search_query.", "{{nobody."))
    return bundle


def test_the_same_as_on_the_persona(ema_here: Ema, broken: Path) -> None:
    assert ema_here("persona", "import", broken, "--name", "Broken").code == 0
    there = ema_here("validate", "Broken", *CHECKS)
    here = ema_here("validate", broken, *CHECKS)
    assert (there.code, here.code) == (1, 1)
    assert outcome(here.document) == outcome(there.document)
    assert here.document["actions"][0]["error_kind"] == "findings"


def test_a_folder_and_a_whole_bundle(ema_here: Ema, acme_here: str, tmp_path: Path) -> None:
    assert ema_here("persona", "export", acme_here, "-o", tmp_path / "folder").code == 0
    for bundle in (tmp_path / "folder", EXAMPLE_PERSONA):
        assert ema_here("validate", bundle, "--strict").code == 0


def test_standard_input(ema: Ema) -> None:
    done = ema("validate", "-", stdin=EXAMPLE_PERSONA.read_text())
    assert done.code == 0, done.err
    assert done.document["persona"]["name"] == "acme-support"


def test_nothing_is_left_behind(
    ema_here: Ema, broken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    before = ema_here("persona", "list").out, ema_here("runs", "list").out
    done = ema_here("validate", broken)
    assert done.code == 1
    assert "resume" not in done.err
    assert (ema_here("persona", "list").out, ema_here("runs", "list").out) == before
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_bundle_that_is_none(ema_here: Ema, tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text("- tool: snapshot\n")
    assert ema_here("validate", file).code == 2
    done = ema_here("validate", tmp_path / "nowhere.yaml")
    assert (done.code, done.document["error_kind"]) == (2, "usage")


def test_a_persona_whose_name_looks_like_a_file(ema_here: Ema) -> None:
    assert ema_here("persona", "create", "--name", "acme.yaml").code == 0
    assert ema_here("validate", "acme.yaml").document["persona"]["name"] == "acme.yaml"


def test_arguments_are_checked_first(ema_here: Ema) -> None:
    done = ema_here("validate", EXAMPLE_PERSONA, "--checks", "spelling")
    assert (done.code, done.document["where"]) == (2, "--checks")
    assert ema_here("validate", EXAMPLE_PERSONA, "--dry-run").code == 2
