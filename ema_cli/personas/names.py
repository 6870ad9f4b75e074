"""What may be a persona's name."""

from __future__ import annotations

import unicodedata

from ema_cli.errors import usage

LONGEST = 200
"""Characters after NFC."""


def checked_name(name: str) -> str:
    """Give `name` in NFC, the form in which names are kept and compared.

    `usage` for one that is empty or blank, too long, or holds control or line-breaking characters
    or lone surrogates.
    """
    text = unicodedata.normalize("NFC", name)
    if not text.strip():
        raise usage("the name is empty", hint="give the persona a name")
    if any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in text):
        raise usage("the name holds control characters", hint="leave them out")
    if len(text) > LONGEST:
        raise usage(
            f"the name has {len(text)} characters", hint=f"give it at most {LONGEST} characters"
        )
    return text
