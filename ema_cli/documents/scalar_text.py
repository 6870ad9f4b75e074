"""How a single value is written: plain, in quotes, or as a literal block."""

from __future__ import annotations

import json
import re
from math import isfinite

from ema_cli.documents.scalars import DIGITS
from ema_cli.errors import EmaError, ErrorKind

# Texts that no YAML reader takes for anything else, whichever version of YAML it follows.
_PLAIN = re.compile(r"[^\W\d_][\w./@+()',!?;&*%=$-]*+(?: [\w./@+(][\w./@+()',!?;&*%=$-]*+)*+")
_WORDS = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null"])
_LONGEST_PLAIN = 200
# What a literal block would lose, hide or show badly: characters that must be escaped, blanks at
# the end of a line, and a first line that is empty or indented.
_NOT_LITERAL = re.compile(
    "[^\n\t -~\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    "|[ \t](?:\n|\\Z)|\\A[ \t\n]"
)
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def scalar_text(value: bool | float | str | None, indent: str) -> str:  # noqa: FBT001 - a value
    """Write a value; the lines of a literal block begin with `indent`."""
    if isinstance(value, str):
        return text_of(value, indent)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _integer(value) if isinstance(value, int) else _float(value)


def text_of(text: str, indent: str) -> str:
    """Write a text in the form that reads best and keeps every character."""
    if "\n" in text and not _NOT_LITERAL.search(text):
        return _literal(text, indent)
    return plain_or_quoted(text)


def plain_or_quoted(text: str) -> str:
    """Write a text on one line."""
    if len(text) <= _LONGEST_PLAIN and _PLAIN.fullmatch(text) and text.casefold() not in _WORDS:
        return text
    return in_quotes(text)


def in_quotes(text: str) -> str:
    """Write a text in double quotes: JSON's escapes are YAML's, too."""
    if _SURROGATE.search(text):
        raise EmaError(
            ErrorKind.OUTPUT,
            "a text holds half of a surrogate pair, which YAML cannot hold",
            hint="mend the text on the platform",
        )
    quoted = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)


def _literal(text: str, indent: str) -> str:
    body = text.rstrip("\n")
    breaks = len(text) - len(body)
    sign = "-" if breaks == 0 else "" if breaks == 1 else "+"
    lines = [indent + line if line else "" for line in body.split("\n")]
    return "|" + sign + "\n" + "\n".join(lines) + "\n" * max(breaks - 1, 0)


def _integer(number: int) -> str:
    try:
        text = str(number)
    except ValueError:
        text = "0" * (DIGITS + 1)
    if len(text.removeprefix("-")) > DIGITS:
        raise EmaError(ErrorKind.OUTPUT, f"an integer has more than {DIGITS:,} digits")
    return text


def _float(number: float) -> str:
    if not isfinite(number):
        raise EmaError(ErrorKind.OUTPUT, "a number is infinite or none at all, which is no YAML")
    mantissa, sign, exponent = repr(number).partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return mantissa + sign + exponent
