"""When a node runs: its `runIf`, and which categories let it through."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from ema_cli.values import JsonValue
    from ema_cli.workflow.references import Reference


class Operator(StrEnum):
    """Comparisons that `runIf` knows."""

    EQUALS = "EQUALS"
    NOT_EQUALS = "NOT_EQUALS"
    CONTAINS = "CONTAINS"


_ON_THE_WIRE = {1: Operator.EQUALS}
"""Only this number is publicly known; others are neither judged nor complained of."""


@dataclass(frozen=True, slots=True)
class RunIf:
    """A node's condition, as far as it can be read."""

    lhs: Reference | None
    operator: Operator | None
    rhs: JsonValue

    @property
    def text(self) -> str | None:
        """What it compares with, where that is known before a run."""
        return self.rhs if isinstance(self.rhs, str) and "{{" not in self.rhs else None

    def admitted(self, categories: AbstractSet[str]) -> AbstractSet[str]:
        """Of a categorizer's categories, those with which it holds, or may hold."""
        if self.operator is None or self.text is None:
            return categories
        match self.operator:
            case Operator.EQUALS:
                return {self.text} if self.text in categories else set()
            case Operator.NOT_EQUALS:
                return categories - {self.text}
            case Operator.CONTAINS:
                return {name for name in categories if self.text in name}

    @property
    def waits(self) -> bool:
        """Whether it does no more than wait until its left side fires."""
        return self.operator is Operator.EQUALS and self.rhs in (True, "true")


def operator_of(value: JsonValue) -> Operator | None:
    """Read an operator by name or by its number on the wire; None for one that is not known."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return _ON_THE_WIRE.get(value)
    return Operator(value) if isinstance(value, str) and value in set(Operator) else None
