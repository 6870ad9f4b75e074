"""Names that may have been meant."""

from __future__ import annotations

import pytest

from ema_cli.documents.nearest import did_you_mean, nearest, shown

FEW = ["from", "from_env", "link", "include"]
MANY = [f"name{number}" for number in range(500)]


@pytest.mark.parametrize(
    ("name", "meant"),
    [("form", "from"), ("FROM", "from"), ("fromenv", "from_env"), ("lnk", "link"), ("xyz", None)],
)
def test_among_few(name: str, meant: str | None) -> None:
    assert nearest(name, FEW) == meant


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("nmae7", "name7"),
        ("nam7", "name7"),
        ("namee77", "name77"),
        ("mame7", "name7"),
        ("Name123", "name123"),
        ("other", None),
    ],
)
def test_among_many_one_letter_may_differ(name: str, meant: str | None) -> None:
    assert nearest(name, MANY) == meant


def test_among_too_many_or_for_a_long_name_there_is_none() -> None:
    assert nearest("name1", [f"name{number}" for number in range(5000)]) is None
    assert nearest("n" * 5000, ["n" * 4999]) is None


def test_hints() -> None:
    assert did_you_mean("form", FEW, listed="the arguments are:") == "did you mean `from`?"
    assert did_you_mean("x", FEW, listed="the arguments are:") == (
        "the arguments are: from, from_env, link, include"
    )
    assert did_you_mean("x", [], listed="the arguments are:") is None
    hint = did_you_mean("x", MANY, listed="the names are:")
    assert hint is not None
    assert hint.endswith("name59 and 440 more")


@pytest.mark.parametrize("name", ["tol", "continue-on-error", "$source", "Tool"])
def test_a_mistyped_name_is_shown(name: str) -> None:
    assert shown(name) == f" `{name}`"


@pytest.mark.parametrize("name", ["", "a b", "a@b.example", "s3cret", "x" * 41, "é", "a.b", "`"])
def test_what_may_be_a_value_is_not_shown(name: str) -> None:
    assert shown(name) == ""
