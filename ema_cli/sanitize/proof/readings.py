"""Texts as a reader may understand them: escapes undone, spellings made one."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import filterfalse
from typing import TYPE_CHECKING
from unicodedata import category, decimal, normalize
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SEPARATOR = " \0 "
_STEPS = 3
_HTML = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_JSON = re.compile(r'(?:\\u[0-9A-Fa-f]{4})+|\\["\\/bfnrt]')
_SPACES = "\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f"
_OTHER_SPACES = "\x85\u2028\u2029"
_QUOTED = re.compile(r"\n>[>\s]*")
"""Marks of a quoted mail."""
_HYPHENS = re.compile("[\u2010-\u2015\u2212]")
_APOSTROPHES = re.compile("[\u2018\u2019\u02bc\u2032]")
_HALVES = re.compile("[\ud800-\udfff]")
"""Halves of surrogate pairs, which JSON can say and UTF-8 cannot."""
_INVISIBLE = re.compile("[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


def readings(texts: Sequence[str]) -> Iterator[str]:
    """Give the texts as one, then those that hold escapes again with the escapes undone.

    Each time those in ASCII come apart from the others, as they are read faster.
    """
    joined = list(_joined(texts))
    yield from joined
    if any(sign in text for text in joined for sign in _UNDO):
        yield from _undone(texts, 0)


def _joined(texts: Sequence[str]) -> Iterator[str]:
    plain = list(filter(str.isascii, texts))
    if plain:
        yield SEPARATOR.join(plain)
    if len(plain) < len(texts):
        yield SEPARATOR.join(filterfalse(str.isascii, texts))


def _undone(texts: Sequence[str], step: int) -> Iterator[str]:
    if step == _STEPS:
        return
    texts = [text for text in texts if "%" in text or "&" in text or "\\" in text]
    for sign, undo in _UNDO.items():
        changed = [new for text in texts if sign in text and (new := undo(text)) != text]
        if changed:
            yield from _joined(changed)
            yield from _undone(changed, step + 1)


def _from_html(text: str) -> str:
    return _HTML.sub(lambda found: unescape(found[0]), text)


def _from_json(text: str) -> str:
    return _JSON.sub(lambda found: str(json.loads(f'"{found[0]}"')), text)


_UNDO: dict[str, Callable[[str], str]] = {"%": unquote, "&": _from_html, "\\": _from_json}


def plain(text: str) -> str:
    """Make one spelling of many: case, width, composition, white space, invisible characters."""
    if not text.isascii():
        text = normalize("NFKC", text).replace("\u0130", "i").replace("\u0131", "i")
        text = _INVISIBLE.sub("", text).casefold().replace("i\u0307", "i")
        text = _HYPHENS.sub("-", _APOSTROPHES.sub("'", normalize("NFKC", text)))
        text = _spaced(text, _OTHER_SPACES)
    if "\n>" in text:
        text = _QUOTED.sub(" ", text)
    text = _spaced(text.lower(), _SPACES)
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def _spaced(text: str, spaces: str) -> str:
    """Make these characters spaces; one that is not there costs next to nothing."""
    for space in spaces:
        text = text.replace(space, " ")
    return text


def plain_digits(text: str) -> str:
    """Write wide characters, and the digits of all scripts, as ASCII."""
    if text.isascii():
        return text
    text = normalize("NFKC", _INVISIBLE.sub("", _HALVES.sub("\ufffd", text)))
    text = _HYPHENS.sub("-", text)
    for digit in filter(str.isdecimal, set(text)):
        text = text.replace(digit, str(decimal(digit)))
    return text


def in_word(char: str) -> bool:
    """Whether a character is a letter, a digit, or a mark on one."""
    return char.isalnum() or (char > "\u02ff" and category(char)[0] == "M")


_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u3005-\u318f\u31f0-\u4dbf\u4e00-\ud7a3"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)


def is_edge(before: str, after: str) -> bool:
    """Whether a word may end between two characters; an empty one is the end of the text."""
    if not before or not after or not in_word(before) or not in_word(after):
        return True
    return bool(_UNSPACED.match(before) or _UNSPACED.match(after))
