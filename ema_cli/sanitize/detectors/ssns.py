"""US social security numbers, individual taxpayer numbers among them.

Group 00 is never issued: pseudonyms are taken from there. Areas 000 and serials 0000 are none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.clusters import begins, ends
from ema_cli.sanitize.detectors.hints import before
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.accounts import is_ssn
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBER = re.compile(r"(?<![0-9])[0-9]{3}(?P<gap>[ \-]?)[0-9]{2}(?P=gap)[0-9]{4}(?![0-9])")
_WORD = re.compile(r"(?:ssn|social security(?: (?:no|number|nr))?\.?|itin)\W{0,4}\Z")


class SsnFamily:
    """Finds 3-2-4 digits, and nine in a run after a word that says what they are."""

    entities = (Entity.SSN,)
    least = 9

    def within(self, text: str, start: int, end: int) -> Iterator[Found]:
        """Judge each group of nine digits."""
        for found in _NUMBER.finditer(text, start, end):
            digits = re.sub(r"\D", "", found[0])
            if not found["gap"] and not _WORD.search(before(text, start)):
                continue
            if digits[:3] == "000" or digits[5:] == "0000":
                continue
            if begins(text, found.start()) and ends(text, found.end()):
                yield Found(*found.span(), Entity.SSN, digits, reserved=is_ssn(found[0]))
