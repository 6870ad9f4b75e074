"""How numbers of other countries are dialled: a plus, or the digits that lead abroad.

`+44 20 7946 0958`, `0044 20 7946 0958`, `011 44 20 7946 0958` and `0011 44 20 7946 0958` are one
number. What leads abroad is told by ITU-T E.164 plans of the countries: 00 in most, 011 in North
America, 0011 in Australia, 010 in Japan, 8 10 in Russia and its neighbours, and 00 with digits for
a carrier. Some of these are area codes elsewhere, so the number behind them must be one of
another country, and longer together with them than any national number.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PLUS = re.compile(r"\(?\+[ (]{0,2}(?:00)?")
_PREFIXES = (
    re.compile(r"\(?00"),
    re.compile(r"\(?00[0-9]{2}(?![0-9]*\))|\(?00[0-9]{2}\)"),
    re.compile(r"\(?00[0-9]"),
    re.compile(r"\(?01[01]|\(?8[ \-]?10"),
)
_LONG = 13
"""Digits that are more than a national number has, its leading zero included."""
_NO_DIGIT = re.compile(r"[^0-9]+")


def abroad(text: str) -> int | None:
    """Say where in a number the country code begins; None: it is written for one country.

    `text` is a whole number; a plus or 00 is enough, whatever stands behind.
    """
    plus = _PLUS.match(text)
    if plus is not None:
        return plus.end()
    if not text.startswith(_FIRST):
        return None
    for prefix in _PREFIXES:
        found = prefix.match(text)
        if found is not None and _leads(text, found):
            return found.end()
    return 2 if text.startswith("00") else None


_FIRST = ("0", "8", "(0", "(8")


def _leads(text: str, prefix: re.Match[str]) -> bool:
    if "00" not in prefix[0] and len(_NO_DIGIT.sub("", text)) < _LONG:
        return False
    return is_possible(_NO_DIGIT.sub("", text[prefix.end() :]))


@lru_cache(maxsize=4096)
def is_possible(digits: str) -> bool:
    """Whether these are a country code and a number of a length it has."""
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata  # noqa: PLC0415 - slow

    for width in (1, 2, 3):
        code = int(digits[:width] or 0)
        regions = COUNTRY_CODE_TO_REGION_CODE.get(code)
        if regions is not None:
            metadata = PhoneMetadata.metadata_for_region_or_calling_code(code, regions[0])
            general = metadata.general_desc if metadata else None
            lengths = general.possible_length if general else ()
            rest = digits[width:]
            return len(rest) in lengths or len(rest.removeprefix("0")) in lengths
    return False
