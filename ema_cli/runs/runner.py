"""The runner: base operation, then actions in their order, as a generator of events.

It prints nothing, starts no thread and knows no signal. Whoever drives it may throw `Interrupted`
into it at any event; it then ends as interrupted.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from ema_cli.errors import STOPS_EVERYTHING, EmaError, ErrorKind, Interrupted
from ema_cli.platforms.fingerprint import fingerprint
from ema_cli.runs.events import (
    ActionFinished,
    BaseFinished,
    BaseReady,
    BaseStarted,
    Event,
    PersonaChanged,
    PersonaDeleting,
    RunFinished,
    RunStarted,
)
from ema_cli.runs.job import call_key
from ema_cli.runs.performing import Performer, milliseconds_since, outline
from ema_cli.runs.result import ActionOutcome, ActionStatus, PersonaOutcome, RunStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from ema_cli.plans.models import CheckedAction
    from ema_cli.platforms.port import Persona
    from ema_cli.runs.base import BaseOutcome
    from ema_cli.runs.request import RunRequest

T = TypeVar("T")


def run(request: RunRequest) -> Generator[Event, None, None]:
    """Run a checked plan. The last event is `RunFinished`, whatever happens."""
    return _Run(request).events()


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
        self._stopped_by: ErrorKind | None = None
        self._errors = False

    def events(self) -> Generator[Event, None, None]:
        request = self._request
        error: EmaError | None = None
        try:
            actions = tuple(
                request.earlier.get(action.index) or outline(action)
                for action in request.plan.actions
            )
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
        try:
            if self._request.deleting is not None:
                yield from self._delete_at_last(self._request.deleting)
                return None
            base = yield from self._base()
        except EmaError as error:
            return error
        yield from self._actions(base)
        return (yield from self._finish(base))

    def _base(self) -> Generator[Event, None, BaseOutcome]:
        request, port = self._request, self._request.port
        yield BaseStarted()
        began = time.monotonic()
        ready = self._attempt(lambda: request.base.ready(port, request.platforms))
        yield BaseReady(ready.stored())
        base = self._attempt(lambda: ready.run(port, self._base_key))
        yield BaseFinished(
            persona_outcome(base.target, created=base.created),
            milliseconds_since(began),
            base.source.id if base.source else None,
            base.source.name if base.source else None,
            base.note,
        )
        return base

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
        performer = Performer(self._request, base)
        for action in self._request.plan.actions:
            outcome = self._request.earlier.get(action.index)
            if outcome is None:
                if not self._may_run(action):
                    continue
                outcome = yield from performer.perform(action)
            self._count(action, outcome)
            if outcome.status is ActionStatus.SUCCESS and action.id is not None:
                performer.results[action.scope, action.id] = outcome.result or {}
            yield ActionFinished(outcome)

    def _may_run(self, action: CheckedAction) -> bool:
        if self._stopped_by is None:
            return True
        return action.always and self._stopped_by not in STOPS_EVERYTHING

    def _count(self, action: CheckedAction, outcome: ActionOutcome) -> None:
        if outcome.status is ActionStatus.SUCCESS:
            return
        self._errors = True
        kind = outcome.error_kind or ErrorKind.INTERNAL
        # What stops everything must not be hidden by the stop that came before it.
        if kind in STOPS_EVERYTHING or (self._stopped_by is None and not action.continue_on_error):
            self._stopped_by = kind

    def _finish(self, base: BaseOutcome) -> Generator[Event, None, EmaError | None]:
        """Enable, delete or only look again at the persona; answer what went wrong with that."""
        request, port, target = self._request, self._request.port, base.target.id
        try:
            if (
                request.delete_on_failure
                and base.created
                and self._status(None) is RunStatus.FAILED
            ):
                yield from self._delete(persona_outcome(base.target, created=True))
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

    def _delete_at_last(self, persona: PersonaOutcome) -> Generator[Event, None, None]:
        for action in self._request.plan.actions:
            outcome = self._request.earlier.get(action.index)
            if outcome is not None:
                self._count(action, outcome)
        yield from self._delete(persona)

    def _delete(self, persona: PersonaOutcome) -> Generator[Event, None, None]:
        yield PersonaDeleting()
        key = self._base_key("delete")
        self._attempt(lambda: self._request.port.delete_persona(persona.id, key=key))
        yield PersonaChanged(persona.model_copy(update={"deleted": True}))

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
