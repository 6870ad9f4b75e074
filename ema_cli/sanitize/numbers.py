"""Numbers that are not text: those equal to an example, and those of a field taken whole."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.folding import fold_text
from ema_cli.sanitize.pseudonyms.dates import is_date_number
from ema_cli.sanitize.pseudonyms.numerals import is_numeral, written
from ema_cli.sanitize.pseudonyms.phones import is_reserved_number
from ema_cli.sanitize.reserved import is_pseudonym, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ema_cli.sanitize.pseudonyms.pseudonyms import Pseudonyms
    from ema_cli.sanitize.targets import Target
    from ema_cli.values import JsonValue

_GROUPING = re.compile(r"[\s\-().+/]+")
_DECIMAL = re.compile(r"-?[0-9]{1,17}\.[0-9]{1,17}")
_LONGEST = 40
_PHONE = 7
"""Digits from which a number that lost its leading zero is still looked for."""


class Numbers:
    """Says what to put in place of a number."""

    def __init__(self, targets: Iterable[Target], pseudonyms: Pseudonyms) -> None:
        """Keep which numbers the examples are."""
        self._pseudonyms = pseudonyms
        self._examples: dict[float, Target] = {}
        for target in targets:
            for number in _numbers_of(target.example.value):
                self._examples[number] = target

    def replacement(
        self, value: JsonValue, column: Entity | None
    ) -> tuple[JsonValue, Entity] | None:
        """Give what stands for this number and what it was; None: it stays."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        target = self._examples.get(value)
        if target is None:
            if column is None or not _is_finite(value) or _is_pseudonym(value, column):
                return None
            return self._pseudonyms.number(column, value, value_of(written(value), column)), column
        if target.example.replace is not None:
            return target.example.replace, target.entity
        return self._pseudonyms.number(target.entity, value, target.value), target.entity


def _is_finite(number: float) -> bool:
    return isinstance(number, int) or isfinite(number)


def _is_pseudonym(number: float, entity: Entity) -> bool:
    if is_numeral(number):
        return True
    if entity is Entity.PHONE:
        return is_reserved_number(number)
    if entity is Entity.BIRTH_DATE:
        return is_date_number(number)
    return is_pseudonym(written(number), entity)


def _numbers_of(value: str) -> list[float]:
    folded = fold_text(value).strip()
    if _DECIMAL.fullmatch(folded):
        return [float(folded)]
    digits = _GROUPING.sub("", folded)
    if not digits.isdecimal() or len(digits) > _LONGEST:
        return []
    return [int(digits)] if str(int(digits)) == digits or len(digits) >= _PHONE else []
