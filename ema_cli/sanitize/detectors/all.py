"""All detectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.email import EmailDetector

if TYPE_CHECKING:
    from collections.abc import Collection

    from ema_cli.sanitize.detectors.detector import Detector
    from ema_cli.sanitize.entities import Entity


def detectors(entities: Collection[Entity]) -> list[Detector]:
    """Give the detectors that find any of `entities`."""
    every: list[Detector] = [EmailDetector()]
    return [detector for detector in every if set(detector.entities) & set(entities)]
