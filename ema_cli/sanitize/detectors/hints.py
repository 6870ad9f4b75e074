"""Words before a number that say what it is."""

from __future__ import annotations

import re

_WIDTH = 40
"""Characters before a number that are looked at."""
_NEAR = 3
"""Characters between the last word and the number, at most."""
_WORD = re.compile(r"[^\W\d_]+")
_PHONE = frozenset((
    *("phone", "phones", "tel", "telefon", "telefono", "tel\u00e9fono", "telefone", "telephone"),
    *("mobile", "mob", "mobil", "cell", "cellphone"),
    *("fax", "call", "called", "calling", "calls", "callback"),
    *("ring", "dial", "sms", "whatsapp", "hotline", "handy"),
))  # fmt: skip
_BETWEEN = frozenset((
    *("no", "nr", "number", "num", "is", "me", "us", "him"),
    *("her", "them", "at", "on", "to", "under", "back", "now", "line"),
))  # fmt: skip
_OTHER = frozenset((
    *("order", "ticket", "id", "ref", "reference", "invoice"),
    *("case", "account", "acct", "sku", "part", "parts"),
    *("item", "model", "no", "nr", "version", "serial"),
    *("tracking", "code", "pin", "po", "page", "pages", "p", "pp"),
    *("room", "isbn", "batch", "lot", "build"),
    *("request", "req", "transaction", "txn", "customer", "client"),
    *("contract", "policy", "job", "run", "issue", "bug"),
    *("pr", "commit", "row", "rows", "between", "from"),
))  # fmt: skip
_OTHER_BETWEEN = frozenset(["no", "nr", "number", "num", "id", "is", "was"])
_OTHER_SIGNS = frozenset("/=$\u20ac\u00a3\u00a5#")


def before(text: str, start: int, width: int = _WIDTH) -> str:
    """Give what stands before a place in the same leaf, in lower case."""
    return text[max(0, start - width) : start].rpartition("\0")[2].lower()


def says_phone(text: str, start: int) -> bool:
    """Whether the words before call it a phone number."""
    return _says(before(text, start), _PHONE, _BETWEEN)


def says_other(text: str, start: int) -> bool:
    """Whether what stands before calls it something else than a phone number."""
    window = before(text, start)
    if _says(window, _PHONE, _BETWEEN):
        return False
    return window.rstrip(" (")[-1:] in _OTHER_SIGNS or _says(window, _OTHER, _OTHER_BETWEEN)


def _says(window: str, words: frozenset[str], between: frozenset[str]) -> bool:
    """Whether one of `words` stands last, or has only words of `between` behind it."""
    found = _WORD.findall(window)
    if not found or len(window) - window.rfind(found[-1]) - len(found[-1]) > _NEAR:
        return False
    while found and found[-1] in between and found[-1] not in words:
        found.pop()
    return bool(found) and found[-1] in words
