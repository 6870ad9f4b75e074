"""JSON documents as text: what ema prints and saves."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.values import JsonValue

# What UTF-8 cannot hold, and what a terminal may take for a command (C1 control characters).
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def encode(document: JsonValue, *, ascii_only: bool = False) -> str:
    """Write a document, indented, with a line break at the end.

    CI logs take `##[` anywhere in a line for a command, so its first sign becomes an escape, too.
    Half surrogate pairs become escapes, so that the text can always be encoded as UTF-8; with
    `ascii_only` it is ASCII. `ValueError` for numbers that JSON has no form for.
    """
    text = json.dumps(document, indent=2, ensure_ascii=ascii_only, allow_nan=False)
    text = text.replace("##[", "\\u0023#[")
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text) + "\n"
