"""Digests of data that cost nothing when a version is made: they change with each row.

A persona's rows are summed up, modulo 2**256, as one SHA-256 for each row (key and fields) and
one for each pair of neighbours (their keys). Keys are unique, so the pairs tell the order, and
equal sums mean equal rows in equal order. Files are summed up as one SHA-256 each. A sum of
digests guards against chance and not against somebody who sets out to make two sums meet; it is
asked here whether data changed.
"""

from __future__ import annotations

from hashlib import sha256

_MODULUS = 1 << 256
_BYTES = 32


def row_term(key: str, fields: str) -> int:
    """Give what a row adds to the sum; `fields` as they are stored."""
    return _term(f"{key}\0{fields}")


def pair_term(before: str, key: str) -> int:
    """Give what a row adds by following the row `before`; empty for the first."""
    return _term(f"\0{before}\0{key}")


def file_term(name: str, media_type: str, digest: str) -> int:
    """Give what a file adds to the sum."""
    return _term(f"{name}\0{media_type}\0{digest}")


def changed(total: bytes, by: int) -> bytes:
    """Add `by`, which may be negative, to a stored sum; the sum of nothing is empty."""
    value = (int.from_bytes(total, "big") + by) % _MODULUS
    return value.to_bytes(_BYTES, "big") if value else b""


def _term(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest(), "big")
