"""`data delete`: what is named goes, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.tool import Notice, Offline
from ema_cli.tools import data_copy
from ema_cli.tools.data_delete import METHOD

ROWS: dict[str, Any] = {f"row-{n}": {"n": n} for n in range(2500)}
FILES = {"a.txt": b"alpha", "b.txt": b"beta"}
NONE = {"deleted": 0, "missing": 0}


@pytest.fixture
def target(here: Any) -> str:
    made: str = here.make("target", ROWS, FILES)
    return made


def test_all(act: Any, target: str) -> None:
    result = act(METHOD, target, {"rows": "all", "files": "all"})
    assert result == {
        "rows": {"deleted": 2500, "missing": 0},
        "files": {"deleted": 2, "missing": 0},
    }
    assert (act.here.rows(target), act.here.files(target)) == ([], {})


def test_by_name(act: Any, target: str) -> None:
    keys = [f"row-{n}" for n in range(0, 2500, 2)]
    result = act(METHOD, target, {"rows": keys, "files": ["b.txt"]})
    assert result["rows"] == {"deleted": 1250, "missing": 0}
    assert [row.key for row in act.here.rows(target)] == [f"row-{n}" for n in range(1, 2500, 2)]
    assert act.here.files(target) == {"a.txt": b"alpha"}


def test_what_is_not_there_is_counted_and_told(act: Any, target: str) -> None:
    arguments = {"rows": ["row-1", "row-1", "nowhere"], "files": ["nothing"]}
    result = act(METHOD, target, arguments)
    assert result == {"rows": {"deleted": 1, "missing": 1}, "files": {"deleted": 0, "missing": 1}}
    (notice,) = [step for step in act.steps if isinstance(step, Notice)]
    assert notice.message == "2 of the rows and files to delete were not there"
    assert act(METHOD, target, arguments) == result, "the same call has the same answer"


def test_only_files(act: Any, target: str) -> None:
    assert act(METHOD, target, {"files": "all"})["rows"] == NONE
    assert len(act.here.rows(target)) == 2500


def test_linked_data_stays(act: Any, target: str) -> None:
    other = act.here.make("other", {"own": {"n": 1}})
    act(data_copy.METHOD, other, {"from": target, "link": True})
    assert act(METHOD, other, {"rows": "all", "files": "all"})["rows"]["deleted"] == 1
    assert len(act.here.rows(other)) == 2500
    assert len(act.here.rows(target)) == 2500


def test_a_target_that_is_not_there(act: Any) -> None:
    with pytest.raises(PlatformError) as caught:
        act(METHOD, "nobody", {"rows": "all"})
    assert caught.value.kind is ErrorKind.NOT_FOUND


def test_nothing_to_delete_is_a_mistake() -> None:
    (problem,) = METHOD.check(METHOD.arguments(), Offline("local", has_source=False))
    assert problem.message == "nothing is named to delete"


@pytest.mark.parametrize("arguments", [{"rows": "some"}, {"rows": [1]}, {"files": True}])
def test_arguments_are_strict(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        METHOD.arguments.model_validate(arguments)
