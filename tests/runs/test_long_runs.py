"""A run of two thousand actions: the work of a step does not grow with their number."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ema_cli.cli.boundary import internal
from ema_cli.cli.creating import Creating
from ema_cli.cli.plan_sources import PlanOptions, checked_plan
from ema_cli.plans.models import Given, PlanSource
from ema_cli.platforms.local import open_workspace
from ema_cli.runs.events import ActionFinished, ActionStarted
from ema_cli.runs.record import RecordWriter
from ema_cli.runs.record_reading import KEPT, RESUMED, read
from ema_cli.runs.request import RunRequest
from ema_cli.runs.runner import run

if TYPE_CHECKING:
    from ema_cli.platforms.port import Port
    from ema_cli.values import JsonObject

ACTIONS = 2_000
HEAD: JsonObject = {**dict.fromkeys([*KEPT, *RESUMED]), "run_id": "r"}
ITEMS = "- tool: data\n  args: {method: upload, content: [{note: a row}]}\n- tool: snapshot\n"


def no_other(name: str) -> Port:
    raise AssertionError(name)


@pytest.fixture
def steps(tmp_path: Path) -> list[tuple[int, int]]:
    """Run the plan; answer how many statements and bytes of the record each action took."""
    workspace = open_workspace(tmp_path / "w.db")
    statements: list[str] = []
    with workspace._database.alone() as connection:  # noqa: SLF001 - only counting is added
        connection.set_trace_callback(statements.append)
    source = PlanSource("plan.yaml", (ITEMS * (ACTIONS // 2)).encode(), Path("/"))
    plan = checked_plan([source], PlanOptions(), Given(has_source=False, env="local"))
    record = RecordWriter.create(tmp_path / "r.jsonl", HEAD)
    request = RunRequest(
        run_id="r",
        env="local",
        base=Creating("demo", None, None, reuse=False),
        plan=plan,
        port=workspace,
        platforms=no_other,
        pseudonym_key=b"k" * 32,
        on_fault=internal,
    )
    counted: list[tuple[int, int]] = []
    before = (0, 0)
    for event in run(request):
        size = record.path.stat().st_size
        if isinstance(event, ActionStarted):
            before = (len(statements), size)
        record.event(event)
        if isinstance(event, ActionFinished):
            size = record.path.stat().st_size
            counted.append((len(statements) - before[0], size - before[1]))
    record.close()
    workspace.close()
    assert len(read(record.path).outcomes) == ACTIONS
    return counted


def test_the_work_of_a_step_does_not_grow(steps: list[tuple[int, int]]) -> None:
    first, last = steps[100:200], steps[-100:]
    assert max(s for s, _ in last) <= max(s for s, _ in first)
    # Numbers with more digits are all that may make a line longer.
    assert max(b for _, b in last) <= max(b for _, b in first) + 20
