"""Hostile and huge texts: read or refused within 200 MB, and the process never dies."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.weighing import weigh

if TYPE_CHECKING:
    from pathlib import Path

MEMORY = 200 * 1024 * 1024
PROGRAM = """
import sys
from ema_cli.documents.reading import read_document
from ema_cli.errors import InvalidInput
data = eval(sys.argv[1])
try:
    read_document(data, "f", pure=sys.argv[2] == "pure")
    print("read")
except InvalidInput as error:
    print(error.problems[0].message)
"""
LINE = 5 * 1024 * 1024
BOMB = (
    "b'a: &a [x,x,x,x,x,x,x,x,x]\\n'"
    " + b''.join(b'%c: &%c [%s]\\n' % (c, c, b','.join([b'*%c' % (c - 1)] * 9))"
    " for c in range(98, 107))"
)
TEXTS = {
    "a bomb": (BOMB, "more than 100,000 keys and values"),
    "200,000 brackets": ("b'[' * 200_000", "nested deeper than 100 levels"),
    "200,000 closed brackets": ("b'[' * 200_000 + b']' * 200_000", "nested deeper than 100 levels"),
    "200,000 braces": ("b'{a: ' * 200_000", "nested deeper than 100 levels"),
    "200,000 dashes": ("b'- ' * 200_000", "nested deeper than 100 levels"),
    "200,000 question marks": ("b'? ' * 200_000", "nested deeper than 100 levels"),
    "a long plain line": (f"b'a: ' + b'x' * ({LINE} - 3)", "read"),
    "a long line of words": (f"b'x ' * ({LINE} // 2)", "read"),
    "a long quoted line": (f"b'\"' + b'x' * ({LINE} - 2) + b'\"'", "read"),
    "a long open quote": (f"b'\"' + b'x' * ({LINE} - 1)", "this quote is never closed"),
    "a long comment": (f"b'#' + b'x' * ({LINE} - 1)", "the file is empty"),
    "a long line of anchors": (f"b'&' + b'a' * ({LINE} - 4) + b' x'", "read"),
    "many items in a line": (f"b'[' + b'a,' * ({LINE} // 2 - 1)", "more than 100,000"),
    "empty lines": (f"b'\\n' * {LINE}", "the file is empty"),
    "100,000 keys": (
        "b''.join(b'k%d: 1\\n' % n for n in range(100_000))",
        "more than 100,000 keys and values",
    ),
    "49,000 keys": ("b''.join(b'k%d: 1\\n' % n for n in range(49_000))", "read"),
    "49,000 equal keys": ("b'k: 1\\n' * 49_000", "read"),
    "49,000 merges": ("b'a: &a {b: 1}\\n' + b'c: {<<: *a}\\n' * 16_000", "read"),
    "indented by tabs": (f"b'- a\\n' + b'\\t- b\\n' * ({LINE} // 5 - 1)", "a tab is used"),
    "a document a line": ("b'---\\n' * 1_000_000", "a second document begins here"),
}


def look(name: str, loader: str, folder: Path) -> None:
    program, expected = TEXTS[name]
    done = weigh([sys.executable, "-c", PROGRAM, program, loader], folder)
    assert done.out.startswith(expected)
    assert done.peak < MEMORY


@pytest.mark.parametrize("name", TEXTS)
def test_with_the_c_loader(name: str, tmp_path: Path) -> None:
    look(name, "c", tmp_path)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.whole
def test_with_the_python_loader(name: str, tmp_path: Path) -> None:
    look(name, "pure", tmp_path)
