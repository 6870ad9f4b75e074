"""Files of a bundle folder get names that no file system refuses or confuses."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ema_cli.personas.folder_names import paths


def test_ordinary_names_stay() -> None:
    names = ["b.txt", "A report (final).pdf", "Zoë.md", "no-suffix"]
    assert paths(names) == {name: name for name in names}


@pytest.mark.parametrize(
    "name",
    [
        *(".hidden", "file-2", "trailing.", "trailing ", "a:b", "what?", "a\u200bb"),
        *("x" * 201, "ü" * 101, "e\u0301.txt", "a|b", "\ufeffbom"),
    ],
)
def test_other_names_are_replaced(name: str) -> None:
    assert paths([name])[name] == "file-1"


def test_names_that_differ_in_case_only_do_not_meet() -> None:
    assert paths(["a.txt", "A.txt", "b.txt"]) == {
        "A.txt": "A.txt",
        "a.txt": "file-2",
        "b.txt": "b.txt",
    }


@given(st.sets(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0"))))
def test_no_two_files_meet(names: set[str]) -> None:
    chosen = list(paths(names).values())
    folded = {unicodedata.normalize("NFC", place).casefold() for place in chosen}
    assert len(folded) == len(names)
