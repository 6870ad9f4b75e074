"""The spaces that pseudonyms are taken from, told in this module's own way.

The table stands in `docs/sanitizing.md`.
"""

from __future__ import annotations

import re
from hashlib import sha256
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAIL_DOMAIN = "pseudonym.example"
_DOMAIN = re.compile(re.escape(MAIL_DOMAIN), re.IGNORECASE | re.ASCII)
_SIGN = re.compile(r"(?:@|%40|&#64;|&#x40;|&commat;|\\u0040)\Z", re.IGNORECASE)
_LOCAL = re.compile(r"[\w.\-]+\Z")
_AROUND = 64
_PHONE = re.compile(r"\+999[ ().\-/]{0,3}(?:[0-9][ ().\-/]{0,3}){4,18}(?!\w)")
_SYLLABLES = re.compile(r"(?:[bdfghjklmnprstvz][aeiou]){9}")
_PLACES = {
    consonant + vowel: 5 * row + column
    for row, consonant in enumerate("bdfghjklmnprstvz")
    for column, vowel in enumerate("aeiou")
}
_WEIGHTS = [2 * place + 3 for place in range(1, 9)]
_LETTERS = 18
_NO_LETTER = re.compile("[^a-z]+")
_NUMERAL = re.compile("999[0-9]{12}")
_BLANK = "\x01"
"""No part of a word, and no white space either: nothing stands alone beside it."""
_CHECKED = 5


def without(text: str, *, mail: bool) -> str:
    """Blank out pseudonyms of phone numbers, and on demand of mail addresses.

    They hold more than one word or number, which are nothing by themselves.
    """
    if mail:
        text = "".join(_parts(text))
    return _PHONE.sub(_BLANK, text) if "+999" in text else text


def _parts(text: str) -> Iterator[str]:
    at = 0
    for domain in _DOMAIN.finditer(text):
        begin, end = domain.span()
        before = text[max(at, begin - _AROUND) : begin]
        sign = _SIGN.search(before)
        local = _LOCAL.search(before, 0, sign.start()) if sign else None
        if local is not None and not text[end : end + 1].isalnum():
            yield text[at : begin - len(before) + local.start()]
            yield _BLANK
        else:
            yield text[at:end]
        at = end
    yield text[at:]


def is_name(text: str) -> bool:
    """Whether a text begins with a coined name, its ninth syllable checking the other eight."""
    letters = _NO_LETTER.sub("", text.lower())[:_LETTERS]
    if not _SYLLABLES.fullmatch(letters):
        return False
    places = [_PLACES[letters[at : at + 2]] for at in range(0, _LETTERS, 2)]
    total: int = sum(map(mul, _WEIGHTS, places))
    return total % len(_PLACES) == places[-1]


def is_numeral(text: str) -> bool:
    """Whether a text is built like what stands for a value that was a number."""
    return _NUMERAL.fullmatch(text) is not None


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
