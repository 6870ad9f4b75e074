"""Pseudonyms of a run: the same for the same value, whatever its spelling."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.folding import is_word
from ema_cli.sanitize.pseudonyms.dates import date_number
from ema_cli.sanitize.pseudonyms.form import Case, case_of, cased, name_like
from ema_cli.sanitize.pseudonyms.keyed import Key
from ema_cli.sanitize.pseudonyms.names import coin
from ema_cli.sanitize.pseudonyms.numerals import numeral, written
from ema_cli.sanitize.pseudonyms.phones import phone_number
from ema_cli.sanitize.pseudonyms.shapes import SHAPES, Shape, shape_of
from ema_cli.sanitize.reserved import RESERVED_DOMAIN

if TYPE_CHECKING:
    from collections.abc import Collection

    from ema_cli.sanitize.candidates import Candidate
    from ema_cli.sanitize.escapes import Escape
    from ema_cli.sanitize.inference import NameShape
    from ema_cli.sanitize.views import View

_SEPARATOR = re.compile(r"[._\-]")
_REMEMBERED = 20_000
_LONGEST_PHONE = 15
"""Digits of a phone number, at most (ITU-T E.164)."""
_Found: TypeAlias = "tuple[Entity, str, str, tuple[Escape, ...], NameShape | None]"


class Pseudonyms:
    """Makes pseudonyms with one key.

    `taken` are the first words and the joined forms of all examples: a pseudonym holds none.
    """

    def __init__(self, key: bytes, taken: Collection[str]) -> None:
        """Keep key and `taken`."""
        self._key = Key(key)
        self._taken = frozenset(taken)
        self._signs = [text for text in taken if text and not any(map(is_word, text))]
        self._written: dict[_Found, str] = {}
        self._names: dict[tuple[Entity, str], tuple[str, str]] = {}

    def write(self, candidate: Candidate) -> str:
        """Write the pseudonym of a value in the form in which it is found."""
        start, end = candidate.view.extent(candidate.first, candidate.last)
        original = candidate.view.joined.text[start:end]
        found = (
            *(candidate.entity, candidate.value, original),
            *(candidate.view.layers, candidate.shape),
        )
        known = self._written.get(found)
        if known is None:
            known = self._write(candidate)
            if len(self._written) >= _REMEMBERED:
                self._written.clear()
            self._written[found] = known
        return known

    def _write(self, candidate: Candidate) -> str:
        if candidate.entity is Entity.EMAIL and "@" in candidate.value:
            return self._mail(candidate)
        shape = shape_of(candidate.entity, _original(candidate))
        if shape is not None:
            return self._shaped(candidate, shape)
        if candidate.value.isdecimal():
            return str(self._numeral(candidate.entity, candidate.value))
        return self._name(candidate)

    def number(self, entity: Entity, number: float, value: str) -> float:
        """Give the pseudonym of `value`, which is written as a number."""
        draw = self._key.draw(entity, value)
        if entity is Entity.PHONE and len(value) <= _LONGEST_PHONE:
            return phone_number(draw, value)
        if entity is Entity.BIRTH_DATE:
            return date_number(draw, number)
        digits = written(number)
        shaped = entity in {Entity.SSN, Entity.CREDIT_CARD} and digits.isdecimal()
        if shaped and shape_of(entity, digits):
            return int(SHAPES[entity].like(draw, value, digits))
        return numeral(draw)

    def _numeral(self, entity: Entity, value: str) -> int:
        return numeral(self._key.draw(entity, value))

    def _shaped(self, candidate: Candidate, shape: Shape) -> str:
        draw = self._key.draw(candidate.entity, candidate.value)
        made = shape.like(draw, candidate.value, _original(candidate))
        return candidate.view.written(made)

    def coined(self, entity: Entity, value: str) -> tuple[str, str]:
        """Coin the name of a value, as two words."""
        known = self._names.get((entity, value))
        if known is None:
            known = self._coin(entity, value)
            if len(self._names) >= _REMEMBERED:
                self._names.clear()
            self._names[entity, value] = known
        return known

    def _coin(self, entity: Entity, value: str) -> tuple[str, str]:
        attempt = 0
        while not self._is_free(name := coin(self._key.draw(entity, value, attempt))):
            attempt += 1
        return name

    def _is_free(self, name: tuple[str, str]) -> bool:
        return self._taken.isdisjoint((*name, "".join(name)))

    def _name(self, candidate: Candidate) -> str:
        view, start, end = candidate.view, candidate.first, candidate.last
        normal = view.folded.normal
        words = _words(view.folded.folded, start, end)
        gaps = [self._gap(view, a[1], b[0]) for a, b in pairwise(words)]
        single, suffix, swapped = candidate.shape or (True, "", False)
        pair = self.coined(candidate.entity, candidate.value)
        pair = pair[::-1] if swapped else pair
        case = case_of(normal[start:end])
        if gaps and words[0][1] - words[0][0] == 1:
            gaps[0] = gaps[0].removeprefix(".")  # `A. Lee` gets no initial
        name = name_like(["".join(pair)] if single else pair, case, gaps[0] if gaps else "")
        if not suffix or suffix in self._taken:
            return name
        if len(words) > 1:
            return name + gaps[-1] + normal[slice(*words[-1])]
        return name + cased(suffix, case, first=False)

    def _gap(self, view: View, start: int, end: int) -> str:
        """Give what stands between two words; a space where an example of signs does."""
        held = view.folded.folded[start:end]
        return " " if any(sign in held for sign in self._signs) else view.between(start, end)

    def _mail(self, candidate: Candidate) -> str:
        view, start, end = candidate.view, candidate.first, candidate.last
        original = view.folded.normal[start:end]
        at = original.index("@")
        separator = _SEPARATOR.search(original, 0, at)
        name = (separator[0] if separator else "").join(self.coined(Entity.EMAIL, candidate.value))
        domain = RESERVED_DOMAIN
        if case_of(original) is Case.UPPER:
            name, domain = name.upper(), domain.upper()
        sign_start, sign_end = view.extent(start + at, start + at + 1)
        return name + view.joined.text[sign_start:sign_end] + domain


def _original(candidate: Candidate) -> str:
    return candidate.view.folded.normal[candidate.first : candidate.last]


_PLAIN_WORD = re.compile("[a-z0-9][a-z0-9']*")


def _words(folded: str, start: int, end: int) -> list[tuple[int, int]]:
    """Find the words of a value; what an apostrophe joins is one."""
    if folded.isascii():
        found = [word.span() for word in _PLAIN_WORD.finditer(folded, start, end)]
        return found or [(start, end)]
    words: list[tuple[int, int]] = []
    begun: int | None = None
    for index in range(start, end + 1):
        inside = index < end and (
            is_word(folded[index]) or (folded[index] == "'" and begun is not None)
        )
        if inside and begun is None:
            begun = index
        elif not inside and begun is not None:
            words.append((begun, index))
            begun = None
    return words or [(start, end)]
