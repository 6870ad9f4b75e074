"""Whether a whole value is a pseudonym already, and what a value's pseudonym is made from."""

from __future__ import annotations

import re

from ema_cli.sanitize.detectors.email import RESERVED_DOMAIN
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.inference import SUFFIXES, named_value
from ema_cli.sanitize.pseudonyms.names import LETTERS, is_coined

_MAIL = re.compile(rf"[^\s@]+@{re.escape(RESERVED_DOMAIN)}", re.IGNORECASE)
_NO_LETTER = re.compile(r"[^a-z]+")


def is_reserved(value: str, entity: Entity) -> bool:
    """Whether `value` lies in the space that pseudonyms of this entity are taken from."""
    return _is_name(value) or (entity is Entity.EMAIL and _MAIL.fullmatch(value) is not None)


def value_of(text: str, entity: Entity) -> str:
    """Give what the pseudonym of a value of this entity is made from."""
    if entity is Entity.EMAIL:
        return text.casefold()
    return named_value(text)


def _is_name(value: str) -> bool:
    """Whether it is a coined name, with the suffix of an organization or without."""
    letters = _NO_LETTER.sub("", value.lower())
    return is_coined(letters[:LETTERS]) and (letters[LETTERS:] or SUFFIXES[0]) in SUFFIXES
