"""Names of fields that say what the fields hold."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_KNOWN: dict[str, Entity] = {
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


class FieldNames:
    """Says what a field holds by its name; `fields` adds to the known names and overrides them."""

    def __init__(self, fields: Mapping[str, Entity | None], *, known: bool = True) -> None:
        """Keep the user's names; None: not taken whole. Without `known`, nothing else is known."""
        self._names: Mapping[str, Entity | None] = (_KNOWN if known else {}) | {
            _plain(name): entity for name, entity in fields.items()
        }
        self.inside: Callable[[str, Entity | None], Entity | None] = lru_cache(_REMEMBERED)(
            self._inside
        )
        """Says what the field of a name holds, seen what the field around it holds."""

    def _inside(self, name: str, outer: Entity | None) -> Entity | None:
        plain = _plain(name)
        if plain in self._names:
            return self._names[plain]
        return None if outer is Entity.EMAIL else outer


_REMEMBERED = 1024
"""Names of fields that are remembered, since rows repeat them."""


def _plain(name: str) -> str:
    return _NO_LETTER.sub("", name).casefold()
