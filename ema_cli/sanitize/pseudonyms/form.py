"""The form in which a name is written: upper case, slug, camel case."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def name_like(words: Sequence[str], original: str, gap: str) -> str:
    """Write `words` (given in lower case) in the case of `original`, `gap` between them."""
    return gap.join(cased(word, original, first=not index) for index, word in enumerate(words))


def cased(word: str, original: str, *, first: bool) -> str:
    """Write a word in the case of a text; `first`: it stands where that text begins."""
    if is_upper(original):
        return word.upper()
    letters = [char for char in original if char.isupper() or char.islower()]
    if letters and not any(map(str.isupper, letters)):
        return word
    if first and letters and letters[0].islower() and original[0] == letters[0]:
        return word
    return word.capitalize()


def is_upper(text: str) -> bool:
    """Whether a text is written in capitals: at least two of them."""
    return text.isupper() and sum(map(str.isupper, text)) > 1
