"""Fields whose name says what they hold: their values are taken whole."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ema_cli.sanitize.candidates import Candidate, Origin
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.folding import fold
from ema_cli.sanitize.inference import name_shape
from ema_cli.sanitize.reserved import is_reserved, value_of
from ema_cli.sanitize.views import Joined, View

if TYPE_CHECKING:
    from collections.abc import Mapping

KEEP = "keep"
"""In `fields`: what this field holds is no column, whatever its name."""

_NAMES: dict[str, Entity] = {
    **dict.fromkeys(
        ("firstname", "lastname", "fullname", "givenname", "familyname", "surname", "middlename"),
        Entity.PERSON,
    ),
    **dict.fromkeys(("email", "emailaddress", "mail"), Entity.EMAIL),
    **dict.fromkeys(
        (
            *("phone", "phonenumber", "telephone", "telephonenumber", "tel", "mobile"),
            *("mobilenumber", "mobilephone", "cell", "cellphone", "fax", "faxnumber"),
        ),
        Entity.PHONE,
    ),
    **dict.fromkeys(("dateofbirth", "birthdate", "dob", "birthday"), Entity.BIRTH_DATE),
    **dict.fromkeys(("ssn", "socialsecuritynumber"), Entity.SSN),
    **dict.fromkeys(("address", "streetaddress", "postaladdress"), Entity.ADDRESS),
}
_NO_LETTER = re.compile(r"[\W_]+")


class Columns:
    """Says what a field holds by its name; `fields` adds to the known names and overrides them."""

    def __init__(self, fields: Mapping[str, Entity | None]) -> None:
        """Keep the user's names; None: not taken whole."""
        self._names: Mapping[str, Entity | None] = _NAMES | {
            _plain(name): entity for name, entity in fields.items()
        }

    @classmethod
    def none(cls) -> Columns:
        """Columns that know no name."""
        columns = cls({})
        columns._names = {}
        return columns

    def inside(self, name: str, outer: Entity | None) -> Entity | None:
        """Say what the field holds, seen that a field `outer` holds it."""
        plain = _plain(name)
        if plain in self._names:
            return self._names[plain]
        return None if outer is Entity.EMAIL else outer


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    return _NO_LETTER.sub("", name).casefold()


def column_candidate(text: str, entity: Entity) -> Candidate | None:
    """Take a whole value, save white space around it and what is a pseudonym already."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if start >= end:
        return None
    view = View(Joined.of([text], [0]), fold(text))
    value = text[start:end]
    origin = Origin.RESERVED if is_reserved(value, entity) else Origin.COLUMN
    inside = _inside(view, start, end)
    if inside is None:
        return None
    shape = name_shape(view.folded.folded[slice(*inside)], entity)
    return Candidate(start, end, origin, entity, value_of(value, entity), view, inside, shape)


def _inside(view: View, start: int, end: int) -> tuple[int, int] | None:
    """Find the extent in the folded text; None where nothing visible is left of it."""
    starts = view.folded.starts
    if starts is None:
        return start, end
    places = [place for place, at in enumerate(starts) if start <= at < end]
    return (places[0], places[-1] + 1) if places else None
