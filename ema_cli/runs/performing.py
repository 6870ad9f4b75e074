"""Performs one action: arguments, job, method, outcome."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from ema_cli.errors import ActionFailed, EmaError
from ema_cli.plans.models import RunValues
from ema_cli.platforms.guard import Guarded
from ema_cli.runs.events import (
    ActionNoticed,
    ActionProgressed,
    ActionSaved,
    ActionStarted,
    Event,
)
from ema_cli.runs.job import ActionJob
from ema_cli.runs.result import ActionOutcome, ActionStatus
from ema_cli.tool import Notice, Progress, Saved

if TYPE_CHECKING:
    from collections.abc import Generator

    from ema_cli.plans.models import CheckedAction
    from ema_cli.runs.base import BaseOutcome
    from ema_cli.runs.request import RunRequest
    from ema_cli.tool import Result, Step
    from ema_cli.values import JsonObject


def outline(action: CheckedAction) -> ActionOutcome:
    """Describe an action that has not run."""
    return ActionOutcome(
        index=action.index,
        id=action.id,
        tool=action.method.tool,
        method=action.method.name,
        alias=action.alias,
        where=action.where,
    )


class Performer:
    """Performs the actions of one run on what its base operation yielded."""

    def __init__(self, request: RunRequest, base: BaseOutcome) -> None:
        """Begin with the results of no action."""
        self._request = request
        self._base = base
        self.results: dict[tuple[str, str], JsonObject] = {}
        """Results of actions that succeeded, by scope and id."""

    def perform(self, action: CheckedAction) -> Generator[Event, None, ActionOutcome]:
        """Run an action; give what became of it, in success or error."""
        yield ActionStarted(action.index)
        began = time.monotonic()
        try:
            result = _as_json((yield from self._steps(action)), action.method.result)
        except EmaError as error:
            return self._failed(action, error, milliseconds_since(began))
        except GeneratorExit:
            raise
        except BaseException as fault:  # noqa: BLE001 - a tool may raise anything
            return _failed(action, self._request.on_fault(fault), milliseconds_since(began))
        return outline(action).model_copy(
            update={
                "status": ActionStatus.SUCCESS,
                "duration_ms": milliseconds_since(began),
                "result": result,
            }
        )

    def _steps(self, action: CheckedAction) -> Generator[Event, None, Result]:
        arguments = action.arguments(self._values())
        job = self._job(action, arguments.model_dump_json())
        steps: Generator[Step, None, Result] = action.method.run(arguments, job)
        try:
            while True:
                try:
                    step = next(steps)
                except StopIteration as stop:
                    return stop.value  # type: ignore[no-any-return]
                except GeneratorExit as fault:  # the tool's own: nobody closes it here
                    raise RuntimeError from fault
                yield _event(action.index, step)
        finally:
            steps.close()

    def _failed(self, action: CheckedAction, error: EmaError, took: int) -> ActionOutcome:
        """Describe a failure with what the tool counted, which may be anything as well."""
        try:
            counted = error.result if isinstance(error, ActionFailed) else None
            result = None if counted is None else _as_json(counted, action.method.result)
        except Exception as fault:  # noqa: BLE001 - a tool may count anything
            return _failed(action, self._request.on_fault(fault), took)
        return _failed(action, error, took, result)

    def _values(self) -> RunValues:
        return RunValues(
            env=self._request.env,
            run_id=self._request.run_id,
            target=self._base.target.id,
            target_name=self._base.target.content.name,
            source=self._base.source.id if self._base.source else None,
            source_name=self._base.source.name if self._base.source else None,
            results=self.results,
        )

    def _job(self, action: CheckedAction, arguments: str) -> ActionJob:
        source = self._base.source.id if self._base.source else None
        read_only = frozenset({source} if source and source != self._base.target.id else ())
        return ActionJob(
            port=Guarded(self._request.port, read_only=read_only),
            target=self._base.target.id,
            source=source,
            env=self._request.env,
            pseudonym_key=self._request.pseudonym_key,
            run_id=self._request.run_id,
            index=action.index,
            attempt=self._request.attempts.get(action.index, 0),
            arguments=arguments,
            platforms=self._request.platforms,
            saved=self._request.saved.get(action.index, {}),
        )


def _event(index: int, step: Step) -> Event:
    if isinstance(step, Notice):
        return ActionNoticed(index, step.message)
    if isinstance(step, Saved):
        json.dumps(step.state)  # what cannot be written down is this tool's fault, not the record's
        return ActionSaved(index, step)
    if isinstance(step, Progress):
        return ActionProgressed(index, step)
    raise TypeError(f"a method yields steps, not {type(step).__name__}")


def _as_json(result: Result, model: type[Result]) -> JsonObject:
    """Give a result as it is written down; a tool may return anything, whatever its types say."""
    if not isinstance(result, model):
        raise TypeError(f"the method returns {model.__name__}, not {type(result).__name__}")
    written: JsonObject = result.model_dump(mode="json")
    json.dumps(written)
    return written


def _failed(
    action: CheckedAction, error: EmaError, milliseconds: int, result: JsonObject | None = None
) -> ActionOutcome:
    return outline(action).model_copy(
        update={
            "status": ActionStatus.ERROR,
            "duration_ms": milliseconds,
            "result": result,
            "error": error.message,
            "error_kind": error.kind,
            "hint": error.hint,
        }
    )


def milliseconds_since(began: float) -> int:
    """Tell how long ago `began` was, a value of `time.monotonic()`."""
    return round((time.monotonic() - began) * 1000)
