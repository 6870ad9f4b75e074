"""Asking before something goes for good; where there is nobody to ask, that is a mistake."""

from __future__ import annotations

import sys

import typer

from ema_cli.cli.streams import one_line
from ema_cli.errors import usage


def ask(question: str, *, doing: str) -> None:
    """Ask on the terminal. `usage` error for no, and where standard input is no terminal."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise usage(f"{doing} asks first, and there is nobody to ask", hint="add --yes")
    if not typer.confirm(one_line(question), err=True):
        raise usage("nothing was changed", hint="the answer was no")
