"""Asking before something goes for good; where there is nobody to ask, that is a mistake."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from ema_cli.cli.streams import one_line
from ema_cli.errors import usage


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before a run, once all else that could be wrong was looked at."""

    text: str
    doing: str

    def put(self) -> None:
        """Ask on the terminal."""
        ask(self.text, doing=self.doing)

    def refuse_unheard(self) -> None:
        """Raise the `usage` error for standard input that is no terminal."""
        refuse_unheard(self.doing)


def refuse_unheard(doing: str) -> None:
    """Raise a `usage` error where standard input is no terminal."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise usage(f"{doing} asks first, and there is nobody to ask", hint="add --yes")


def ask(question: str, *, doing: str) -> None:
    """Ask on the terminal. `usage` error for no, and where standard input is no terminal."""
    refuse_unheard(doing)
    if not _answer(one_line(question)):
        raise usage("nothing was changed", hint="the answer was no")


def _answer(question: str) -> bool:
    """Ask until the answer is one; typer's own question writes to standard output as well."""
    while True:
        sys.stderr.write(f"{question} [y/N]: ")
        sys.stderr.flush()
        line = sys.stdin.buffer.readline()
        answer = line.strip().lower()
        if answer in {b"y", b"yes"}:
            return True
        if not line:
            sys.stderr.write("\n")
        if answer in {b"", b"n", b"no"}:
            return False
