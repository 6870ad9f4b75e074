"""What of a plan's line is shown under a message: ema's own words, and nothing of the user's."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ema_cli.cli.masked_lines import masked

WORDS = frozenset({"tool", "args", "from", "copy"})
SHOWN = re.compile(r"(?:tool|args|from|copy|[-:{}\[\], …]|[\"'])*")


@pytest.mark.parametrize(
    ("line", "at", "shown", "mark"),
    [
        ("- tool: data", "data", "- tool: …", 9),
        ("  args: {from: Ann Lee, x: 1}", "x: 1", "  args: {from: …, …: …}", 19),
        ("  args: {from: Ann Lee, x: 1}", "Lee", "  args: {from: …, …: …}", 16),
        ("{\"tool\": \"copy\", 'from': 'it''s {x}'}", "'it", '{"tool": "copy", \'from\': …}', 26),
        ("tool: copy # tool: copy", "#", "tool: copy …", 12),
        ("# tool", "# tool", "…", 1),
        ("a: http://x.example/tool", "http", "…: …", 4),
        ("\ttool: x", "tool", " tool: …", 2),
        ('tool: "never closed, copy', '"never', "tool: …", 7),
        ("tool: - copy: [copy, {copy}]", "{copy", "tool: - copy: [copy, {copy}]", 22),
        ("tool", "tool", "tool", 1),
    ],
)
def test_what_is_shown(line: str, at: str, shown: str, mark: int) -> None:
    assert masked(line, line.index(at) + 1, WORDS) == (shown, mark)


def test_a_mark_past_the_end() -> None:
    assert masked("tool: ", 7, WORDS) == ("tool:", 6)
    assert masked("", 1, WORDS) == ("", 1)


def test_a_long_line_is_cut_to_what_is_near() -> None:
    shown, mark = masked("- [" + "copy, " * 300 + "x]", 3 + 6 * 150 + 1, WORDS)
    assert len(shown) <= 122
    assert shown.startswith("… ")
    assert shown[mark - 1 :].startswith("copy, copy")


def test_far_to_the_right() -> None:
    line = "- {" + "secret, " * 100_000 + "tool: secret, args: x}"
    shown = "… " + "…, " * 20 + "tool: …, args: …}"
    assert masked(line, line.index("tool") + 1, WORDS) == (shown, 63)


@given(st.text(alphabet="-:{}[],'\"#\\\t é0aℵ tolcpy", max_size=60), st.integers(1, 70))
def test_nothing_else_is_ever_shown(line: str, column: int) -> None:
    shown, mark = masked(line, column, WORDS)
    assert SHOWN.fullmatch(shown)
    assert 1 <= mark <= len(shown) + 1
