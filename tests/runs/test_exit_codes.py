"""Exit codes of runs, told from their results."""

from __future__ import annotations

import pytest

from ema_cli.errors import ErrorKind, ExitCode
from ema_cli.runs.result import (
    ActionOutcome,
    ActionStatus,
    CompositeResult,
    RunStatus,
    run_exit_code,
)


def result(kind: ErrorKind, *statuses: ActionStatus) -> CompositeResult:
    actions = [
        ActionOutcome(index=n, tool="snapshot", method="create", where="-a[1]", status=status)
        for n, status in enumerate(statuses, start=1)
    ]
    return CompositeResult(
        run_id="run", status=RunStatus.FAILED, env="local", actions=actions, error_kind=kind
    )


@pytest.mark.parametrize(
    ("statuses", "code"),
    [
        ([], ExitCode.CONFLICT),
        ([ActionStatus.NOT_RUN], ExitCode.CONFLICT),
        ([ActionStatus.SUCCESS], ExitCode.FAILED),
        ([ActionStatus.ERROR, ActionStatus.NOT_RUN], ExitCode.FAILED),
    ],
)
def test_a_conflict_says_that_nothing_was_begun(
    statuses: list[ActionStatus], code: ExitCode
) -> None:
    assert run_exit_code(result(ErrorKind.CONFLICT, *statuses)) is code
