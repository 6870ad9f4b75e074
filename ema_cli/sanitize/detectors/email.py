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
_LOCAL = r"[^\s\x00-\x20\"(),:;<>@\[\\\]`{|}&%=?/#]"
_BEFORE = re.compile(rf"(?:\"[^\"\x00\n]{{1,64}}\"|{_LOCAL}+)\Z")
_AFTER = re.compile(rf"(?:@{_LOCAL}+)+")
_LABEL = r"[^\W_][\w\-]*"
_DOMAIN = re.compile(rf"(?:{_LABEL}[.\u3002])+[^\W\d_](?:(?:[^\W_]|-)*[^\W_])(?!-*[^\W_])")
_SCALED_IMAGE = re.compile(r"@[0-9](?:\.[0-9])?x\.(?:png|jpe?g|gif|webp|svg|avif)", re.IGNORECASE)
_PASSWORD = re.compile(r"://[^\s/@\x00]*:[^\s/@\x00]*")
_LONGEST = 256


class EmailDetector:
    """Finds `local@domain.tld`, with Unicode letters too, and leaves names of images alone."""

    entities = (Entity.EMAIL,)

    def find(self, text: str) -> Iterator[Found]:
        """Look around each `@`; a chain of them (`a@b.example@c`) is one value."""
        at = text.find("@")
        while at >= 0:
            local = _local(text[max(0, at - _LONGEST) : at]).lstrip(".'*-!$^~")
            after = _AFTER.match(text, at) if local else None
            if after is None:
                at = text.find("@", at + 1)
                continue
            found = _judge(text, at - len(local), at, after[0])
            if found is not None:
                yield found
            at = text.find("@", after.end())


def _judge(text: str, start: int, at: int, after: str) -> Found | None:
    length = _length(after)
    if not length:
        return None
    end = at + length
    if _SCALED_IMAGE.fullmatch(text, at, end) or _is_password(text, start):
        return None
    value = text[start:end].casefold().replace("\u3002", ".")
    reserved = value.endswith(_RESERVED_END) and value.count("@") == 1
    return Found(start, end, Entity.EMAIL, value, reserved)


_RESERVED_END = f"@{RESERVED_DOMAIN}"


def _length(after: str) -> int:
    """Give how much of `@b.example@c` belongs to an address: up to the last domain in it."""
    end = len(after)
    while end > 0:
        at = after.rfind("@", 0, end)
        domain = _DOMAIN.match(after, at + 1, end)
        if domain is not None:
            return domain.end()
        end = at
    return 0


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
