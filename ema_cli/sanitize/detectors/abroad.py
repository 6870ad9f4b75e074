"""Phone numbers with the digits that lead abroad: `0044 20 …`, `011 44 20 …`."""

from __future__ import annotations

import re

from ema_cli.sanitize.detectors.clusters import begins, ends, group_ends
from ema_cli.sanitize.detectors.hints import says_other, says_phone
from ema_cli.sanitize.dialling import abroad, is_possible
from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.pseudonyms.phones import is_reserved, phone_value
from ema_cli.sanitize.spans import Found

_BEGIN = re.compile(r"(?<![0-9])\(?(?:0(?:0|1[01])|8[ \-]?10)")
_RUN = re.compile(r"[0-9](?:[ ().\-/]{0,3}[0-9]){8,18}+")
_NO_DIGIT = re.compile("[^0-9]+")


def next_prefix(text: str, start: int, end: int) -> int:
    """Give where the next digits stand that may lead abroad; `end` if there are none."""
    found = _BEGIN.search(text, start, end)
    return found.start() if found else end


def abroad_number(text: str, start: int, end: int) -> Found | None:
    """Find a number that begins here with digits that lead abroad."""
    if not begins(text, start):
        return None
    run = _RUN.match(text, start + (text[start] == "("), end)
    if run is None:
        return None
    for last in group_ends(text, run.start(), run.end()):
        whole = text[start:last]
        if is_reserved(whole):
            return Found(start, last, Entity.PHONE, whole, reserved=True)
        code = abroad(whole)
        if code is None or not ends(text, last):
            continue
        if is_possible(_NO_DIGIT.sub("", whole[code:])):
            return None if _is_other(text, start, whole) else _found(start, last, whole)
    return None


def _found(start: int, end: int, whole: str) -> Found:
    return Found(start, end, Entity.PHONE, phone_value(whole))


def _is_other(text: str, start: int, whole: str) -> bool:
    """Whether a run of digits without gaps is rather an id; 00 leads abroad by itself."""
    if not whole.isdecimal() or whole.startswith("00"):
        return False
    return says_other(text, start) if whole.startswith("011") else not says_phone(text, start)
