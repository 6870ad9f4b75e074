"""`ema alias list` and `ema alias show`, as they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Ema


def test_the_shipped_aliases_are_listed(ema: Ema) -> None:
    aliases = ema("alias", "list").document["aliases"]
    assert [alias["name"] for alias in aliases] == ["copy-and-sanitize", "standard-demo-setup"]
    assert all(alias["origin"] == "shipped" and alias["valid"] for alias in aliases)
    assert all(alias["description"] for alias in aliases)


def test_who_brought_an_alias(ema: Ema, tmp_path: Path, isolated: Path) -> None:
    for folder in (
        tmp_path / "aliases",
        isolated / "config" / "ema" / "aliases",
        tmp_path / "more",
    ):
        folder.mkdir(parents=True)
        (folder / "shared.yaml").write_text("[]\n")
    (tmp_path / "aliases" / "broken.yaml").write_text("[\n")
    (isolated / "config" / "ema" / "aliases" / "mine.yml").write_text(
        "description: Mine\nactions: []\n"
    )
    found = ema("alias", "list", "--aliases", "more", cwd=tmp_path).document["aliases"]
    assert {alias["name"]: alias["origin"] for alias in found} == {
        "broken": "plan",
        "copy-and-sanitize": "shipped",
        "mine": "user",
        "shared": "option",
        "standard-demo-setup": "shipped",
    }
    assert [alias["name"] for alias in found if not alias["valid"]] == ["broken"]
    assert next(alias for alias in found if alias["name"] == "mine")["description"] == "Mine"


def test_show(ema: Ema) -> None:
    (alias,) = ema("alias", "show", "standard-demo-setup").document["aliases"]
    assert alias["vars"] == {"examples": []}
    assert [item["tool"] for item in alias["actions"]] == ["data", "data", "snapshot"]
    assert alias["actions"][1]["args"]["examples"] == "$examples"


def test_show_what_is_not_there(ema: Ema) -> None:
    done = ema("alias", "show", "standard-demo")
    assert done.code == 2
    assert done.document["hint"] == "did you mean `standard-demo-setup`?"


def test_show_what_is_broken(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("- tool: x\n")
    done = ema("alias", "show", "broken", "--aliases", "broken.yaml", cwd=tmp_path)
    assert done.code == 2
    assert done.document["where"] == "broken.yaml:1:9"


def test_a_wrong_option(ema: Ema) -> None:
    assert ema("alias", "list", "--aliases", "nowhere").code == 2


def test_in_a_checkout_the_shipped_aliases_are_the_shipped_ones(ema: Ema) -> None:
    found = ema("alias", "list", cwd=ROOT).document["aliases"]
    assert {alias["origin"] for alias in found} == {"shipped"}
    checked = ema("check", "-a", "standard-demo-setup", "--var", "examples=[Acme]", cwd=ROOT)
    assert checked.document["warnings"] == []
