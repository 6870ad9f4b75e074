"""Examples looked for in the spellings that people and programs write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import ahocorasick_rs

from ema_cli.sanitize.proof.readings import in_word, is_edge, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_JOINERS = (" ", "-", "_", ".", "+", "/", "")
_GROUPING = re.compile(r"[\s().+/\-]")
_POWER_SIGN = re.compile(r"[0-9]e[+\-]?[0-9]")
_POWER = re.compile(r"(?<![\w.])[0-9]{1,15}(?:\.[0-9]{1,15})?e[+\-]?[0-9]{1,2}(?![\w.])", re.ASCII)
_DECIMAL = re.compile(
    r"[+\-]?[0-9]{1,15}(?:\.[0-9]{1,15}|(?:\.[0-9]{1,15})?e[+\-]?[0-9]{1,2})", re.ASCII
)
_LONGEST = 40
_DIGITS = "0123456789"
_ENOUGH = 6
"""Letters."""
_SMALL = 100_000
"""Characters of spellings for which the fastest kind of automaton takes some 15 MB at most."""


class ExampleScan:
    """Counts examples in texts and numbers."""

    def __init__(self, examples: Iterable[str]) -> None:
        """Write down each example in all its spellings."""
        examples = list(examples)
        spellings = {s for example in examples for s in _spellings(plain(example).strip())}
        self._spellings = sorted(spellings)
        self._automaton = _automaton(self._spellings) if spellings else None
        names = filter(_is_plain_name, (plain(example).strip() for example in examples))
        self._beside_digits = {spelling for name in names for spelling in _spellings(name)}
        self._numbers = {number for example in examples for number in _numbers(plain(example))}
        """Without their sign."""
        self.are_mail_like = any(word in s for s in spellings for word in ("pseudonym", "example"))
        """Whether one of them may be a part of a pseudonym's domain."""

    def in_text(self, text: str) -> int:
        """Count them in a text in plain spelling."""
        if self._automaton is None:
            return 0
        found = self._automaton.find_matches_as_indexes(text, overlapping=True)
        return sum(self._stands(text, *match) for match in found) + self._powers(text)

    def _powers(self, text: str) -> int:
        if not self._numbers:
            return 0
        starts = (_power_start(text, sign.start()) for sign in _POWER_SIGN.finditer(text))
        found = (_POWER.match(text, start) for start in starts)
        return sum(self.is_number(float(power[0])) for power in found if power)

    def is_number(self, number: float) -> bool:
        """Whether a number is one of them, with either sign."""
        return abs(number) in self._numbers

    def _stands(self, text: str, index: int, start: int, end: int) -> bool:
        spelling = self._spellings[index]
        before, after = text[start - 1] if start else "", text[end : end + 1]
        if spelling in self._beside_digits:
            before, after = before.strip(_DIGITS), after.strip(_DIGITS)
        return is_edge(before, spelling[0]) and is_edge(spelling[-1], after)


def _is_plain_name(example: str) -> bool:
    """Whether an example is several words of ASCII letters, enough to be known beside digits."""
    words = example.split()
    letters = "".join(words)
    plain_words = letters.isascii() and letters.isalpha() and len(words) > 1
    return plain_words and len(letters) >= _ENOUGH and bool(letters.strip("abcdef"))


def _power_start(text: str, at: int) -> int:
    """Give where the digits begin that reach to `at`."""
    before = text[max(0, at - _LONGEST) : at + 1]
    return at + 1 - len(before) + len(before.rstrip("0123456789."))


def _automaton(spellings: Sequence[str]) -> ahocorasick_rs.AhoCorasick:
    small = sum(map(len, spellings)) < _SMALL
    fastest = ahocorasick_rs.Implementation.DFA if small else None
    return ahocorasick_rs.AhoCorasick(spellings, implementation=fastest)


def _spellings(example: str) -> Iterator[str]:
    if not example:
        return
    words = _words(example)
    bare = example.rstrip(".") if words else example
    yield bare
    joinable = any(map(str.isalpha, bare)) and in_word(bare[0]) and in_word(bare[-1])
    if joinable and len(words) > 1:
        yield from (joiner.join(words) for joiner in _JOINERS)


def _words(text: str) -> list[str]:
    return "".join(char if in_word(char) else " " for char in text).split()


def _numbers(example: str) -> Iterator[float]:
    if _DECIMAL.fullmatch(example.strip()):
        yield abs(float(example))
        return
    digits = _GROUPING.sub("", example)
    if not digits.isascii() or not digits.isdecimal() or len(digits) > _LONGEST:
        return
    if str(int(digits)) == digits:
        yield int(digits)
