"""The content of files in a bundle of one file: text where it is UTF-8, else base64."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.personas.bundle_models import FilePart
    from ema_cli.values import JsonObject


def written(data: bytes) -> JsonObject:
    """Give the key and value that hold `data` in a bundle."""
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(data).decode()}


def fault(part: FilePart) -> str | None:
    """Say what is wrong with a file's content; None when it can be read."""
    if (part.text is None) == (part.base64 is None):
        return "must have `text` or `base64`, one of them"
    try:
        read(part)
    except (NotBase64, ValueError):
        return "has a `base64` that is none"
    return None


def read(part: FilePart) -> bytes:
    """Give the bytes of a file; base64 may be broken into lines."""
    if part.text is not None:
        return part.text.encode()
    return b64decode("".join((part.base64 or "").split()), validate=True)
