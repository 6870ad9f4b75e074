"""Texts made of the pieces that YAML is made of, and values that JSON can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from ema_cli.values import JsonValue

PIECES = [
    *("a", "key: ", "- ", "\n", "\n  ", "\n ", "\n    ", "\t", "[", "]", "{", "}", ",", ":", ": "),
    *('"', "'", "|\n  ", ">\n  ", "|+\n", ">-2\n", "|#", "| \t", "#", "# c", "\t#", "&a ", "*a"),
    *("! ", "!!str ", "!", "? ", "$x", "${y}", "%", "@", "`", "---\n", "...\n", "\r\n", "\r"),
    *("😀", "é", "\u00a0", "\\n", "\\x41", "\\ud83d", "\\ude00", "\\\n", " ", "  ", "<<: "),
    *("%YAML 1.1\n", "tool: snapshot\n", "- item\n", '"q": ', "'s'", "1", "true", "~", "-", "--"),
    *("?", "=", "12:30", "null", "1.5"),
]
SPECIAL = [*" \n\t\r:#-{}[]\"'|>&*!%@`?,~=<\\$aZ0.eE+_éñ\u00a0\u0085\u2028\ufeff\u3000😀\x7f\0"]
WORDS = [
    *("NO", "12:30", "1_000", "0x1F", "null", "~", "", "true", "-", "- a", "a: b", "a #b", "1."),
    *(
        ".5",
        "1e5",
        "<<",
        "=",
        "a\n",
        "a\n\n",
        "a\n b\n",
        "\n",
        " a",
        "a ",
        "x" * 1100,
        "---",
        "...",
    ),
]


@pytest.fixture(scope="session")
def yaml_texts() -> SearchStrategy[str]:
    """Give texts that are often nearly YAML."""
    return st.lists(st.sampled_from(PIECES), max_size=16).map("".join)


@pytest.fixture(scope="session")
def json_values() -> SearchStrategy[JsonValue]:
    """Give values of any shape; texts have every character but half surrogate pairs."""
    texts = st.one_of(
        st.sampled_from(WORDS),
        st.text(
            st.one_of(st.sampled_from(SPECIAL), st.characters(exclude_categories=["Cs"])),
            max_size=12,
        ),
    )
    leaves: SearchStrategy[JsonValue] = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        texts,
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)
        ),
        max_leaves=12,
    )
