"""Ids of rows: the number of the persona above, the place in its order below."""

from __future__ import annotations

_PLACE_BITS = 40
_PLACES = (1 << _PLACE_BITS) - 1


def row_id(persona: int, place: int) -> int:
    """Join the number of a persona and a place, which counts from 1."""
    return persona << _PLACE_BITS | place


def place_of(row: int) -> int:
    """Take the place out of a row's id."""
    return row & _PLACES


def first_id(persona: int) -> int:
    """Give an id below those of all rows of the persona."""
    return row_id(persona, 0)


def last_id(persona: int) -> int:
    """Give the highest id that a row of the persona can have."""
    return row_id(persona, _PLACES)
