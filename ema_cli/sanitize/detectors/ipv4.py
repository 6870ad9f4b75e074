"""IPv4 addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.hints import before
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.addresses import is_reserved_v4
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_OCTET = r"(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])"
_ADDRESS = re.compile(
    rf"(?<![0-9.])(?<!\w)(?<![A-Za-z_]-){_OCTET}\.{_OCTET}\.{_OCTET}\.{_OCTET}"
    r"(?![0-9]|\.[0-9]|\w|-[A-Za-z]|@)"
)
_VERSION = re.compile(r"(?:\bv|version|release|build|firmware|upgrade to|sdk|api)\W{0,3}\Z")
_NOBODY = re.compile(r"127\..*|0\.0\.0\.0|255\.255\..*")
_DOTS = 3
_WORDS_BEFORE = 20


class IPv4Family:
    """Finds addresses that may be somebody's: not loopback, masks, or four-part versions."""

    entities = (Entity.IP,)
    least = 4

    def within(self, text: str, start: int, end: int) -> Iterator[Found]:
        """Find four octets that are no part of more."""
        if text.count(".", start, end) < _DOTS:
            return
        for found in _ADDRESS.finditer(text, start):
            if found.start() >= end:
                return
            words = before(text, found.start(), _WORDS_BEFORE)
            if not _NOBODY.fullmatch(found[0]) and not _VERSION.search(words):
                address = found[0]
                yield Found(*found.span(), Entity.IP, address, reserved=is_reserved_v4(address))
