"""What happens in a run, as small frozen events; display, record and result are made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.errors import EmaError
    from ema_cli.runs.result import ActionOutcome, PersonaOutcome, RunStatus
    from ema_cli.tool import Progress, Saved
    from ema_cli.values import JsonObject


@dataclass(frozen=True, slots=True)
class RunStarted:
    """Nothing has been sent yet.

    `actions` are all of the run: `not_run`, or what became of them in an earlier part of it.
    """

    run_id: str
    env: str
    base: str
    """What the base operation does, in words: `create "Acme demo"`."""
    actions: Sequence[ActionOutcome]


@dataclass(frozen=True, slots=True)
class BaseStarted:
    """The base operation looks up what it names after this."""


@dataclass(frozen=True, slots=True)
class BaseReady:
    """All that the base operation's calls are made of is known; they go out after this."""

    base: JsonObject
    """The operation as a record keeps it."""


@dataclass(frozen=True, slots=True)
class BaseFinished:
    """The target is there. `source_id` and `source_name` are what it was made from, if anything."""

    persona: PersonaOutcome
    duration_ms: int
    source_id: str | None = None
    source_name: str | None = None
    note: str | None = None
    """What a user may not expect of it."""


@dataclass(frozen=True, slots=True)
class ActionStarted:
    """The calls of the action at `index` go out after this."""

    index: int


@dataclass(frozen=True, slots=True)
class ActionProgressed:
    """The running action is that far."""

    index: int
    progress: Progress


@dataclass(frozen=True, slots=True)
class ActionNoticed:
    """The running action has something to say that is no error."""

    index: int
    message: str


@dataclass(frozen=True, slots=True)
class ActionSaved:
    """The running action says what it is about to do, to find it again when it is resumed."""

    index: int
    saved: Saved


@dataclass(frozen=True, slots=True)
class ActionFinished:
    """An action ended, in success or error."""

    outcome: ActionOutcome


@dataclass(frozen=True, slots=True)
class PersonaDeleting:
    """The persona is deleted after this, as was asked for when the run fails."""


@dataclass(frozen=True, slots=True)
class PersonaChanged:
    """The persona as it is after the actions, or that it was deleted."""

    persona: PersonaOutcome


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The end. `error` is what failed outside the actions, if anything did."""

    status: RunStatus
    error: EmaError | None = None


Event: TypeAlias = (
    RunStarted
    | BaseStarted
    | BaseReady
    | BaseFinished
    | ActionStarted
    | ActionProgressed
    | ActionNoticed
    | ActionSaved
    | ActionFinished
    | PersonaDeleting
    | PersonaChanged
    | RunFinished
)
