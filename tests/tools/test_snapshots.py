"""`snapshot create` and `snapshot restore`: a persona as it was."""

from __future__ import annotations

from typing import Any

import pytest

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.personas import fingerprint
from ema_cli.tool import Offline
from ema_cli.tools import snapshot_create, snapshot_restore

CREATE, RESTORE = snapshot_create.METHOD, snapshot_restore.METHOD


@pytest.fixture
def target(here: Any) -> str:
    made: str = here.make("target", {"a": {"n": 1}, "b": {"n": 2}}, {"a.txt": b"alpha"})
    return made


def test_a_version_counts_what_it_keeps(act: Any, target: str) -> None:
    result = act(CREATE, target)
    kept = act.here.port.version(target, 1)
    assert (kept.message, result["version"]) == ("Snapshot by ema", 1)
    assert (result["rows"], result["files"], result["unchanged"]) == (2, 1, False)
    assert result["fingerprint"] == fingerprint(act.here.port.persona(target).content)
    assert result["data_digest"] == kept.data_digest


def test_the_same_again_says_so_and_the_same_call_makes_no_second_one(
    act: Any, target: str
) -> None:
    first = act(CREATE, target, {"message": "One"})
    assert act(CREATE, target, {"message": "One"}) == first
    second = act(CREATE, target, {"message": "Two"})
    assert second == first | {"version": 2, "unchanged": True}
    assert [version.message for version in act.here.port.versions(target).items] == ["One", "Two"]


def test_restore_brings_back_everything(act: Any, target: str) -> None:
    port = act.here.port
    kept = act(CREATE, target)
    port.update_persona(target, {"name": "changed", "proto_config": {"x": 1}}, key="change")
    port.delete_rows(target, ["a"], key="delete")
    act.here.add(target, {"c": {"n": 3}}, {"b.txt": b"beta"})
    result = act(RESTORE, target, {"version": 1})
    assert result == {"version": 1, "saved_as": 2, "fingerprint": kept["fingerprint"]}
    assert act.here.fields(target) == [{"n": 1}, {"n": 2}]
    assert act.here.files(target) == {"a.txt": b"alpha"}
    assert port.persona(target).content.name == "target"
    assert act(RESTORE, target, {"version": 2})["saved_as"] == 3
    assert act.here.fields(target) == [{"n": 2}, {"n": 3}]


def test_a_version_that_is_not_there(act: Any, target: str) -> None:
    with pytest.raises(PlatformError) as caught:
        act(RESTORE, target, {"version": 9})
    assert caught.value.kind is ErrorKind.NOT_FOUND
    assert act.here.port.versions(target).items == []


@pytest.mark.parametrize(("message", "fits"), [("ü" * 2048, True), ("ü" * 2048 + "x", False)])
def test_the_longest_message(act: Any, target: str, message: str, *, fits: bool) -> None:
    arguments = CREATE.arguments.model_validate({"message": message})
    assert bool(list(CREATE.check(arguments, Offline("local", has_source=False)))) != fits
    if fits:
        act(CREATE, target, {"message": message})
        assert act.here.port.version(target, 1).message == message


@pytest.mark.parametrize("arguments", [{}, {"version": 0}, {"version": "1"}, {"version": True}])
def test_arguments_are_strict(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        RESTORE.arguments.model_validate(arguments)
