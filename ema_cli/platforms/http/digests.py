"""The digest that goes with the bytes of a file (RFC 9530), so that half a file is never taken."""

from __future__ import annotations

import base64
import re

DIGEST_HEADER = "Repr-Digest"

_SHA256 = re.compile(r"(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):")


def digest_header(sha256: str) -> str:
    """Write the header's value; `sha256` is in hexadecimal."""
    return f"sha-256=:{base64.b64encode(bytes.fromhex(sha256)).decode()}:"


def digest_of(header: str) -> str | None:
    """Read the SHA-256 of a header's value, in hexadecimal; None where it has none."""
    found = _SHA256.search(header)
    return None if found is None else base64.b64decode(found[1]).hex()
