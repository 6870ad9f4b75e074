"""The run record: what is read back after every way in which writing it may have ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ema_cli.errors import ErrorKind, InvalidInput
from ema_cli.runs.events import (
    ActionFinished,
    ActionSaved,
    ActionStarted,
    BaseFinished,
    Event,
    RunFinished,
)
from ema_cli.runs.record import RecordWriter, read
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

HEAD = {"run_id": "r1", "env": "local", "title": "create", "pseudonym_key": "ab" * 32}
PERSONA = PersonaOutcome(id="p1", name="demo", status="ready", fingerprint="f" * 64, created=True)


def done(index: int, status: ActionStatus = ActionStatus.SUCCESS) -> ActionFinished:
    return ActionFinished(
        ActionOutcome(index=index, tool="data", method="copy", where="p:1:1", status=status)
    )


EVENTS: list[Event] = [
    BaseFinished(PERSONA, 1, source_id="s1"),
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
    assert record.source_id == "s1"
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
    kept = {k: v for k, v in HEAD.items() if k != "pseudonym_key"}
    writer.finish({**kept}, result)
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
