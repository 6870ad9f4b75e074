"""The runner: base operation, then actions in their order, as a generator of events.

It prints nothing, starts no thread and knows no signal. Whoever drives it may throw `Interrupted`
into it at any event; it then ends as interrupted.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from ema_cli.errors import STOPS_EVERYTHING, ActionFailed, EmaError, ErrorKind, Interrupted
from ema_cli.plans.models import RunValues
from ema_cli.platforms.fingerprint import fingerprint
from ema_cli.platforms.guard import Guarded
from ema_cli.runs.events import (
    ActionFinished,
    ActionNoticed,
    ActionProgressed,
    ActionSaved,
    ActionStarted,
    BaseFinished,
    BaseStarted,
    Event,
    PersonaChanged,
    RunFinished,
    RunStarted,
)
from ema_cli.runs.job import ActionJob, call_key
from ema_cli.runs.result import ActionOutcome, ActionStatus, PersonaOutcome, RunStatus
from ema_cli.tool import Notice, Saved

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from ema_cli.plans.models import CheckedAction, CheckedPlan
    from ema_cli.platforms.port import Persona, Port
    from ema_cli.runs.base import Base, BaseOutcome
    from ema_cli.tool import Result, Step
    from ema_cli.values import JsonObject

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RunRequest:
    """All that a run is: what to do, where, and what an earlier part of it has done already."""

    run_id: str
    env: str
    base: Base
    plan: CheckedPlan
    port: Port
    platforms: Callable[[str], Port]
    """Opens another environment's platform, read-only."""
    pseudonym_key: bytes
    on_fault: Callable[[Exception], EmaError]
    """Turns a fault in ema into the error that stands in the result."""
    enable: bool = False
    delete_on_failure: bool = False
    earlier: Mapping[int, ActionOutcome] = field(default_factory=dict)
    """Outcomes, by index, of actions that are not to run again."""
    saved: Mapping[int, Mapping[str, JsonObject]] = field(default_factory=dict)
    """What unfinished actions had saved, by index and part."""
    attempts: Mapping[int, int] = field(default_factory=dict)
    """How often an action has ended before for certain, by index."""


def run(request: RunRequest) -> Generator[Event, None, None]:
    """Run a checked plan. The last event is `RunFinished`, whatever happens."""
    return _Run(request).events()


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


def persona_outcome(persona: Persona, *, created: bool) -> PersonaOutcome:
    """Describe a persona for the result."""
    return PersonaOutcome(
        id=persona.id,
        name=persona.content.name,
        status=persona.status,
        fingerprint=fingerprint(persona.content),
        created=created,
    )


class _Run:
    def __init__(self, request: RunRequest) -> None:
        self._request = request
        self._results: dict[tuple[str, str], JsonObject] = {}
        self._stopped_by: ErrorKind | None = None
        self._errors = False

    def events(self) -> Generator[Event, None, None]:
        request = self._request
        error: EmaError | None = None
        try:
            actions = tuple(outline(action) for action in request.plan.actions)
            yield RunStarted(request.run_id, request.env, request.base.title, actions)
            error = yield from self._work()
        except Interrupted as interruption:
            error = interruption
        yield RunFinished(self._status(error), error)

    def _status(self, error: EmaError | None) -> RunStatus:
        kinds = {error.kind if error else None, self._stopped_by}
        if ErrorKind.INTERRUPTED in kinds:
            return RunStatus.INTERRUPTED
        if error is not None or self._stopped_by is not None:
            return RunStatus.FAILED
        return RunStatus.COMPLETED_WITH_ERRORS if self._errors else RunStatus.SUCCESS

    def _work(self) -> Generator[Event, None, EmaError | None]:
        yield BaseStarted()
        began = time.monotonic()
        try:
            base = self._attempt(lambda: self._request.base.run(self._request.port, self._base_key))
        except EmaError as error:
            return error
        yield BaseFinished(
            persona_outcome(base.target, created=base.created),
            _milliseconds_since(began),
            base.source.id if base.source else None,
            base.source.content.name if base.source else None,
        )
        yield from self._actions(base)
        return (yield from self._finish(base))

    def _base_key(self, *call: str | int) -> str:
        return call_key(self._request.run_id, "base", *call)

    def _attempt(self, work: Callable[[], T]) -> T:
        """Do something; whatever is no `EmaError` becomes one that tells of a fault in ema."""
        try:
            return work()
        except EmaError:
            raise
        except Exception as fault:
            raise self._request.on_fault(fault) from fault

    def _actions(self, base: BaseOutcome) -> Generator[Event, None, None]:
        for action in self._request.plan.actions:
            outcome = self._request.earlier.get(action.index)
            if outcome is None:
                if not self._may_run(action):
                    continue
                outcome = yield from self._perform(action, base)
            self._count(action, outcome)
            yield ActionFinished(outcome)

    def _may_run(self, action: CheckedAction) -> bool:
        if self._stopped_by is None:
            return True
        return action.always and self._stopped_by not in STOPS_EVERYTHING

    def _count(self, action: CheckedAction, outcome: ActionOutcome) -> None:
        if outcome.status is ActionStatus.SUCCESS:
            if action.id is not None:
                self._results[action.scope, action.id] = outcome.result or {}
            return
        self._errors = True
        kind = outcome.error_kind or ErrorKind.INTERNAL
        # What stops everything must not be hidden by the stop that came before it.
        if kind in STOPS_EVERYTHING or (self._stopped_by is None and not action.continue_on_error):
            self._stopped_by = kind

    def _perform(
        self, action: CheckedAction, base: BaseOutcome
    ) -> Generator[Event, None, ActionOutcome]:
        yield ActionStarted(action.index)
        began = time.monotonic()
        try:
            result = yield from self._steps(action, base)
        except EmaError as error:
            return _failed(action, error, _milliseconds_since(began))
        except Exception as fault:  # noqa: BLE001 - a tool may raise anything
            return _failed(action, self._request.on_fault(fault), _milliseconds_since(began))
        return outline(action).model_copy(
            update={
                "status": ActionStatus.SUCCESS,
                "duration_ms": _milliseconds_since(began),
                "result": result.model_dump(mode="json"),
            }
        )

    def _steps(self, action: CheckedAction, base: BaseOutcome) -> Generator[Event, None, Result]:
        arguments = action.arguments(self._values(base))
        job = self._job(action, base, arguments.model_dump_json())
        steps: Generator[Step, None, Result] = action.method.run(arguments, job)
        try:
            while True:
                try:
                    step = next(steps)
                except StopIteration as stop:
                    return stop.value  # type: ignore[no-any-return]
                yield _event(action.index, step)
        finally:
            steps.close()

    def _values(self, base: BaseOutcome) -> RunValues:
        return RunValues(
            env=self._request.env,
            run_id=self._request.run_id,
            target=base.target.id,
            target_name=base.target.content.name,
            source=base.source.id if base.source else None,
            source_name=base.source.content.name if base.source else None,
            results=self._results,
        )

    def _job(self, action: CheckedAction, base: BaseOutcome, arguments: str) -> ActionJob:
        source = base.source.id if base.source else None
        read_only = frozenset({source} if source and source != base.target.id else ())
        return ActionJob(
            port=Guarded(self._request.port, read_only=read_only),
            target=base.target.id,
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

    def _finish(self, base: BaseOutcome) -> Generator[Event, None, EmaError | None]:
        """Enable, delete or only look again at the persona; answer what went wrong with that."""
        request, port, target = self._request, self._request.port, base.target.id
        try:
            if (
                request.delete_on_failure
                and base.created
                and self._status(None) is RunStatus.FAILED
            ):
                self._attempt(lambda: port.delete_persona(target, key=self._base_key("delete")))
                outcome = persona_outcome(base.target, created=True)
                yield PersonaChanged(outcome.model_copy(update={"deleted": True}))
                return None
            if request.enable and not self._errors:
                change = {"enabled_by_user": True}
                self._attempt(
                    lambda: port.update_persona(target, change, key=self._base_key("enable"))
                )
        except EmaError as error:
            return error
        yield from self._look_again(base)
        return None

    def _look_again(self, base: BaseOutcome) -> Generator[Event, None, None]:
        if not self._request.plan.actions and not self._request.enable:
            return
        if self._stopped_by in STOPS_EVERYTHING:
            return
        try:
            persona = self._attempt(lambda: self._request.port.persona(base.target.id))
        except EmaError:
            return  # the actions are done, and the result says what the persona was before them
        yield PersonaChanged(persona_outcome(persona, created=base.created))


def _event(index: int, step: Step) -> Event:
    if isinstance(step, Notice):
        return ActionNoticed(index, step.message)
    if isinstance(step, Saved):
        return ActionSaved(index, step)
    return ActionProgressed(index, step)


def _failed(action: CheckedAction, error: EmaError, milliseconds: int) -> ActionOutcome:
    counted = error.result if isinstance(error, ActionFailed) else None
    return outline(action).model_copy(
        update={
            "status": ActionStatus.ERROR,
            "duration_ms": milliseconds,
            "result": counted.model_dump(mode="json") if counted is not None else None,
            "error": error.message,
            "error_kind": error.kind,
            "hint": error.hint,
        }
    )


def _milliseconds_since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
