"""Whether a field that is taken whole holds something else than a pseudonym."""

from __future__ import annotations

import re

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.proof.spaces import is_name

_NAMES = frozenset(
    (Entity.PERSON, Entity.ORGANIZATION, Entity.ADDRESS, Entity.ID, Entity.TEXT, Entity.EMAIL)
)
_NO_VALUE = re.compile(r"\W*|n/?a|nil|none|not provided|null|tbd|unknown", re.IGNORECASE)
_HEADS = {Entity.PHONE: re.compile(r"\+?999|\D*\Z")}
_NUMERAL = re.compile(r"999[0-9]{12}")


def is_left(value: str | float, entity: Entity) -> bool:
    """Whether an original stands here."""
    text = str(value).strip()
    if _NO_VALUE.fullmatch(text) or is_name(text) or _NUMERAL.fullmatch(text):
        return False
    if text.lower().endswith("@pseudonym.example"):
        return False
    if entity is Entity.PHONE:
        return not text.startswith(("+999", "999"))
    if entity is Entity.SSN:
        return re.fullmatch(r"[0-9]{3}([ \-]?)00\1[0-9]{4}", text) is None
    if entity is Entity.BIRTH_DATE:
        return re.search(r"(?<![0-9])18[789][0-9]", text) is None and not text.startswith("-")
    return entity in _NAMES
