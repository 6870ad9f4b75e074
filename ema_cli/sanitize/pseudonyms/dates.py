"""Dates of birth in the years 1870 to 1899, of which nobody is alive: 10,957 of them.

Only fields named so are taken for dates of birth; no pattern looks for them in texts.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.sanitize.pseudonyms.keyed import Draw

_FIRST, _LAST = date(1870, 1, 1), date(1899, 12, 31)
_DAYS = (_LAST - _FIRST).days + 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ISO = re.compile(r"([0-9]{4})([\-/.]?)([0-9]{2})\2([0-9]{2})(?![0-9])")
_EUROPEAN = re.compile(r"([0-9]{1,2})([./\-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?![0-9])")
_RESERVED = re.compile(r"18[789][0-9]|.*\b18[789][0-9]\b|18[789][0-9]{5}")
_COMPACT = range(10**7, 10**8)


def is_date(text: str) -> bool:
    """Whether a text is the pseudonym of a date of birth."""
    iso = _ISO.match(text)
    european = _EUROPEAN.match(text)
    year = iso[1] if iso else european[4] if european else ""
    return len(year) == len("1870") and _FIRST.year <= int(year) <= _LAST.year


def is_date_number(number: float) -> bool:
    """Whether a number is one: as 18990131, or as seconds since 1970."""
    if int(number) in _COMPACT:
        return is_date(str(int(number)))
    return number < (datetime(1900, 1, 1, tzinfo=UTC) - _EPOCH).total_seconds()


def date_like(draw: Draw, original: str) -> str:
    """Write a date in the order and with the separators of `original`; else as ISO 8601 does."""
    day = _FIRST + timedelta(days=draw.number % _DAYS)
    iso = _ISO.match(original)
    if iso:
        return day.strftime(f"%Y{iso[2]}%m{iso[2]}%d")
    european = _EUROPEAN.match(original)
    if european:
        gap = european[2]
        return (
            f"{_two(day.month, european[1])}{gap}{_two(day.day, european[3])}{gap}{day.year}"
            if gap == "/"
            else f"{day.day:02}{gap}{day.month:02}{gap}{day.year}"
        )
    return day.isoformat()


def _two(number: int, like: str) -> str:
    return f"{number:02}" if len(like) > 1 else str(number)


def date_number(draw: Draw, original: float) -> int:
    """Write a date as a number like `original`."""
    day = _FIRST + timedelta(days=draw.number % _DAYS)
    if int(original) in _COMPACT:
        return int(day.strftime("%Y%m%d"))
    return (day - _EPOCH.date()).days * 86_400
