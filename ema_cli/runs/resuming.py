"""What a resumed run does again, and whether its plan is still the one that was begun."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from ema_cli.errors import STOPS_EVERYTHING, ErrorKind, InvalidInput, Problem
from ema_cli.runs.result import ActionStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ema_cli.plans.models import CheckedAction, CheckedPlan
    from ema_cli.runs.record_reading import Record
    from ema_cli.runs.result import ActionOutcome
    from ema_cli.values import JsonObject

_CHUNK = 1024 * 1024


def plan_digest(stored: Sequence[JsonObject], files: Sequence[Path]) -> str:
    """Make the SHA-256 over the expanded actions and the size and SHA-256 of local files.

    Where an action is written is no part of it: a comment more does not change a plan.
    """
    actions = [{k: v for k, v in action.items() if k != "where"} for action in stored]
    contents = [[str(path), *_content(path)] for path in files]
    text = json.dumps([actions, contents], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _content(path: Path) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
    except OSError:
        return -1, ""
    return size, digest.hexdigest()


def standing(record: Record, plan: CheckedPlan) -> dict[int, ActionOutcome]:
    """Give the outcomes that stand, by index: those actions are not run again.

    That is each success, and each error after which the run was to go on; `always` actions run
    again whatever became of them.
    """
    return {
        action.index: record.outcomes[action.index]
        for action in plan.actions
        if action.index in record.outcomes
        and not action.always
        and _stands(action, record.outcomes[action.index])
    }


def _stands(action: CheckedAction, outcome: ActionOutcome) -> bool:
    if outcome.status is ActionStatus.SUCCESS:
        return True
    return action.continue_on_error and outcome.error_kind not in STOPS_EVERYTHING


def refuse_changed_actions(
    then: Sequence[JsonObject], now: Sequence[JsonObject], standing_indexes: Sequence[int]
) -> None:
    """Refuse today's plan where an action that is done is no longer in it as it was."""
    for index in sorted(standing_indexes):
        before = {k: v for k, v in then[index - 1].items() if k != "where"}
        after = (
            {k: v for k, v in now[index - 1].items() if k != "where"} if index <= len(now) else None
        )
        if before != after:
            raise InvalidInput(
                ErrorKind.PLAN_INVALID,
                [
                    Problem(
                        f"action {index} is done, and the plan now says something else there",
                        "put it back as it was, or create another persona with the new plan",
                    )
                ],
            )
