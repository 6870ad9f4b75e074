"""Mail addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.reserved import RESERVED_DOMAIN
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_ASCII_LOCAL = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!$'*+-^_~"
_BEFORE = re.compile(r"(?:\"[^\"\x00\n]{1,64}\"|[^\s\x00-\x20\"(),:;<>@\[\\\]`{|}&%=?/#]+)\Z")
_DOMAIN = r"[^\W_](?:[\w.\-]*[^\W_])?"
_AFTER = re.compile(rf"(?:@{_DOMAIN})+")
_MAIL_DOMAIN = re.compile(r"(?:[\w\-]+\.)+(?:[^\W\d_]{2,}|xn--[\w\-]+)")
_SCALED_IMAGE = re.compile(r"@[0-9](?:\.[0-9])?x\.(?:png|jpe?g|gif|webp|svg|avif)", re.IGNORECASE)
_PASSWORD = re.compile(r"://[^\s/@\x00]*:[^\s/@\x00]*")
_LONGEST = 256


class EmailDetector:
    """Finds `local@domain.tld`, with Unicode letters too, and leaves names of images alone."""

    entities = (Entity.EMAIL,)

    def find(self, text: str) -> Iterator[Found]:
        """Look around each `@`; a chain of them (`a@b.c@d.e`) is one value."""
        at = text.find("@")
        while at >= 0:
            after = _AFTER.match(text, at)
            if after is None:
                at = text.find("@", at + 1)
                continue
            found = _judge(text, at, after.end())
            if found is not None:
                yield found
            at = text.find("@", after.end())


def _judge(text: str, at: int, end: int) -> Found | None:
    local = _local(text[max(0, at - _LONGEST) : at]).lstrip(".'*-!$^~")
    domains = text[at + 1 : end]
    if not local or not any(map(_MAIL_DOMAIN.fullmatch, domains.split("@"))):
        return None
    start = at - len(local)
    if _SCALED_IMAGE.fullmatch(text, at, end) or _is_password(text, start):
        return None
    value = f"{local}@{domains}".casefold()
    return Found(start, end, Entity.EMAIL, value, domains.casefold() == RESERVED_DOMAIN)


def _local(before: str) -> str:
    """Give the part of an address that ends here; the plain ones, most of all, without a search."""
    rest = before.rstrip(_ASCII_LOCAL)
    if not rest or (rest[-1] < "\x80" and rest[-1] != '"'):
        return before[len(rest) :]
    found = _BEFORE.search(before)
    return found[0] if found else ""


def _is_password(text: str, start: int) -> bool:
    """Whether what looks like an address is `password@host` of a URL."""
    begin = text.rfind("://", max(0, start - _LONGEST), start)
    return begin >= 0 and _PASSWORD.fullmatch(text, begin, start) is not None
