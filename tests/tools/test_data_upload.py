"""`data upload`: rows and files of the plan and from disk, judged before anything is sent."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.tool import Offline, Progress
from ema_cli.tools.data_upload import METHOD

NONE = {"read": 0, "written": 0, "skipped": 0, "failed": 0}


def counts(written: int = 0, skipped: int = 0, failed: int = 0) -> dict[str, int]:
    read = written + skipped + failed
    return {"read": read, "written": written, "skipped": skipped, "failed": failed}


@pytest.fixture
def target(here: Any) -> str:
    made: str = here.make("target")
    return made


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def write(name: str, data: str | bytes) -> str:
    """Write a file; answer its path as the check makes it, absolute."""
    path = Path(name).absolute()
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


def problems(arguments: dict[str, Any]) -> list[tuple[tuple[str | int, ...], str]]:
    checked = METHOD.arguments.model_validate(arguments)
    found = METHOD.check(checked, Offline("local", has_source=False))
    return [(problem.argument, problem.message) for problem in found]


def told(arguments: dict[str, Any]) -> list[str]:
    return [message for _argument, message in problems(arguments)]


def advised(arguments: dict[str, Any]) -> list[tuple[str, str | None]]:
    checked = METHOD.arguments.model_validate(arguments)
    found = METHOD.check(checked, Offline("local", has_source=False))
    return [(problem.message, problem.hint) for problem in found]


# Rows


def test_rows_of_the_plan(act: Any, target: str) -> None:
    rows: list[dict[str, Any]] = [
        {"subject": "Hello", "document": {"text": "A long text"}, "count": 3, "price": 1.5},
        {},
        {"nested": {"list": [None, True, {"deep": "Zoë"}]}},
    ]
    assert problems({"content": rows}) == []
    assert act(METHOD, target, {"content": rows}) == {"rows": counts(3), "files": NONE}
    assert act.here.fields(target) == rows


def test_no_rows_at_all(act: Any, target: str) -> None:
    assert problems({"content": []}) == []
    assert act(METHOD, target, {"content": []}) == {"rows": NONE, "files": NONE}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("t.csv", '\ufeffid,note\r\n1,"a\r\nb"\r\n2,\r\n'),
        ("t.json", '[{"id": "1", "note": "a\\r\\nb"}, {"id": "2", "note": ""}]'),
        ("t.JSONL", '{"id": "1", "note": "a\\r\\nb"}\n{"id": "2", "note": ""}\n'),
    ],
)
def test_rows_of_files(act: Any, target: str, name: str, data: str) -> None:
    arguments = {"file": write(name, data)}
    assert problems(arguments) == []
    assert act(METHOD, target, arguments)["rows"] == counts(2)
    assert act.here.fields(target) == [{"id": "1", "note": "a\r\nb"}, {"id": "2", "note": ""}]


def test_again_in_the_same_run_adds_nothing(act: Any, target: str) -> None:
    arguments = {"content": [{"n": 1}, {"n": 1}]}
    first = act(METHOD, target, arguments)
    assert act(METHOD, target, arguments) == first
    assert act.here.fields(target) == [{"n": 1}, {"n": 1}]


def test_another_run_adds_rows_that_bring_no_keys(act: Any, target: str) -> None:
    act(METHOD, target, {"content": [{"n": 1}]})
    act(METHOD, target, {"content": [{"n": 1}]}, run="run-2")
    assert len(act.here.rows(target)) == 2


def test_keys_of_rows_make_them_unique(act: Any, target: str) -> None:
    rows = [{"id": "a", "n": 1}, {"id": 7, "n": 2}, {"id": -8, "n": 3}]
    arguments = {"content": rows, "key": "id"}
    act(METHOD, target, arguments)
    assert [row.key for row in act.here.rows(target)] == ["a", "7", "-8"]
    assert act.here.fields(target) == rows
    assert act(METHOD, target, arguments, run="run-2")["rows"] == counts(skipped=3)


def test_several_files_keep_their_rows_apart(act: Any, target: str) -> None:
    files = [write("a/t.jsonl", '{"n": 1}\n'), write("b/t.jsonl", '{"n": 1}\n{"n": 2}\n')]
    result = act(METHOD, target, {"files": files})
    assert result["rows"] == counts(3)


def test_many_rows_go_page_by_page(act: Any, target: str) -> None:
    lines = "".join(json.dumps({"n": n}) + "\n" for n in range(2500))
    assert act(METHOD, target, {"file": write("t.jsonl", lines)})["rows"] == counts(2500)
    assert act.steps == [Progress(done, 2500, "rows") for done in (1000, 2000, 2500)]
    assert act.here.fields(target) == [{"n": n} for n in range(2500)]


def test_large_rows_go_in_smaller_pages(act: Any, target: str) -> None:
    lines = "".join(json.dumps({"text": "x" * 3_000_000}) + "\n" for n in range(5))
    act(METHOD, target, {"file": write("t.jsonl", lines)})
    assert [step.done for step in act.steps] == [2, 4, 5]


def test_rows_that_the_platform_refuses_are_counted(act: Any, target: str) -> None:
    deep: Any = []
    for _ in range(201):
        deep = [deep]
    rows = [{"id": "a"}, {"id": "b", "deep": deep}, {"id": "c"}]
    with pytest.raises(ActionFailed, match="refused 1 of 3 rows") as caught:
        act(METHOD, target, {"content": rows, "key": "id"})
    assert caught.value.kind is ErrorKind.INCOMPLETE
    assert caught.value.result.rows.model_dump() == counts(2, failed=1)
    assert [row.key for row in act.here.rows(target)] == ["a", "c"]


# What is wrong with rows


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("t.csv", "a,b\n1\n", "t.csv:2:1: 1 cell in this row, 2 in the header"),
        ("t.jsonl", '{"a": 1}\n{"a" 1}\n', "t.jsonl:2:6: not JSON: expecting ':' delimiter"),
        ("t.json", "[1]", "t.json:1:2: no row: a row is an object"),
    ],
)
def test_faults_in_files_have_places(name: str, data: str, message: str) -> None:
    assert problems({"file": write(name, data)}) == [(("file",), message)]


def test_all_faults_of_all_files_are_told() -> None:
    files = [write("a.csv", "a,b\n1\n2\n"), write("b.jsonl", "x\n")]
    assert [message.partition(" ")[0] for message in told({"files": files})] == [
        *("a.csv:2:1:", "a.csv:3:1:", "b.jsonl:1:1:")
    ]


def test_a_file_of_faults_tells_only_some() -> None:
    assert len(problems({"file": write("a.csv", "a,b\n" + "1\n" * 500)})) == 20


@pytest.mark.parametrize("value", [None, True, 1.5, "", [], {"a": 1}, "absent"])
def test_rows_without_a_key(value: Any) -> None:
    row = {} if value == "absent" else {"id": value}
    found = problems({"content": [{"id": "a"}, row], "key": "id"})
    assert found == [(("content", 1), "the row has no key in 'id'")]


@pytest.mark.parametrize("value", ["a\0b", "a\nb", "\x1b", "x" * 1001, 10**1000])
def test_values_that_can_be_no_key(value: Any) -> None:
    found = problems({"content": [{"id": "a"}, {"id": value}, {"id": "x" * 1000}], "key": "id"})
    assert found == [(("content", 1), "the value in 'id' cannot be a key")]


SEE_COLUMNS = "see what the columns are called; a .csv file begins with their names"


@pytest.mark.parametrize("rows", [1, 500])
def test_a_column_that_is_not_there_is_told_once(rows: int) -> None:
    path = write("t.csv", "ticket id,name\n" + "1,secret\n" * rows)
    assert advised({"file": path, "key": "ticket_id"}) == [
        ("t.csv:1:1: no row has the column 'ticket_id'", "did you mean `ticket id`?")
    ]
    assert advised({"file": path, "key": "where"}) == [
        ("t.csv:1:1: no row has the column 'where'", SEE_COLUMNS)
    ]


def test_a_column_that_is_not_there_in_rows_of_the_plan() -> None:
    found = advised({"content": [{"a": 1, "b": 2}, {"c": 3}], "key": "id"})
    assert found == [("no row has the column 'id'", SEE_COLUMNS)]


def test_a_column_that_some_rows_have_is_missed_in_the_others() -> None:
    path = write("t.jsonl", '{"a": 1}\n{"id": 2}\n{"a": 3}\n')
    message = "the row has no key in 'id'"
    assert told({"file": path, "key": "id"}) == [
        f"t.jsonl:1:1: {message}",
        f"t.jsonl:3:1: {message}",
    ]


def test_other_faults_are_told_beside_a_column_that_is_not_there() -> None:
    path = write("t.csv", "a,b\n1,2\n1\n")
    assert told({"file": path, "key": "id"}) == [
        "t.csv:1:1: no row has the column 'id'",
        "t.csv:3:1: 1 cell in this row, 2 in the header",
    ]


@pytest.mark.parametrize(
    "first", ["T-1,ann@corp.example", "5,Ann", "x" * 41, "Ann: secret,open", "Carver,Boston"]
)
def test_what_may_be_a_row_in_place_of_a_header_is_not_shown(first: str) -> None:
    path = write("t.csv", f"{first}\n{first}\n")
    ((message, hint),) = advised({"file": path, "key": "id"})
    assert message == "t.csv:1:1: no row has the column 'id'"
    assert hint == SEE_COLUMNS


def test_keys_that_come_twice() -> None:
    rows = [{"id": "1"}, {"id": "2"}, {"id": 1}, {"id": "1"}]
    found = problems({"content": rows, "key": "id"})
    message = "an earlier row has the same key in 'id'"
    assert found == [(("content", 2), message), (("content", 3), message)]


def test_keys_that_come_twice_in_two_files() -> None:
    files = [write("a.csv", "id\nx\ny\n"), write("b.jsonl", '{"id": "z"}\n{"id": "y"}\n')]
    assert told({"files": files, "key": "id"}) == [
        "b.jsonl:2:1: an earlier row has the same key in 'id'"
    ]


def test_no_value_of_a_row_is_told() -> None:
    rows = [{"id": "confidential"}, {"id": "confidential"}, {"other": "confidential"}]
    path = write("t.json", json.dumps(rows))
    shown = told({"content": rows, "key": "id"}) + told({"file": path, "key": "id"})
    shown += told({"file": write("t.csv", 'a,b\n"confidential"\n')})
    shown += told({"file": write("t.jsonl", '{"confidential": confidential}\n')})
    assert len(shown) == 4
    assert "confidential" not in str(shown)


# Files


def test_other_files_are_sent_as_they_are(act: Any, target: str) -> None:
    data = os.urandom(3_000_000)
    arguments = {"file": write("deep/Report.PDF", data)}
    assert act(METHOD, target, arguments) == {"rows": NONE, "files": counts(1)}
    assert act.here.files(target) == {"Report.PDF": data}
    assert act.here.port.files(target)[0].type == "application/pdf"


def test_the_same_bytes_are_skipped(act: Any, target: str) -> None:
    arguments = {"file": write("a.txt", "alpha")}
    act(METHOD, target, arguments)
    assert act(METHOD, target, arguments, run="run-2")["files"] == counts(skipped=1)


def test_other_bytes_are_refused_and_the_other_files_still_sent(act: Any, target: str) -> None:
    act.here.add(target, {}, {"a.txt": b"old"})
    arguments: dict[str, Any] = {"files": [write("a.txt", "new"), write("b.txt", "beta")]}
    with pytest.raises(ActionFailed) as caught:
        act(METHOD, target, arguments)
    assert caught.value.message == "'a.txt' is there with other bytes"
    assert caught.value.kind is ErrorKind.CONFLICT
    assert caught.value.result.files.model_dump() == counts(1, failed=1)
    assert act.here.files(target) == {"a.txt": b"old", "b.txt": b"beta"}
    replaced = act(METHOD, target, arguments | {"replace": True}, run="run-2")
    assert replaced["files"] == counts(1, skipped=1)
    assert act.here.files(target)["a.txt"] == b"new"


def test_some_of_many_files_that_are_there_with_other_bytes_are_named(
    act: Any, target: str
) -> None:
    names = [f"{letter}.txt" for letter in "abcdefg"]
    act.here.add(target, {}, dict.fromkeys(names, b"old"))
    with pytest.raises(ActionFailed) as caught:
        act(METHOD, target, {"files": [write(name, "new") for name in names]})
    assert caught.value.message == (
        "'a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt' and 2 more are there with other bytes"
    )


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("a\nb.txt", "has a name that no file of a persona can have"),
        ("a\\b.txt", "has a name that no file of a persona can have"),
        ("a\udcff.txt", "has a name that is not UTF-8"),
    ],
)
def test_names_that_no_file_can_have(name: str, fault: str) -> None:
    (message,) = told({"file": write(name, "x")})
    assert message.endswith(fault)
    message.encode()


def test_as_file(act: Any, target: str) -> None:
    act(METHOD, target, {"file": write("t.csv", "a,b\n1\n"), "as": "file"})
    assert act.here.files(target) == {"t.csv": b"a,b\n1\n"}


def test_names_are_composed(act: Any, target: str) -> None:
    act(METHOD, target, {"file": write("Zoe\u0308.txt", "x")})
    assert list(act.here.files(target)) == ["Zo\u00eb.txt"]


def test_rows_and_files_at_once(act: Any, target: str) -> None:
    result = act(METHOD, target, {"files": [write("t.csv", "a\n1\n"), write("t.txt", "x")]})
    assert result == {"rows": counts(1), "files": counts(1)}


# What is wrong with the arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "an upload takes one of `content`, `file` and `files`; this one has none of them"),
        (
            {"files": ["a"], "file": "/x"},
            "an upload takes one of `content`, `file` and `files`; this one has `file` and `files`",
        ),
        ({"content": [], "as": "file"}, "rows of the plan are no file"),
        ({"file": "/nowhere/x.csv"}, "'/nowhere/x.csv' does not exist"),
        ({"files": ["/nowhere/*.csv"]}, "'/nowhere/*.csv' does not exist"),
        ({"file": "/"}, "'/' is a folder"),
        ({"file": "/dev/null"}, "'/dev/null' is no ordinary file"),
    ],
)
def test_arguments_that_do_not_fit(arguments: dict[str, Any], message: str) -> None:
    assert told(arguments) == [message]


def test_as_rows_of_a_file_that_has_none() -> None:
    assert told({"file": write("t.txt", "a"), "as": "rows"}) == ["no rows can be read from 't.txt'"]


def test_a_key_without_rows() -> None:
    assert told({"file": write("t.txt", "a"), "key": "id"}) == ["there are no rows to key"]


def test_two_files_of_one_name() -> None:
    files = [write("one/a.txt", "1"), write("two/a.txt", "2")]
    assert told({"files": files}) == ["two files are called 'a.txt'"]


def test_the_same_file_twice_is_sent_once(act: Any, target: str) -> None:
    assert act(METHOD, target, {"files": [write("a.txt", "1")] * 2})["files"] == counts(1)


def test_a_file_that_went_meanwhile_fails_the_action(act: Any, target: str) -> None:
    with pytest.raises(ActionFailed, match="does not exist"):
        act(METHOD, target, {"file": str(Path("gone.csv").absolute())})


@pytest.mark.parametrize(
    "arguments",
    [
        {"content": [1]},
        {"content": {"a": 1}},
        {"file": ["a"]},
        {"files": "a"},
        {"files": []},
        {"content": [], "as": "row"},
        {"content": [], "key": ""},
        {"content": [], "replace": "yes"},
    ],
)
def test_arguments_are_strict(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        METHOD.arguments.model_validate(arguments)
