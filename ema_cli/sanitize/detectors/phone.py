"""Phone numbers: international, national with separators, and bare where nothing speaks against.

Shapes, not assignments: `phonenumbers` says which country codes there are and how long their
numbers may be; whether a number is given to anybody does not matter.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.clusters import begins, ends, group_ends
from ema_cli.sanitize.detectors.hints import says_other, says_phone
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.numerals import is_numeral_text
from ema_cli.sanitize.pseudonyms.phones import is_reserved, phone_value
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_GAP = r"[ .\-/]"
_INTERNATIONAL = re.compile(r"[0-9](?:[ ().\-/]{0,3}[0-9]){6,18}+")
_NATIONAL = re.compile(
    rf"(?<![0-9])(?:1{_GAP})?\([0-9]{{2,5}}\){_GAP}?[0-9]{{2,8}}(?:{_GAP}[0-9]{{2,4}}){{0,3}}"
    rf"|(?<![0-9])(?:1{_GAP})?[2-9][0-9]{{2}}(?P<nanp>{_GAP})[0-9]{{3}}(?P=nanp)[0-9]{{4}}"
    rf"|(?<![0-9])0[1-9][0-9]{{0,4}}(?:{_GAP}[0-9]{{2,8}}){{1,5}}"
    r"|(?<![0-9])(?P<local>[2-9][0-9]{2}-[0-9]{4})"
    r"|(?<![0-9])(?P<bare>1?[2-9][0-9]{2}[2-9][0-9]{6}|0[1-9][0-9]{8,9})(?![0-9])"
)
_KEYED = re.compile(r"(?<![0-9])[0-9(](?:[ ().\-/]{0,2}[0-9]){6,14}+")
_DATE = re.compile(r"[0-9]{1,2}([./\-])[0-9]{1,2}\1(?:[0-9]{2}){1,2}(?![0-9]|\1[0-9])")
_NONE = re.compile(rf"{_DATE.pattern}|[0-9]{{3}}([ \-])[0-9]{{2}}\2[0-9]{{4}}\Z")
"""Dates, and what is built like a US social security number."""
_SIGN_WIDTH = 2
_TRUNK = range(8, 13)
"""Digits of a national number with its leading zero."""
_PARENTHESISED = range(7, 14)


class PhoneFamily:
    """Finds phone numbers in clusters of digits."""

    entities = (Entity.PHONE,)
    least = 7

    def within(self, text: str, start: int, end: int) -> Iterator[Found]:
        """Judge a cluster: as international, by a word before it, then by national shapes."""
        plus = _plus(text, start)
        if plus is not None:
            found = _international(text, plus, start, end)
            if found is not None:
                yield found
                start = found.end
        elif text.startswith("00", start) and begins(text, start):
            found = _international(text, start, start + 2, end)
            if found is not None:
                yield found
                start = found.end
        yield from _nationals(text, start, end)


def _plus(text: str, start: int) -> int | None:
    """Find the plus that makes the number international, parenthesised perhaps."""
    at = start - 1
    while at >= 0 and start - at <= _SIGN_WIDTH and text[at] in "( ":
        at -= 1
    return at if at >= 0 and text[at] == "+" else None


def _international(text: str, sign: int, start: int, end: int) -> Found | None:
    run = _INTERNATIONAL.match(text, start, end)
    if run is None:
        return None
    for last in group_ends(text, start, run.end()):
        whole = text[sign:last]
        if is_reserved(whole):
            return Found(sign, last, Entity.PHONE, whole, reserved=True)
        if ends(text, last) and _is_possible(_digits(text[start:last])):
            return Found(sign, last, Entity.PHONE, phone_value(whole))
    return None


def _nationals(text: str, start: int, end: int) -> Iterator[Found]:
    start = start - 1 if start and text[start - 1] == "(" else start
    while start < end:
        found = _after_word(text, start, end) if says_phone(text, start) else None
        if found is None:
            number = _NATIONAL.search(text, start, end)
            if number is None:
                return
            found = _national(text, number)
            start = _behind_group(text, number.start())
        if found is not None:
            yield found
            start = found.end


def _behind_group(text: str, start: int) -> int:
    at = start + 1
    while text[at : at + 1].isdecimal():
        at += 1
    return at


def _after_word(text: str, start: int, end: int) -> Found | None:
    """Find any group of digits that a word calls a phone number."""
    number = _NATIONAL.match(text, start, end)
    found = _national(text, number) if number else None
    if found is not None:
        return found
    keyed = _KEYED.match(text, start, end)
    if keyed is None or not begins(text, start) or not ends(text, keyed.end()):
        return None
    return _found(text, start, keyed.end())


def _national(text: str, number: re.Match[str]) -> Found | None:
    start = number.start()
    if not begins(text, start):
        return None
    if number["local"] or number["bare"] or number["nanp"]:
        fine = ends(text, number.end()) and not (not number["nanp"] and says_other(text, start))
        return _found(text, start, number.end()) if fine else None
    lengths = _PARENTHESISED if "(" in number[0] else _TRUNK
    for end in group_ends(text, start, number.end()):
        written = text[start:end]
        fine = len(_digits(written)) in lengths and not _NONE.match(written)
        if fine and ends(text, end):
            return _found(text, start, end)
    return None


def _found(text: str, start: int, end: int) -> Found:
    written = text[start:end]
    reserved = is_numeral_text(written)
    return Found(start, end, Entity.PHONE, phone_value(written), reserved)


def _digits(text: str) -> str:
    return re.sub(r"[^0-9]", "", text)


@lru_cache(maxsize=4096)
def _is_possible(digits: str) -> bool:
    """Whether digits after a plus are a country code and a number of a length it has."""
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata  # noqa: PLC0415 - slow

    for width in (1, 2, 3):
        code = int(digits[:width])
        regions = COUNTRY_CODE_TO_REGION_CODE.get(code)
        if regions is not None:
            metadata = PhoneMetadata.metadata_for_region_or_calling_code(code, regions[0])
            general = metadata.general_desc if metadata else None
            lengths = general.possible_length if general else ()
            rest = digits[width:]
            return len(rest) in lengths or len(rest.removeprefix("0")) in lengths
    return False
