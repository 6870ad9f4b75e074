"""What may be a name, a row's key, a file's name: `rejected` for anything else."""

from __future__ import annotations

import unicodedata

from ema_cli.platforms.local.failures import rejected
from ema_cli.platforms.port import (
    CONTROL,
    LONGEST_FILE_NAME,
    LONGEST_ROW_KEY,
    is_file_name,
    is_row_key,
)

LONGEST_NAME = 200
"""Characters of a persona's name, after NFC."""
LONGEST_MEDIA_TYPE = 255
"""Characters."""

_CONTROL_OR_BREAK = CONTROL | {"Zl", "Zp"}


def checked_name(name: object) -> str:
    """Give a persona's name in NFC, the form in which names are kept and compared."""
    if not isinstance(name, str) or not name.strip():
        raise rejected("the name is empty", hint="give the persona a name")
    text = normal(name)
    if _holds(text, _CONTROL_OR_BREAK):
        raise rejected("the name holds control characters", hint="leave them out")
    if len(text) > LONGEST_NAME:
        raise rejected(
            f"the name has {len(text)} characters", hint=f"give it at most {LONGEST_NAME}"
        )
    return text


def normal(name: str) -> str:
    """Give a name in NFC."""
    return unicodedata.normalize("NFC", name)


def check_row_key(key: object, what: str) -> None:
    """Refuse what is no key; `what` says where it stands, since a key is not shown."""
    if not is_row_key(key):
        raise rejected(
            f"the key of {what} is no row key",
            hint=f"a key is text of 1 to {LONGEST_ROW_KEY} characters, none of them control ones",
        )


def check_file_name(name: object) -> None:
    """Refuse what is no plain base name."""
    if not is_file_name(name):
        raise rejected(
            "the file's name is no plain base name",
            hint=f"leave out folders and control characters; at most {LONGEST_FILE_NAME} bytes",
        )


def check_media_type(media_type: object) -> None:
    """Refuse a media type that is no short printable text."""
    if (
        not isinstance(media_type, str)
        or not 0 < len(media_type) <= LONGEST_MEDIA_TYPE
        or _holds(media_type, _CONTROL_OR_BREAK)
    ):
        raise rejected("the file's media type is no media type", hint="such as text/plain")


def _holds(text: str, categories: frozenset[str]) -> bool:
    return any(unicodedata.category(character) in categories for character in text)
