"""Numbers that are not text: examples, those of a field taken whole, and credit cards."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.cards import is_card
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.folding import fold_text
from ema_cli.sanitize.pseudonyms.dates import is_date_number
from ema_cli.sanitize.pseudonyms.numerals import is_numeral, written
from ema_cli.sanitize.pseudonyms.phones import is_reserved_number
from ema_cli.sanitize.reserved import is_pseudonym, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from ema_cli.sanitize.pseudonyms.pseudonyms import Pseudonyms
    from ema_cli.sanitize.targets import Target
    from ema_cli.values import JsonValue

_GROUPING = re.compile(r"[\s\-().+/]+")
_DECIMAL = re.compile(
    r"[+\-]?([0-9]{1,17}\.[0-9]{1,17}|[0-9]{1,17}(?:\.[0-9]{1,17})?e[+\-]?[0-9]{1,2})"
)
_LONGEST = 40
_PHONE = 7
"""Digits from which a number that lost its leading zero is still looked for."""
_AMERICAN = 10
"""Digits of a North American number, which may stand behind its country code."""
_LEAST_CARD, _MOST_CARD = 10**12, 10**19


class Numbers:
    """Says what to put in place of a number."""

    def __init__(
        self, targets: Iterable[Target], pseudonyms: Pseudonyms, entities: AbstractSet[Entity]
    ) -> None:
        """Keep which numbers the examples are; `entities` are looked for besides."""
        self._pseudonyms = pseudonyms
        self._cards = Entity.CREDIT_CARD in entities
        self.found: set[str] = set()
        """Values of the examples that were found so far."""
        self._examples: dict[float, Target] = {}
        for target in targets:
            for number in numbers_of(target):
                self._examples[number] = target

    def replacement(
        self, value: JsonValue, column: Entity | None
    ) -> tuple[JsonValue, Entity] | None:
        """Give what stands for this number and what it was; None: it stays.

        An example is found with either sign, which its pseudonym keeps, and so is a card.
        """
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        target = self._examples.get(abs(value))
        if target is not None:
            self.found.add(target.value)
            if target.example.replace is not None:
                return target.example.replace, target.entity
            return self._signed(value, target.entity, target.value), target.entity
        if column is None:
            return self._card(value)
        if not _is_finite(value) or _is_pseudonym(value, column):
            return None
        return self._pseudonyms.number(column, value, value_of(written(value), column)), column

    def _card(self, value: float) -> tuple[JsonValue, Entity] | None:
        if not self._cards or not _LEAST_CARD <= abs(value) < _MOST_CARD:
            return None
        digits = written(abs(value))
        if not digits.isdecimal() or not is_card(digits):
            return None
        return self._signed(value, Entity.CREDIT_CARD, digits), Entity.CREDIT_CARD

    def _signed(self, value: float, entity: Entity, original: str) -> float:
        made = self._pseudonyms.number(entity, abs(value), original)
        return -made if value < 0 else made


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


def numbers_of(target: Target) -> list[float]:
    """Give the numbers that an example is, without their sign."""
    value = target.value
    if target.entity is Entity.PHONE and len(value) == _AMERICAN and value.isdecimal():
        return [int(value), int("1" + value)]
    if target.entity is Entity.PHONE and value.startswith("+"):
        return [int(value[1:])]
    return _numbers_of(target.example.value)


def _numbers_of(value: str) -> list[float]:
    folded = fold_text(value).strip()
    decimal = _DECIMAL.fullmatch(folded)
    if decimal:
        return [float(decimal[1])]
    digits = _GROUPING.sub("", folded)
    if not digits.isdecimal() or len(digits) > _LONGEST:
        return []
    return [int(digits)] if str(int(digits)) == digits or len(digits) >= _PHONE else []
