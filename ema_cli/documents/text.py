"""From bytes to text: size, encoding and the characters that no file may hold."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, InvalidInput, Place, Problem

if TYPE_CHECKING:
    from ema_cli.documents.limits import Limits

_BOM = "\ufeff"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# Control characters, what YAML alone takes for line breaks (U+0085, U+2028, U+2029), byte order
# marks past the start and the two characters that are none.
_REFUSED = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def decode(data: bytes, file: str, *, limits: Limits, kind: ErrorKind, strict: bool = True) -> str:
    """Give the text of a file without its byte order mark; `InvalidInput` names what is refused.

    `strict` also refuses the characters that YAML must not hold.
    """
    problem = _too_large(data, file, limits)
    if problem is None:
        try:
            text = data.decode("utf-8").removeprefix(_BOM)
        except UnicodeDecodeError as error:
            problem = _not_utf8(data, file, error)
        else:
            problem = _refused_character(text, file) if strict else None
            if problem is None:
                return text
    raise InvalidInput(kind, [problem])


def place_at(text: str, index: int, file: str) -> Place:
    """Find line and column of a character; line breaks are CR, LF and both together."""
    if text[index - 1 : index + 1] == "\r\n":
        index -= 1
    breaks = text.count("\n", 0, index) + text.count("\r", 0, index) - text.count("\r\n", 0, index)
    start = max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1
    return Place(file, breaks + 1, index - start + 1)


def _too_large(data: bytes, file: str, limits: Limits) -> Problem | None:
    if len(data) <= limits.size:
        return None
    allowed = f"{limits.size // (1024 * 1024)} MiB"
    return Problem(f"the file is larger than {allowed}", "split it", Place(file, 1, 1))


def _not_utf8(data: bytes, file: str, error: UnicodeDecodeError) -> Problem:
    before = data[: error.start].decode("utf-8").removeprefix(_BOM)
    place = place_at(before, len(before), file)
    if data.startswith(_UTF16_MARKS):
        return Problem("the file is UTF-16, not UTF-8", "save it as UTF-8", place)
    if _surrogate(data, error):
        return Problem("half of a surrogate pair is no character", "save it as UTF-8", place)
    return Problem("the file is not UTF-8 from here on", "save it as UTF-8", place)


def _surrogate(data: bytes, error: UnicodeDecodeError) -> bool:
    try:
        data[error.start : error.start + 3].decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _refused_character(text: str, file: str) -> Problem | None:
    match = _REFUSED.search(text)
    if match is None:
        return None
    character, place = match.group(), place_at(text, match.start(), file)
    code = f"U+{ord(character):04X}"
    if character == "\0":
        return Problem(
            f"control character {code} is not allowed", "the file may be UTF-16 or no text", place
        )
    if character in "\u2028\u2029":
        what = f"{unicodedata.name(character).lower()} {code} is not allowed"
    elif character == _BOM:
        what = f"a byte order mark ({code}) is allowed at the start of the file only"
    elif unicodedata.category(character) == "Cc":
        what = f"control character {code} is not allowed"
    else:
        what = f"{code} is not allowed: it is no character"
    escape = f"\\u{ord(character):04x}"
    return Problem(what, f"remove it, or write {escape} inside double quotes", place)
