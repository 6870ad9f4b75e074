"""Folding: one spelling of many, and the way back to what stands in the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ema_cli.sanitize.folding import fold

TEXTS = st.text(
    st.one_of(
        st.sampled_from(
            "aB1 ß\u1e9eİ\u0131Σς\u2019\u2010ﬁ\uff21"
            "\u00a0\u200b\u00ad\u0301\u0327é東\u1100\u1175\u11b7\u093e"
        ),
        st.characters(codec="utf-8"),
    ),
    max_size=20,
)


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("Straße für ΣΊΣΥΦΟΣ", "strasse für σίσυφοσ"),
        ("Zoe\u0308 C\u0327elik", "zoë çelik"),
        ("İSTANBUL \u0131Ş\u0131k", "istanbul işik"),
        ("\uff21cme\u00a0ﬁnch\u200b\u2019s\u2010x \u0663", "acme finch's-x 3"),
        ("\u1100\u1175\u11b7\u110e\u1165\u11af", "김철"),
        ("a" + "\u0301" * 20, "á" + "\u0301" * 19),
    ],
)
def test_one_spelling(raw: str, folded: str) -> None:
    assert fold(raw).folded == folded
    assert len(fold(raw).normal) == len(folded)


@given(TEXTS)
def test_the_way_back(raw: str) -> None:
    """Each character stands for a part of the raw text, in order, and that part folds to it."""
    folded = fold(raw)
    assert len(folded.folded) == len(folded.normal)
    extents = [folded.raw(place, place + 1) for place in range(len(folded.normal))]
    assert extents == sorted(extents)
    for char, (start, end) in zip(folded.folded, extents, strict=True):
        assert 0 <= start < end <= len(raw)
        assert char in fold(raw[start:end]).folded
    if extents:
        assert folded.raw(0, len(extents)) == (extents[0][0], extents[-1][1])


@given(TEXTS)
def test_folded_again_it_is_the_same(raw: str) -> None:
    assert fold(fold(raw).normal).normal == fold(raw).normal
