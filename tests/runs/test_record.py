"""The run record: what is read back after every way in which writing it may have ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ema_cli.errors import EmaError, ErrorKind, InvalidInput
from ema_cli.runs.base import Source
from ema_cli.runs.events import (
    ActionFinished,
    ActionSaved,
    ActionStarted,
    BaseFinished,
    BaseReady,
    Event,
    PersonaDeleting,
    RunFinished,
)
from ema_cli.runs.record import RecordWriter
from ema_cli.runs.record_reading import KEPT, RESUMED, read
from ema_cli.runs.result import (
    ActionOutcome,
    ActionStatus,
    CompositeResult,
    PersonaOutcome,
    RunStatus,
)
from ema_cli.tool import Saved

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.values import JsonObject

KEPT_HEAD: JsonObject = {**dict.fromkeys(KEPT), "run_id": "r1", "env": "local", "title": "create"}
HEAD: JsonObject = {**dict.fromkeys(RESUMED), **KEPT_HEAD, "pseudonym_key": "ab" * 32}
PERSONA = PersonaOutcome(id="p1", name="demo", status="ready", fingerprint="f" * 64, created=True)


def done(index: int, status: ActionStatus = ActionStatus.SUCCESS) -> ActionFinished:
    return ActionFinished(
        ActionOutcome(index=index, tool="data", method="copy", where="p:1:1", status=status)
    )


EVENTS: list[Event] = [
    BaseFinished(PERSONA, 1, source_id="s1", source_name="S"),
    ActionStarted(1),
    done(1),
    ActionStarted(2),
    done(2, ActionStatus.ERROR),
    RunFinished(RunStatus.FAILED),
]


def written(path: Path, events: list[Event] = EVENTS) -> None:
    writer = RecordWriter.create(path, dict(HEAD))
    for event in events:
        writer.event(event)
    writer.close()


def test_read_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "r1.jsonl"
    written(path)
    record = read(path)
    assert record.persona == PERSONA
    assert record.source == Source("s1", "S")
    assert {i: o.status.value for i, o in record.outcomes.items()} == {1: "success", 2: "error"}
    assert record.attempts == {1: 1, 2: 1}
    assert record.status == "failed"
    assert path.stat().st_mode & 0o777 == 0o600


@given(st.data())
def test_any_torn_end_reads_as_absent(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("record") / "r1.jsonl"
    written(path)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    cut = data.draw(st.integers(first, len(whole)))
    path.write_bytes(whole[:cut])
    # A line that lacks nothing but its line break lacks nothing.
    expected = whole[: cut + 1].count(b"\n")
    record = read(path)
    outcomes = {1: 4, 2: 6}
    assert set(record.outcomes) == {i for i, line in outcomes.items() if expected >= line}
    writer = RecordWriter.reopen(path)
    writer.event(done(7))
    writer.close()
    assert 7 in read(path).outcomes


@pytest.mark.parametrize("kind", ["interrupted", "timeout", "unclear", "internal", "auth"])
def test_an_action_whose_last_call_is_unsettled_keeps_its_keys(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "r1.jsonl"
    unsettled = done(1, ActionStatus.ERROR).outcome.model_copy(
        update={"error_kind": ErrorKind(kind)}
    )
    written(path, [ActionStarted(1), ActionFinished(unsettled)])
    assert read(path).attempts == {}


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "r1.jsonl"
    first = RecordWriter.create(path, dict(HEAD))
    with pytest.raises(BlockingIOError):
        RecordWriter.reopen(path)
    first.close()
    RecordWriter.reopen(path).close()


def test_a_finished_record_keeps_the_result_and_no_key(tmp_path: Path) -> None:
    path = tmp_path / "r1.jsonl"
    writer = RecordWriter.create(path, dict(HEAD))
    result = CompositeResult(run_id="r1", status=RunStatus.SUCCESS, env="local", persona=PERSONA)
    writer.finish(KEPT_HEAD, result)
    writer.close()
    assert "abab" not in path.read_text()
    record = read(path)
    assert record.result is not None
    assert CompositeResult.model_validate(record.result) == result
    assert path.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["r1.jsonl"]


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for text in ("", "{}\n", "nonsense\n", json.dumps({"line": "run"})[:-1]):
        path.write_text(text)
        with pytest.raises(InvalidInput, match="not a run record"):
            read(path)


@pytest.mark.parametrize(
    "line",
    [
        {"line": "base", "state": "finished"},
        {"line": "base", "state": "finished", "persona": 1, "source": None},
        {"line": "action", "state": "finished", "outcome": {}},
        {"line": "action"},
        {"line": "end"},
        {"line": "result", "result": {}},
        {"line": "plan"},
    ],
)
def test_a_line_of_another_shape_makes_it_no_record(tmp_path: Path, line: JsonObject) -> None:
    path = tmp_path / "r1.jsonl"
    written(path)
    read(path)
    with path.open("a") as stream:
        stream.write(json.dumps(line) + "\n")
    with pytest.raises(InvalidInput, match="not a run record"):
        read(path)


@pytest.mark.parametrize("missing", ["run_id", "format", "actions", "pseudonym_key"])
def test_a_first_line_that_lacks_something_makes_it_no_record(tmp_path: Path, missing: str) -> None:
    path = tmp_path / "r1.jsonl"
    written(path)
    first, *rest = path.read_text().splitlines()
    head = {k: v for k, v in json.loads(first).items() if k != missing}
    path.write_text("\n".join([json.dumps(head), *rest]))
    with pytest.raises(InvalidInput, match="not a run record"):
        read(path)


def test_lines_of_a_later_ema_and_deep_ones_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "r1.jsonl"
    written(path)
    before = read(path)
    with path.open("a") as stream:
        stream.write('{"line": "weather"}\n' + "[" * 100_000 + "\n")
    after = read(path)
    assert (after.outcomes, after.persona) == (before.outcomes, before.persona)


def test_a_closed_record_writes_into_no_other_file(tmp_path: Path) -> None:
    writer = RecordWriter.create(tmp_path / "r1.jsonl", dict(HEAD))
    writer.close()
    other = tmp_path / "other"
    with other.open("w"):  # gets the number that the record's descriptor had
        with pytest.raises(OSError, match="descriptor"):
            writer.event(done(1))
        writer.close()
    assert other.read_text() == ""


@pytest.mark.parametrize(
    ("error", "again"),
    [(None, True), (ErrorKind.UNAVAILABLE, True), (ErrorKind.CONFLICT, False)],
)
def test_what_was_refused_for_certain_is_not_asked_again(
    tmp_path: Path, error: ErrorKind | None, *, again: bool
) -> None:
    path = tmp_path / "r1.jsonl"
    ended = RunFinished(RunStatus.FAILED, EmaError(error, "no") if error else None)
    written(path, [BaseReady({"kind": "Changing"}), PersonaDeleting(), ended])
    record = read(path)
    assert (record.base is not None, record.deleting) == (again, again)


def test_the_work_of_a_step_does_not_grow(tmp_path: Path) -> None:
    path = tmp_path / "r1.jsonl"
    writer = RecordWriter.create(path, dict(HEAD))
    sizes = []
    for index in range(1000, 1400):
        before = path.stat().st_size
        writer.event(ActionStarted(index))
        writer.event(done(index))
        sizes.append(path.stat().st_size - before)
    writer.close()
    assert len(set(sizes)) == 1


def test_an_outcome_without_a_method_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "r1.jsonl"
    outcome = ActionOutcome(
        index=1, tool="validate", method=None, where="p:1:1", status=ActionStatus.SUCCESS
    )
    written(path, [ActionFinished(outcome)])
    assert read(path).outcomes == {1: outcome}


def test_what_a_method_saved_is_kept_until_its_action_ends(tmp_path: Path) -> None:
    path = tmp_path / "r1.jsonl"
    saved = [ActionSaved(1, Saved("page 1", {"rows": 3})), ActionSaved(1, Saved("page 2", {}))]
    written(path, [ActionStarted(1), *saved])
    assert read(path).saved == {1: {"page 1": {"rows": 3}, "page 2": {}}}
    writer = RecordWriter.reopen(path)
    writer.event(done(1))
    writer.close()
    assert read(path).saved == {}
