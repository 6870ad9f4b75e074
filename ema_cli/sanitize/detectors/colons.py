"""Addresses written in hexadecimal groups: IPv6 and MAC."""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.addresses import address_v6, is_reserved_mac, is_reserved_v6
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAIR = re.compile(r":[0-9A-Fa-f]{0,4}:")
_V6 = re.compile(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,8}(?:\.[0-9]{1,3}){0,3}")
_GROUPS = (2, 9)
_LONGEST_GROUP = 4
_NOBODY = frozenset({IPv6Address("::"), IPv6Address("::1")})


class IPv6Detector:
    """Finds IPv6 addresses; one without any digit is taken for a name in a program (`a::b`)."""

    entities = (Entity.IP,)

    def find(self, text: str) -> Iterator[Found]:
        """Look around each pair of colons with a group between them."""
        done = 0
        for pair in _PAIR.finditer(text):
            if pair.start() < done:
                continue
            start = _group_start(text, pair.start())
            whole = _V6.match(text, start)
            if whole is None:
                continue
            done = whole.end()
            address = _address(whole[0])
            if address is None or not _stands_alone(text, start, done):
                continue
            yield Found(
                start, done, Entity.IP, address.compressed, reserved=is_reserved_v6(address)
            )


def _group_start(text: str, colon: int) -> int:
    start = colon
    while start and colon - start < _LONGEST_GROUP and text[start - 1] in _HEX:
        start -= 1
    return start


_HEX = frozenset("0123456789abcdefABCDEF")


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return not (before.isalnum() or before in {":", "_"} or after.isalnum() or after in {":", "_"})


def _address(written: str) -> IPv6Address | None:
    if not any(char.isdecimal() for char in written):
        return None
    address = address_v6(written)
    return None if address in _NOBODY else address


_MAC = re.compile(
    r"(?<![0-9A-Za-z:\-])[0-9A-Fa-f]{2}([:\-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?![0-9A-Za-z]|[:\-][0-9A-Fa-f])"
    r"|(?<![0-9A-Za-z.\-])[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![0-9A-Za-z]|\.[0-9A-Fa-f])"
)
_MAC_SIGNS = (
    (re.compile(r":[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:"), 2),
    (re.compile(r"-[0-9A-Fa-f]{2}-[0-9A-Fa-f]{2}-"), 2),
    (re.compile(r"\.[0-9A-Fa-f]{4}\."), 4),
)
_NO_MAC = re.compile(r"(?:0|f)+", re.IGNORECASE)


class MacDetector:
    """Finds MAC addresses with colons, hyphens or in groups of four."""

    entities = (Entity.MAC,)

    def find(self, text: str) -> Iterator[Found]:
        """Look around what only such an address has in its middle."""
        for sign, width in _MAC_SIGNS:
            for middle in sign.finditer(text):
                found = _MAC.match(text, max(0, middle.start() - width))
                if found is None:
                    continue
                digits = re.sub(r"[^0-9a-f]", "", found[0].lower())
                if not _NO_MAC.fullmatch(digits):
                    yield Found(*found.span(), Entity.MAC, digits, reserved=is_reserved_mac(digits))
