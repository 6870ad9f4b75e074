"""From the options `--actions` and `-a` to the texts of plans."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ema_cli.errors import ErrorKind, InvalidInput, Problem
from ema_cli.plans.models import PlanSource

if TYPE_CHECKING:
    from collections.abc import Sequence

STDIN = "-"
LARGEST = 5 * 1024 * 1024
"""Bytes. One more is read, so that the reader of plans can refuse what is larger."""


def plan_sources(files: Sequence[str], inline: Sequence[str]) -> list[PlanSource]:
    """Read all plans: files in their order, then the values of `-a`.

    `plan_invalid` for all files that cannot be read, at once.
    """
    sources: list[PlanSource] = []
    problems: list[Problem] = []
    for name in files:
        if name == STDIN and files.index(STDIN) != len(sources) + len(problems):
            problems.append(Problem("standard input is given twice", "it can be read only once"))
            continue
        try:
            sources.append(_read(name))
        except OSError as error:
            problems.append(Problem(f"{name}: the plan cannot be read: {error.strerror}"))
    if problems:
        raise InvalidInput(ErrorKind.PLAN_INVALID, problems)
    here = Path.cwd()
    return sources + [
        PlanSource(f"-a[{position}]", text.encode("utf-8", "surrogateescape"), here, inline=True)
        for position, text in enumerate(inline, start=1)
    ]


def _read(name: str) -> PlanSource:
    if name == STDIN:
        return PlanSource("<stdin>", _limited(sys.stdin.buffer), Path.cwd())
    path = Path(name).expanduser()
    with path.open("rb") as stream:
        return PlanSource(name, _limited(stream), path.absolute().parent)


def _limited(stream: BinaryIO) -> bytes:
    """Read until the end or just past the limit: the file may be a pipe or a device."""
    return stream.read(LARGEST + 1)
