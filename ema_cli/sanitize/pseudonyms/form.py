"""The form in which a name is written: upper case, slug, camel case."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Case(Enum):
    """How the letters of a text are written."""

    UPPER = "upper"
    LOWER = "lower"
    CAMEL = "camel"
    """The first word in lower case, those behind it not."""
    TITLE = "title"


def case_of(text: str) -> Case:
    """Tell the case of a text; at least two capitals make it upper case."""
    if text.isupper() and sum(map(str.isupper, text)) > 1:
        return Case.UPPER
    if text.islower():
        return Case.LOWER
    first = text[:1]
    if first.islower() and any(map(str.isupper, text)):
        return Case.CAMEL
    return Case.TITLE


def name_like(words: Sequence[str], case: Case, gap: str) -> str:
    """Write `words`, given in lower case, with `gap` between them."""
    return gap.join([cased(word, case, first=not place) for place, word in enumerate(words)])


def cased(word: str, case: Case, *, first: bool) -> str:
    """Write one word; `first`: it stands where the name begins."""
    if case is Case.UPPER:
        return word.upper()
    if case is Case.LOWER or (case is Case.CAMEL and first):
        return word
    return word.capitalize()
