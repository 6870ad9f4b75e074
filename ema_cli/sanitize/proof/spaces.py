"""The spaces that pseudonyms are taken from, told in this module's own way.

The table stands in `docs/sanitizing.md`.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAIL_DOMAIN = "pseudonym.example"
_SIGN = re.compile(r"(?:@|%40|&#64;|&#x40;|&commat;|\\u0040)\Z", re.IGNORECASE)
_LOCAL = re.compile(r"[\w.\-]+\Z")
_AROUND = 64
_PHONE = re.compile(r"\+999[ ().\-/]{0,3}(?:[0-9][ ().\-/]{0,3}){4,18}")
_SYLLABLES = re.compile(r"(?:[bdfghjklmnprstvz][aeiou]){9}")
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aeiou"
_LETTERS = 18
_BLANK = "\x01"
"""No part of a word, and no white space either: nothing stands alone beside it."""
_CHECKED = 5


def without(text: str, *, mail: bool) -> str:
    """Blank out pseudonyms of phone numbers, and on demand of mail addresses.

    They hold more than one word or number, which are nothing by themselves.
    """
    if mail and MAIL_DOMAIN in (lowered := text.lower()):
        text = "".join(_parts(text, lowered))
    return _PHONE.sub(_BLANK, text) if "+999" in text else text


def _parts(text: str, lowered: str) -> Iterator[str]:
    at = 0
    found = lowered.find(MAIL_DOMAIN)
    while found >= 0:
        end = found + len(MAIL_DOMAIN)
        before = text[max(at, found - _AROUND) : found]
        sign = _SIGN.search(before)
        local = _LOCAL.search(before, 0, sign.start()) if sign else None
        if local is not None and not text[end : end + 1].isalnum():
            yield text[at : found - len(before) + local.start()]
            yield _BLANK
        else:
            yield text[at:end]
        at = end
        found = lowered.find(MAIL_DOMAIN, end)
    yield text[at:]


def is_name(text: str) -> bool:
    """Whether a text begins with a coined name, its ninth syllable checking the other eight."""
    letters = re.sub("[^a-z]", "", text.lower())[:_LETTERS]
    if not _SYLLABLES.fullmatch(letters):
        return False
    places = [
        _CONSONANTS.index(letters[at]) * len(_VOWELS) + _VOWELS.index(letters[at + 1])
        for at in range(0, _LETTERS, 2)
    ]
    total = sum((2 * place + 3) * value for place, value in enumerate(places[:-1], 1))
    return total % (len(_CONSONANTS) * len(_VOWELS)) == places[-1]


def is_secret(text: str) -> bool:
    """Whether the last five letters and digits of a text check those before them."""
    chars = [char for char in text if char.isascii() and char.isalnum()]
    if len(chars) <= _CHECKED:
        return False
    body, check = chars[:-_CHECKED], chars[-_CHECKED:]
    digest = sha256(b"ema pseudonym of a secret\0" + "".join(body).encode()).digest()
    return all(_code(char) == byte % _size(char) for char, byte in zip(check, digest, strict=False))


def _size(char: str) -> int:
    return 10 if char.isdigit() else 26


def _code(char: str) -> int:
    return ord(char) - ord("0" if char.isdigit() else "a" if char.islower() else "A")


def is_mac(address: str) -> bool:
    """Whether an address begins with EE and its last byte checks the others."""
    octets = bytes.fromhex(re.sub("[^0-9a-fA-F]", "", address))
    total = sum(octets[place] * (2 * place + 3) for place in range(5))
    return octets[0] == 0xEE and octets[5] == total % 251  # noqa: PLR2004 - see the docs
