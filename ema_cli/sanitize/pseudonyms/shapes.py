"""For each entity that is no name: how its pseudonym is written, and how one is known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.accounts import (
    card_digits,
    card_like,
    has_structure,
    iban_like,
    is_ssn,
    is_valid,
    ssn_like,
)
from ema_cli.sanitize.pseudonyms.addresses import (
    address_v6,
    ip_like,
    is_reserved_mac,
    is_reserved_v4,
    is_reserved_v6,
    mac_like,
)
from ema_cli.sanitize.pseudonyms.dates import date_like, is_date
from ema_cli.sanitize.pseudonyms.phones import is_reserved, phone_like, phone_value
from ema_cli.sanitize.pseudonyms.secrets import is_secret, secret_like

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.sanitize.pseudonyms.keyed import Draw


@dataclass(frozen=True, slots=True)
class Shape:
    """How values of an entity look. The other functions get a text that `fits`."""

    fits: Callable[[str], object]
    """Say whether a text has the shape, by something that is true."""
    value: Callable[[str], str]
    """What the pseudonym is made from."""
    like: Callable[[Draw, str, str], str]
    """Write a pseudonym: from the draw, the value, and the text that it replaces."""
    reserved: Callable[[str], bool]


def _compact(text: str) -> str:
    return re.sub(r"[\W_]", "", text).upper()


def _same(text: str) -> str:
    return text


_IP_V4 = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])(?:\.(?!\Z)|\Z)){4}")


def _fits_ip(text: str) -> bool:
    return _IP_V4.fullmatch(text) is not None or address_v6(text) is not None


def _is_ip(text: str) -> bool:
    address = address_v6(text)
    return is_reserved_v6(address) if address else is_reserved_v4(text)


def _ip_value(text: str) -> str:
    address = address_v6(text)
    return address.compressed if address else text


def _is_iban(text: str) -> bool:
    return has_structure(_compact(text)) and not is_valid(_compact(text))


def _fails_luhn(text: str) -> bool:
    from stdnum import luhn  # noqa: PLC0415 - not needed where there is no card

    return not luhn.is_valid(card_digits(text))


SHAPES: dict[Entity, Shape] = {
    Entity.PHONE: Shape(
        re.compile(
            r"\+?(?:[ ().\-/]*[0-9]){5,18}[ )]*(?:\W*(?:x|ext\.?) ?[0-9]{1,6})?", re.IGNORECASE
        ).fullmatch,
        phone_value,
        phone_like,
        is_reserved,
    ),
    Entity.CREDIT_CARD: Shape(
        re.compile(
            r"[0-9](?:(?: ?- ?|[./]| {1,2})?[0-9]){11,18}|[1-9]\.[0-9]{9,18}e\+?1[2-8]",
            re.IGNORECASE,
        ).fullmatch,
        card_digits,
        lambda draw, _value, original: card_like(draw, original),
        _fails_luhn,
    ),
    Entity.IBAN: Shape(
        re.compile(r"[A-Za-z]{2}[0-9]{2}(?:[ \-]{0,2}[A-Za-z0-9]){11,30}").fullmatch,
        _compact,
        lambda draw, _value, original: iban_like(draw, original),
        _is_iban,
    ),
    Entity.SSN: Shape(
        re.compile(r"[0-9]{3}([ \-]?)[0-9]{2}\1[0-9]{4}").fullmatch,
        _compact,
        lambda draw, _value, original: ssn_like(draw, original),
        is_ssn,
    ),
    Entity.IP: Shape(
        _fits_ip,
        _ip_value,
        lambda draw, _value, original: ip_like(draw, original),
        _is_ip,
    ),
    Entity.MAC: Shape(
        re.compile(r"[0-9A-Fa-f]{2}(?:[:\-.]?[0-9A-Fa-f]{2}){5}").fullmatch,
        lambda text: _compact(text).lower(),
        lambda draw, _value, original: mac_like(draw, original),
        is_reserved_mac,
    ),
    Entity.SECRET: Shape(
        re.compile(r".*\S.*", re.DOTALL).fullmatch,
        _same,
        lambda draw, _value, original: secret_like(draw, original),
        is_secret,
    ),
    Entity.BIRTH_DATE: Shape(
        re.compile(r".*[0-9].*", re.DOTALL).fullmatch,
        _same,
        lambda draw, _value, original: date_like(draw, original),
        is_date,
    ),
}
"""Entities that are not here are names, or mail addresses."""


def shape_of(entity: Entity, text: str) -> Shape | None:
    """Give the shape of a value; None: it has not the shape of its entity, so it is a name."""
    shape = SHAPES.get(entity)
    return shape if shape and shape.fits(text) else None
