"""Coined names: pronounceable, 50.5 keyed bits, and a check syllable by which they are known.

A coined name is eight syllables of a consonant and a vowel (80 of them, so 80^8 names) and a ninth
that is computed from them. Written as two words, the first has four syllables.
"""

from __future__ import annotations

import re
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.sanitize.pseudonyms.keyed import Draw

_SYLLABLES = tuple(c + v for c in "bdfghjklmnprstvz" for v in "aeiou")
_KEYED = 8
_FIRST_WORD = 4
_PLACE = {syllable: place for place, syllable in enumerate(_SYLLABLES)}
_WEIGHTS = tuple(range(5, 5 + 2 * _KEYED, 2))
_COINED = re.compile(f"(?:[bdfghjklmnprstvz][aeiou]){{{_KEYED + 1}}}")
LETTERS = 2 * (_KEYED + 1)
"""Length of a coined name without its space."""


def coin(draw: Draw) -> tuple[str, str]:
    """Coin a name as two words in lower case; written together they are one."""
    places = draw.digits(len(_SYLLABLES), _KEYED)
    syllables = [_SYLLABLES[place] for place in (*places, _check(places))]
    return "".join(syllables[:_FIRST_WORD]), "".join(syllables[_FIRST_WORD:])


def is_coined(letters: str) -> bool:
    """Whether these letters are a coined name, in lower case and written together."""
    if not _COINED.fullmatch(letters):
        return False
    places = [_PLACE[letters[at : at + 2]] for at in range(0, LETTERS, 2)]
    return places[-1] == _check(places[:-1])


def _check(places: list[int]) -> int:
    total: int = sum(map(mul, _WEIGHTS, places))
    return total % len(_SYLLABLES)
