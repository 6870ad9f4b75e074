"""Cuts a command line as a shell does, the last word of which may still be incomplete."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SPACE = " \t\n"
_SPECIAL = re.compile(r"[^\w@%+,./-]")


@dataclass(slots=True)
class Word:
    """A word: what it means, which characters of that were written without quotes, open quote."""

    text: str = ""
    bare: str = ""
    """As long as `text`: its characters, or a NUL for each that was in quotes or escaped."""
    quote: str = ""

    def add(self, character: str, *, bare: bool = False) -> None:
        """Take one more character."""
        self.text += character
        self.bare += character if bare else "\0"


def cut(line: str) -> list[Word]:
    """Give the words of a line up to the cursor; after a space the last one is empty."""
    words = [Word()]
    started = escaped = False
    for character in line:
        word = words[-1]
        if escaped:
            word.add(character)
            escaped = False
        elif character == "\\" and word.quote != "'":
            started = escaped = True
        elif word.quote:
            if character == word.quote:
                word.quote = ""
            else:
                word.add(character)
        elif character in "'\"":
            word.quote, started = character, True
        elif character in _SPACE:
            if started:
                words.append(Word())
            started = False
        else:
            word.add(character, bare=True)
            started = True
    return words


def reply(word: Word, candidate: str, breaks: str) -> str:
    """Write what bash puts in the place of the word being typed.

    Readline takes a word to begin after the last of its break characters, or after an open quote.
    """
    if word.quote == '"':
        return re.sub(r'(["\\$`])', r"\\\1", candidate)
    if word.quote:
        return candidate.replace("'", "'\\''")
    start = max((word.bare.rfind(b) for b in breaks if b in "=:@"), default=-1) + 1
    return _SPECIAL.sub(r"\\\g<0>", candidate[start:])
