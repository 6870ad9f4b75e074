"""International bank account numbers: by country, structure and checksum."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.accounts import has_structure, is_valid
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEGIN = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]{2}[0-9]{2}(?=[ \-]{0,2}[A-Za-z0-9])")
_WHOLE = re.compile(r"[A-Za-z]{2}[0-9]{2}(?:[ \-]{0,2}[A-Za-z0-9]{1,4})++")
_DIGIT = re.compile("[0-9]")
_BEFORE = 16
_LENGTHS = range(15, 35)
_LONGEST = 50


class IbanFamily:
    """Finds account numbers around clusters of digits, since each has one of its own."""

    entities = (Entity.IBAN,)
    least = 6

    def within(self, text: str, start: int, end: int) -> Iterator[Found]:
        """Look for the country that stands before the digits; a wrong checksum is a pseudonym."""
        before = text[max(0, start - _BEFORE) : start].rpartition("\0")[2]
        if not before[-2:].isalpha() and not _DIGIT.search(before):
            return
        begin = _BEGIN.search(text, max(0, start - _BEFORE), end)
        if begin is None:
            return
        whole = _WHOLE.match(text, begin.start(), begin.start() + _LONGEST)
        if whole is None:
            return
        written = whole[0]
        while written:
            plain = re.sub(r"[ \-]", "", written).upper()
            if len(plain) < _LENGTHS.start:
                return
            last = begin.start() + len(written)
            after = text[last : last + 1]
            if has_structure(plain) and not after.isalnum() and after not in {"@", "_"}:
                yield Found(begin.start(), last, Entity.IBAN, plain, reserved=not is_valid(plain))
                return
            written = re.sub(r"[ \-]{0,2}[A-Za-z0-9]*\Z", "", written)
