"""What a run is asked to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ema_cli.errors import EmaError
    from ema_cli.plans.models import CheckedPlan
    from ema_cli.platforms.port import Port
    from ema_cli.runs.base import Base, Elsewhere
    from ema_cli.runs.result import ActionOutcome, PersonaOutcome
    from ema_cli.values import JsonObject


@dataclass(frozen=True, slots=True)
class RunRequest:
    """All that a run is: what to do, where, and what an earlier part of it has done already."""

    run_id: str
    env: str
    base: Base
    plan: CheckedPlan
    port: Port
    platforms: Elsewhere
    pseudonym_key: bytes
    on_fault: Callable[[BaseException], EmaError]
    """Turns a fault in ema into the error that stands in the result."""
    enable: bool = False
    delete_on_failure: bool = False
    deleting: PersonaOutcome | None = None
    """The persona that an earlier part of the run began to delete: nothing else is left to do."""
    earlier: Mapping[int, ActionOutcome] = field(default_factory=dict)
    """Outcomes, by index, of actions that are not to run again."""
    saved: Mapping[int, Mapping[str, JsonObject]] = field(default_factory=dict)
    """What actions that have not succeeded yet had saved, by index and part."""
    attempts: Mapping[int, int] = field(default_factory=dict)
    """How often an action has ended before for certain, by index."""
