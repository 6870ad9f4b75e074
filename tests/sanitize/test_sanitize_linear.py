"""Texts made to be slow take steps in proportion to their length.

Steps are lines of Python that run, so that no clock is needed; what libraries do inside one line
is held by the patterns themselves, which the long texts here would not come through otherwise.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.sanitize.entities import DETECTED, Example
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = [Example(value) for value in ("Ann Lee", "a.b*c(d)+?[x]{3}", "***", "a a a", "(((", "|")]
ONE = Sanitizer(EXAMPLES, b"k" * 32, Options())
SCAN = Scan(EXAMPLES, DETECTED)
PATTERNS = [
    *("a@", "@", "1", "1 ", "01 ", "(01) ", "+1 ", "+", ":", "a:", "::1", "1.1.", "-01", "00 1"),
    *("-----BEGIN PRIVATE KEY-----", "://a:", "password=", "Ann ", "*", "a ", "%41", "&amp;"),
    *("\\\\", "e\u0301", "\u0301", "\u1112", "GB82 ", "4111 ", "%25", "tel 12345", '"', "eyJ"),
    *("eyJabcdefgh.", "Basic ", "1234567x", "AKIA", "-aa", "aa:", "Password = ", "((("),
]


def steps(work: Callable[[str], Any], text: str) -> int:
    count = 0

    def trace(_frame: Any, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("work", [ONE.text, SCAN.text], ids=["sanitize", "scan"])
def test_steps_grow_with_the_text(pattern: str, work: Callable[[str], Any]) -> None:
    work(pattern * 20)  # loads what it needs
    short, long = (pattern * (size // len(pattern)) for size in (1_000, 4_000))
    assert steps(work, long) <= 6 * steps(work, short) + 1_000


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "a@" * 50_000, "1" * 100_000, "x@" + "a." * 50_000]
)
def test_long_texts_without_a_space(text: str) -> None:
    ONE.text(text)
    SCAN.text(text)


def test_a_deeply_nested_text_is_only_text() -> None:
    assert ONE.text("[" * 50_000 + "Ann Lee" + "]" * 50_000).count("Ann") == 0
