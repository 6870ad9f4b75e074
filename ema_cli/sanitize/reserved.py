"""Whether a whole value is a pseudonym already, and what a value's pseudonym is made from."""

from __future__ import annotations

import re

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.folding import fold
from ema_cli.sanitize.inference import SUFFIXES, named_value
from ema_cli.sanitize.pseudonyms.names import LETTERS, is_coined
from ema_cli.sanitize.pseudonyms.numerals import is_numeral_text
from ema_cli.sanitize.pseudonyms.shapes import shape_of

RESERVED_DOMAIN = "pseudonym.example"

_MAIL = re.compile(rf"[^\s@]+@{re.escape(RESERVED_DOMAIN)}", re.IGNORECASE)
_DIGIT = re.compile("[0-9]")
_NO_LETTER = re.compile(r"[^a-z]+")


def is_pseudonym(value: str, entity: Entity) -> bool:
    """Whether `value` lies in the space that pseudonyms of this entity are taken from."""
    if _is_name(value) or _MAIL.fullmatch(value):
        return True
    if _is_of(entity, value):
        return True
    if not _DIGIT.search(value):
        return _is_of(Entity.MAC, value)
    return is_numeral_text(value) or any(_is_of(other, value) for other in _TELLING)


_TELLING = (Entity.PHONE, Entity.IBAN, Entity.SSN, Entity.IP, Entity.MAC)
"""Entities whose pseudonyms are known for what they are in any field."""


def _is_of(entity: Entity, value: str) -> bool:
    shape = shape_of(entity, value)
    return shape is not None and shape.reserved(value)


def value_of(text: str, entity: Entity) -> str:
    """Give what the pseudonym of a value of this entity is made from."""
    normal = fold(text).normal.strip()
    if entity is Entity.EMAIL and "@" in normal:
        return normal.casefold()
    shape = shape_of(entity, normal)
    return shape.value(normal) if shape else named_value(text)


def _is_name(value: str) -> bool:
    """Whether it is a coined name, with the suffix of an organization or without."""
    if len(value) < LETTERS:
        return False
    letters = _NO_LETTER.sub("", value.lower())
    return is_coined(letters[:LETTERS]) and (letters[LETTERS:] or SUFFIXES[0]) in SUFFIXES
