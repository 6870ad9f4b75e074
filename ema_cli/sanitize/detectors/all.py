"""All detectors. A new family is a module beside this one and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.cards import CardFamily
from ema_cli.sanitize.detectors.clusters import ClusterDetector, NumberFamily
from ema_cli.sanitize.detectors.colons import IPv6Detector, MacDetector
from ema_cli.sanitize.detectors.email import EmailDetector
from ema_cli.sanitize.detectors.ibans import IbanFamily
from ema_cli.sanitize.detectors.ipv4 import IPv4Family
from ema_cli.sanitize.detectors.phone import PhoneFamily
from ema_cli.sanitize.detectors.secrets import SecretDetector
from ema_cli.sanitize.detectors.ssns import SsnFamily

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from ema_cli.sanitize.detectors.detector import Detector
    from ema_cli.sanitize.entities import Entity


def detectors(entities: AbstractSet[Entity]) -> list[Detector]:
    """Give the detectors of `entities`; those that look for numbers share one pass."""
    families: list[NumberFamily] = [
        family
        for family in (PhoneFamily(), CardFamily(), IbanFamily(), SsnFamily(), IPv4Family())
        if not entities.isdisjoint(family.entities)
    ]
    every: list[Detector] = [EmailDetector(), IPv6Detector(), MacDetector(), SecretDetector()]
    found = [detector for detector in every if not entities.isdisjoint(detector.entities)]
    return [*found, ClusterDetector(families)] if families else found
