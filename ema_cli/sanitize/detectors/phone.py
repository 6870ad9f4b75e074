"""Phone numbers: international, national with separators, and bare where nothing speaks against.

Shapes, not assignments: `phonenumbers` says which country codes there are and how long their
numbers may be; whether a number is given to anybody does not matter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.abroad import abroad_number, next_prefix
from ema_cli.sanitize.detectors.clusters import begins, ends, group_ends
from ema_cli.sanitize.detectors.hints import says_other, says_phone
from ema_cli.sanitize.dialling import abroad, is_possible
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.numerals import is_numeral_text
from ema_cli.sanitize.pseudonyms.phones import is_reserved, phone_value
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_GAP = r"[ .\-/]"
_INTERNATIONAL = re.compile(r"[0-9](?:[ ().\-/]{0,3}[0-9]){6,18}+")
_NATIONAL = re.compile(
    rf"(?<![0-9])(?:1{_GAP}?)?\([0-9]{{2,5}}\){_GAP}?[0-9]{{2,8}}(?:{_GAP}[0-9]{{2,4}}){{0,3}}"
    rf"|(?<![0-9])(?:1{_GAP})?[2-9][0-9]{{2}}(?P<nanp> ?- ?|[./]| {{1,2}})[0-9]{{3}}(?P=nanp)"
    r"[0-9]{4}"
    rf"|(?<![0-9])0[1-9][0-9]{{0,4}}(?:{_GAP}[0-9]{{2,8}}){{1,5}}"
    rf"|(?<![0-9])(?P<mixed>[2-9][0-9]{{2}}{_GAP}[2-9][0-9]{{2}}[ .\-]?[0-9]{{4}})(?![0-9])"
    r"|(?<![0-9])(?P<local>[2-9][0-9]{2}-[0-9]{4})"
    r"|(?<![0-9])(?P<bare>1?[2-9][0-9]{2}[2-9][0-9]{6}|0[1-9][0-9]{8,9})(?![0-9])"
)
_KEYED = re.compile(r"(?<![0-9])[0-9(](?:[ ().\-/]{0,2}[0-9]){6,14}+")
_DATE = re.compile(r"[0-9]{1,2}([./\-])[0-9]{1,2}\1(?:[0-9]{2}){1,2}(?![0-9]|\1[0-9])")
_NONE = re.compile(rf"{_DATE.pattern}|[0-9]{{3}}([ \-])[0-9]{{2}}\2[0-9]{{4}}\Z")
"""Dates, and what is built like a US social security number."""
_NO_DIGIT = re.compile("[^0-9]+")
_SIGN_WIDTH = 2
_SHORTEST = 7
"""Characters of a national number, at least."""
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
        if ends(text, last) and is_possible(_digits(text[sign + (abroad(whole) or 1) : last])):
            return Found(sign, last, Entity.PHONE, phone_value(whole))
    return None


def _nationals(text: str, start: int, end: int) -> Iterator[Found]:
    start = start - 1 if start and text[start - 1] == "(" else start
    while end - start >= _SHORTEST:
        found = _after_word(text, start, end) if says_phone(text, start) else None
        if found is None:
            number = _NATIONAL.search(text, start, end)
            at = number.start() if number else end
            prefix = next_prefix(text, start, end)
            start = min(at, prefix)
            if start == end:
                return
            found = abroad_number(text, start, end) if prefix == start else None
            if found is None and number is not None and at == start:
                found = _national(text, number)
            start = _behind_group(text, start)
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
    found = abroad_number(text, start, end) if next_prefix(text, start, end) == start else None
    if found is not None:
        return found
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
    if number["local"] or number["bare"] or number["nanp"] or number["mixed"]:
        fine = ends(text, number.end()) and not (not number["nanp"] and says_other(text, start))
        return _found(text, start, number.end()) if fine else None
    lengths = _PARENTHESISED if "(" in number[0] else _TRUNK
    for end in group_ends(text, start, number.end()):
        written = text[start:end]
        fine = len(_digits(written)) in lengths and not _NONE.match(written)
        if fine and ends(text, end):
            return _found(text, start, _with_rest(text, start, end))
    return None


_REST = re.compile(r"(?:[ .\-/][0-9]+)++(?=\s*(?:[,;!?)\]}>\"'\0\n]|\.\s|\.?\Z))")
_MOST_LEFT = 6
"""Digits behind a number that may still belong to it; more may be another number."""


def _with_rest(text: str, start: int, end: int) -> int:
    """Give where a number ends with the groups behind it, unless they are plainly something else.

    How national numbers are grouped is not known, so a part of one may look like a whole one.
    """
    rest = _REST.match(text, end)
    if rest is None or len(_digits(rest[0])) > _MOST_LEFT or _DATE.match(rest[0], 1):
        return end
    gaps = set(_GAPS.findall(text[start:end]))
    return rest.end() if gaps.issuperset(_GAPS.findall(rest[0])) else end


_GAPS = re.compile(r"[ .\-/]")


def _found(text: str, start: int, end: int) -> Found:
    written = text[start:end]
    reserved = is_numeral_text(written)
    return Found(start, end, Entity.PHONE, phone_value(written), reserved)


def _digits(text: str) -> str:
    return _NO_DIGIT.sub("", text)
