"""`data copy`: everything arrives, nothing that is there is touched, and the counts are true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ActionFailed, ErrorKind, PlatformError
from ema_cli.tool import Offline, Progress
from ema_cli.tools.data_copy import METHOD

if TYPE_CHECKING:
    from ema_cli.platforms.port import Row

ROWS: dict[str, Any] = {f"row-{n}": {"n": n, "text": "Zoë"} for n in range(2345)}
FILES = {"a.txt": b"alpha", "b.bin": b"\xff\0\xfe"}
ALL = {"read": 2345, "written": 2345, "skipped": 0, "failed": 0}
BOTH = {"read": 2, "written": 2, "skipped": 0, "failed": 0}
NONE = {"read": 0, "written": 0, "skipped": 0, "failed": 0}


@pytest.fixture
def source(here: Any) -> str:
    made: str = here.make("source", ROWS, FILES)
    return made


@pytest.fixture
def target(here: Any) -> str:
    made: str = here.make("target")
    return made


def problems(arguments: dict[str, Any], env: str | None = "local") -> list[str]:
    checked = METHOD.arguments.model_validate(arguments)
    return [problem.message for problem in METHOD.check(checked, Offline(env, has_source=True))]


def test_everything_arrives_in_order(act: Any, source: str, target: str) -> None:
    result = act(METHOD, target, {"from": source})
    assert result == {"rows": ALL, "files": BOTH, "linked": None}
    assert act.here.fields(target) == list(ROWS.values())
    assert act.here.files(target) == FILES


def test_progress_tells_how_far_of_how_much(act: Any, source: str, target: str) -> None:
    act(METHOD, target, {"from": source})
    assert act.steps == [
        *(Progress(done, 2345, "rows") for done in (0, 1000, 2000, 2345)),
        *(Progress(done, 2, "files") for done in (1, 2)),
    ]


@pytest.mark.parametrize("run", ["run-1", "run-2"])
def test_again_adds_nothing(act: Any, source: str, target: str, run: str) -> None:
    first = act(METHOD, target, {"from": source})
    again = act(METHOD, target, {"from": "source"}, run=run)
    assert again["rows"] == ALL | {"written": 0, "skipped": 2345}
    assert again["files"] == BOTH | {"written": 0, "skipped": 2}
    assert act(METHOD, target, {"from": source}) == first, "the same call has the same answer"
    assert len(act.here.rows(target)) == 2345


def test_only_what_is_missing_is_added(act: Any, source: str, target: str) -> None:
    act(METHOD, target, {"from": source})
    act.here.add(source, {"new": {"n": -1}}, {"c.txt": b"gamma"})
    act.here.port.delete_rows(target, [act.here.rows(target)[7].key], key="delete")
    result = act(METHOD, target, {"from": source}, run="run-2")
    assert result["rows"] == {"read": 2346, "written": 2, "skipped": 2344, "failed": 0}
    assert result["files"] == {"read": 3, "written": 1, "skipped": 2, "failed": 0}


@pytest.mark.parametrize("include", [["rows"], ["files"], ["files", "rows", "files"]])
def test_include(act: Any, source: str, target: str, include: list[str]) -> None:
    result = act(METHOD, target, {"from": source, "include": include})
    assert result["rows"] == (ALL if "rows" in include else NONE)
    assert result["files"] == (BOTH if "files" in include else NONE)


@pytest.mark.parametrize("ref", ["id", "source", "basic-chat"])
def test_the_source_is_any_reference(act: Any, source: str, target: str, ref: str) -> None:
    result = act(METHOD, target, {"from": source if ref == "id" else ref})
    assert result["rows"]["read"] == (0 if ref == "basic-chat" else 2345)


def test_what_is_there_is_left_alone(act: Any, source: str, target: str) -> None:
    act.here.add(target, {"row-1": {"mine": True}}, {"a.txt": b"mine"})
    result = act(METHOD, target, {"from": source})
    assert result["rows"] == ALL
    assert result["files"] == BOTH | {"written": 1, "skipped": 1}
    assert act.here.fields(target)[0] == {"mine": True}
    assert act.here.files(target)["a.txt"] == b"mine"


def test_the_target_itself_is_refused(act: Any, target: str) -> None:
    for ref in (target, "target"):
        with pytest.raises(ActionFailed, match="into itself") as caught:
            act(METHOD, target, {"from": ref})
        assert caught.value.kind is ErrorKind.REJECTED


@pytest.mark.usefixtures("source")
def test_an_unknown_source_is_told_with_what_is_like_it(act: Any, target: str) -> None:
    with pytest.raises(PlatformError) as caught:
        act(METHOD, target, {"from": "sorce"})
    assert caught.value.kind is ErrorKind.NOT_FOUND
    assert caught.value.hint == "did you mean 'source'?"


# From one platform to another


@pytest.fixture
def distant(there: Any) -> str:
    made: str = there.make("distant", ROWS, FILES)
    return made


@pytest.mark.usefixtures("distant")
def test_from_another_environment(act: Any, target: str) -> None:
    arguments = {"from": "distant", "from_env": "elsewhere"}
    assert act(METHOD, target, arguments) == {"rows": ALL, "files": BOTH, "linked": None}
    assert act.here.fields(target) == list(ROWS.values())
    assert act.here.files(target) == FILES
    again = act(METHOD, target, arguments, run="run-2")
    assert again["rows"] == ALL | {"written": 0, "skipped": 2345}
    assert again["files"] == BOTH | {"written": 0, "skipped": 2}


def test_files_there_are_left_alone(act: Any, distant: str, target: str) -> None:
    act.here.add(target, {}, {"a.txt": b"mine"})
    result = act(METHOD, target, {"from": distant, "from_env": "elsewhere"})
    assert result["files"] == BOTH | {"written": 1, "skipped": 1}
    assert act.here.files(target)["a.txt"] == b"mine"


def test_the_same_name_on_another_platform_is_another_persona(act: Any, target: str) -> None:
    act.there.make("target", {"a": {"n": 1}})
    result = act(METHOD, target, {"from": "target", "from_env": "elsewhere"})
    assert result["rows"]["written"] == 1


class Choosy:
    """A platform that does not take rows which say so."""

    def __init__(self, port: Any) -> None:
        self._port = port

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def write_rows(self, persona: str, rows: list[Row], *, key: str) -> Any:
        if any("bad" in row.fields for row in rows):
            raise PlatformError(ErrorKind.REJECTED, "no")
        return self._port.write_rows(persona, rows, key=key)


def test_rows_that_are_refused_are_counted_and_the_others_arrive(act: Any, target: str) -> None:
    rows: dict[str, Any] = {f"row-{n}": {"n": n} for n in range(1500)}
    for n in (0, 700, 701, 1499):
        rows[f"row-{n}"]["bad"] = True
    act.there.make("distant", rows)
    act.here.port = Choosy(act.here.port)
    with pytest.raises(ActionFailed, match="refused 4 of 1500 rows and 0 of 0 files") as caught:
        act(METHOD, target, {"from": "distant", "from_env": "elsewhere"})
    assert caught.value.kind is ErrorKind.INCOMPLETE
    counted = {"read": 1500, "written": 1496, "skipped": 0, "failed": 4}
    assert caught.value.result.rows.model_dump() == counted
    assert act.here.fields(target) == [row for row in rows.values() if "bad" not in row]


class Forgetful(Choosy):
    """A platform that says it has more rows than it gives."""

    def data_counts(self, persona: str) -> Any:
        counts = self._port.data_counts(persona)
        return type(counts)(rows=counts.rows + 1, files=counts.files)


def test_a_source_that_gives_less_than_it_has_is_incomplete(
    act: Any, distant: str, target: str
) -> None:
    act.there.port = Forgetful(act.there.port)
    with pytest.raises(ActionFailed) as caught:
        act(METHOD, target, {"from": distant, "from_env": "elsewhere"})
    assert caught.value.kind is ErrorKind.INCOMPLETE
    assert caught.value.result.rows.read == 2345


# Links


def test_link(act: Any, source: str, target: str) -> None:
    result = act(METHOD, target, {"from": source, "link": True})
    assert result == {"rows": NONE, "files": NONE, "linked": {"rows": 2345, "files": 2}}
    assert {row.linked for row in act.here.rows(target)} == {True}
    assert act.here.port.linked_sources(target) == [source]


def test_linked_data_is_copied_like_any(act: Any, source: str, target: str) -> None:
    act(METHOD, target, {"from": source, "link": True})
    act.here.add(target, {"own": {"n": -1}})
    third = act.here.make("third")
    result = act(METHOD, third, {"from": target})
    assert (result["rows"]["written"], result["files"]["written"]) == (2346, 2)
    assert {row.linked for row in act.here.rows(third)} == {False}


def test_link_of_files_only(act: Any, source: str, target: str) -> None:
    result = act(METHOD, target, {"from": source, "link": True, "include": ["files"]})
    assert result["linked"] == {"rows": 0, "files": 2}
    assert act.here.rows(target) == []


def test_a_link_across_environments_is_refused(act: Any, distant: str, target: str) -> None:
    with pytest.raises(ActionFailed, match="another environment"):
        act(METHOD, target, {"from": distant, "from_env": "elsewhere", "link": True})


# The check


@pytest.mark.parametrize(
    ("arguments", "env", "told"),
    [
        ({"from": "x"}, "local", []),
        ({"from": "x", "from_env": "demo"}, "local", []),
        ({"from": "x", "link": True, "from_env": "local"}, "local", []),
        (
            {"from": "x", "link": True, "from_env": "demo"},
            "local",
            ["data of another environment cannot be linked"],
        ),
    ],
)
def test_check(arguments: dict[str, Any], env: str, told: list[str]) -> None:
    assert problems(arguments, env) == told


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"from": 1},
        {"from": "x", "include": []},
        {"from": "x", "include": ["columns"]},
        {"from": "x", "link": "yes"},
        {"from": "x", "to": "y"},
    ],
)
def test_arguments_are_strict(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        METHOD.arguments.model_validate(arguments)
