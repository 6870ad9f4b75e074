"""Whether a field that is taken whole holds something else than a pseudonym."""

from __future__ import annotations

import re
from functools import lru_cache

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.proof.spaces import is_name, is_numeral

_NAMES = frozenset(
    (Entity.PERSON, Entity.ORGANIZATION, Entity.ADDRESS, Entity.ID, Entity.TEXT, Entity.EMAIL)
)
_NO_VALUE = re.compile(r"\W*|n/?a|nil|none|not provided|null|tbd|unknown", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_][\w .,'\u2019\-]*")
_HOUSE_NUMBER = 5
_ORIGINALS = {
    Entity.PHONE: re.compile(
        r"(?!\+?999)\+?(?![0-9]{3}[ \-][0-9]{2}[ \-][0-9]{4})"
        r"(?:[0-9]{7,11}|\(?[0-9]{2,4}\)?[ \-][0-9]{3,4}[ \-][0-9]{4})"
    ),
    Entity.SSN: re.compile(r"[0-9]{3}([ \-]?)(?!00)[0-9]{2}\1[0-9]{4}"),
    Entity.BIRTH_DATE: re.compile(
        r"(?!18[789])[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}([./])[0-9]{1,2}\1(?!18[789])[0-9]{4}"
    ),
}
"""What these fields hold before; anything else in them may be the pseudonym of something else."""


def is_left(value: str | float, entity: Entity) -> bool:
    """Whether an original stands here; the same values stand in many rows."""
    text = str(value).strip()
    judge = _remembered if len(text) <= _LONGEST_REMEMBERED else _is_left
    return judge(text, entity)


def _is_left(text: str, entity: Entity) -> bool:
    if text.lower().endswith("@pseudonym.example") or is_name(text):
        return False
    if is_numeral(text) or _NO_VALUE.fullmatch(text):
        return False
    pattern = _ORIGINALS.get(entity)
    if pattern is not None:
        return pattern.fullmatch(text) is not None
    return entity in _NAMES and _is_plain(text)


_remembered = lru_cache(4096)(_is_left)
_LONGEST_REMEMBERED = 100
"""Characters."""


def _is_plain(text: str) -> bool:
    """Whether a text is made of words, with a short number among them perhaps.

    What is made otherwise may be the pseudonym of a number or a secret that stood here.
    """
    digits = sum(map(str.isdecimal, text))
    letters = sum(map(str.isalpha, text))
    return letters > digits and digits <= _HOUSE_NUMBER and bool(_WORDS.fullmatch(text))
