"""How much a document may hold before reading it is refused."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one kind of document."""

    size: int = 5 * MIB
    """Bytes."""
    nodes: int = 100_000
    """Keys, values, lists and mappings, those that anchors repeat counted each time."""
    depth: int = 100
    """Lists and mappings within one another."""


PLAN_LIMITS = Limits()
"""For what people write by hand: plans, alias files, configuration."""

BUNDLE_LIMITS = Limits(size=256 * MIB, nodes=10_000_000, depth=256)
"""For what ema writes itself: exported personas."""
