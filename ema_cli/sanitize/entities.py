"""What kinds of values are taken out, and the examples that a user gives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Entity(StrEnum):
    """What a value is; it decides how its pseudonym looks, and counts are kept by it."""

    PERSON = "person"
    ORGANIZATION = "organization"
    ADDRESS = "address"
    ID = "id"
    TEXT = "text"
    EMAIL = "email"
    PHONE = "phone"
    CREDIT_CARD = "credit_card"
    IBAN = "iban"
    SSN = "ssn"
    IP = "ip"
    MAC = "mac"
    SECRET = "secret"  # noqa: S105 - the name of a kind
    BIRTH_DATE = "date_of_birth"

    __hash__ = str.__hash__
    """An enum hashes by a function in Python, which shows where millions are counted."""


EXAMPLE_ENTITIES = (
    Entity.PERSON,
    Entity.ORGANIZATION,
    Entity.EMAIL,
    Entity.PHONE,
    Entity.ADDRESS,
    Entity.ID,
    Entity.TEXT,
)
"""What a user may say that an example is."""

DETECTED = (
    Entity.EMAIL,
    Entity.PHONE,
    Entity.CREDIT_CARD,
    Entity.IBAN,
    Entity.SSN,
    Entity.IP,
    Entity.MAC,
    Entity.SECRET,
)
"""What patterns find without an example; each can be switched off."""

NAMED = frozenset({Entity.PERSON, Entity.ORGANIZATION, Entity.ADDRESS, Entity.ID, Entity.TEXT})
"""Entities whose pseudonym is a coined name."""


@dataclass(frozen=True, slots=True)
class Example:
    """A value that must not be left, as the user gave it.

    `entity` None: inferred from the value. `replace` is put in its place instead of a pseudonym.
    """

    value: str
    entity: Entity | None = None
    replace: str | None = None
    swaps: str | None = None
    """The name that this one is, last name first; set by `parts` alone."""
