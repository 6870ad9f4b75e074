"""What an example is, where the user does not say, and what its pseudonym is made from."""

from __future__ import annotations

import re
from typing import NamedTuple

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.folding import fold_text, is_word

SUFFIXES = (
    *("ab", "ag", "as", "bv", "co", "company", "corp", "corporation", "gmbh", "group", "holding"),
    *("holdings", "inc", "incorporated", "kg", "kgaa", "limited", "llc", "llp", "ltd", "mbh"),
    *("nv", "oy", "oyj", "plc", "pty", "sa", "sarl", "sas", "se", "spa", "srl", "ug"),
)
"""Last words by which an organization is known; a pseudonym keeps them."""

_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PHONE = re.compile(r"(?:\+|00|\(?0|\()?[0-9][0-9 ().\-/]{5,}")
_STREET = re.compile(
    r"[0-9]+[a-z]?\s.*\b(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|way|court|square|place)\b"
    r"|.*(?:stra(?:ss|ß)e|str\.|weg|platz|gasse)\s+[0-9]+[a-z]?\b|(?:rue|calle|via)\s.*[0-9]"
)
_ID = re.compile(r"(?=.*[0-9])[\w.\-/#]+")
_NAME = re.compile(r"[^\W\d_][\w.'\-]*(?:\s+[^\W\d_][\w.'\-]*){1,3}")
PARTICLES = frozenset({"al", "bin", "da", "de", "del", "der", "di", "la", "le", "van", "von"})


def infer(value: str) -> Entity:
    """Judge what an example is by its shape; `text` where nothing tells."""
    folded = " ".join(fold_text(value).split())
    if _EMAIL.fullmatch(folded):
        return Entity.EMAIL
    if _PHONE.fullmatch(folded) and sum(map(str.isdigit, folded)) in range(7, 16):
        return Entity.ID if folded.isdigit() and not folded.startswith("0") else Entity.PHONE
    words = folded.replace(".", "").replace(",", "").split()
    if len(words) > 1 and words[-1] in SUFFIXES:
        return Entity.ORGANIZATION
    if _STREET.match(folded):
        return Entity.ADDRESS
    if _ID.fullmatch(folded):
        return Entity.ID
    return Entity.PERSON if _is_name(" ".join(value.split())) else Entity.TEXT


def _is_name(value: str) -> bool:
    if not _NAME.fullmatch(value):
        return False
    words = [word for word in value.split() if word.lower() not in PARTICLES]
    return len(words) > 1 and all(word[0].isupper() for word in words)


_PLAIN_WORD = re.compile("[A-Za-z0-9]+")


def words_of(folded: str) -> list[tuple[int, int]]:
    """Find the words of a folded text, as extents."""
    if folded.isascii():
        return [word.span() for word in _PLAIN_WORD.finditer(folded)]
    words: list[tuple[int, int]] = []
    start = None
    for index, char in enumerate(folded):
        if is_word(char):
            start = index if start is None else start
        elif start is not None:
            words.append((start, index))
            start = None
    if start is not None:
        words.append((start, len(folded)))
    return words


def has_joined_forms(folded: str) -> bool:
    """Whether words of it may be written together; two numbers written together are another."""
    return any(char.isalpha() for char in folded)


class NameShape(NamedTuple):
    """How a name is built: so is its pseudonym, in all its spellings."""

    single: bool
    """One word, not counting the suffix."""
    suffix: str
    """The last word of an organization, folded; empty where it has none."""
    swapped: bool = False
    """Written last name first, with a comma."""


def name_shape(folded: str, entity: Entity) -> NameShape:
    """Judge how a folded name is built; what an apostrophe joins is one word."""
    words = words_of(folded.replace("'", ""))
    last = "".join(folded.replace("'", "")[slice(*words[-1])]) if words else ""
    suffix = last if entity is Entity.ORGANIZATION and len(words) > 1 and last in SUFFIXES else ""
    return NameShape(len(words) - bool(suffix) <= 1, suffix)


def named_value(text: str) -> str:
    """Give what the pseudonym of a named value is made from: all spellings of it give the same.

    Its words written together, with what stands at its edges (so that `C++` is not `C`).
    """
    folded = " ".join(fold_text(text).split())
    words = words_of(folded)
    if not words or not has_joined_forms(folded):
        return folded
    edges = folded[: words[0][0]], folded[words[-1][1] :].lstrip(".")
    joined = "".join(folded[start:end] for start, end in words)
    return edges[0] + joined + edges[1]
