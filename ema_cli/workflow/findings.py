"""What a validation reports, and what a rule is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from ema_cli.workflow.places import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ema_cli.workflow.places import Place


class Severity(StrEnum):
    """How bad it is: an error will not work, a warning may not, an advice would be better."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule found. It names nodes, ports and counts, and shows no text or value."""

    check: str
    rule: str
    severity: Severity
    path: str
    """Where in the persona, as `workflow_def.nodes[2].inputs.query`; nodes count from 0."""
    message: str
    hint: str


class Verdict(NamedTuple):
    """What a rule says of one place."""

    place: Place
    """From the persona's content down."""
    message: str
    hint: str


Judged = TypeVar("Judged")


@dataclass(frozen=True, slots=True)
class Rule(Generic[Judged]):
    """One rule: its id, how much it weighs, and the function that judges."""

    id: str
    severity: Severity
    judge: Callable[[Judged], Iterator[Verdict]]

    def findings(self, check: str, judged: Judged) -> Iterator[Finding]:
        """Judge, as a part of a check."""
        for place, message, hint in self.judge(judged):
            yield Finding(check, self.id, self.severity, written(place), message, hint)
