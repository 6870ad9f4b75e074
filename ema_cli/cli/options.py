"""Options that several commands share, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ema_cli.cli.boundary import Invocation


def _remember_output(context: typer.Context, value: Path | None) -> Path | None:
    """Tell the boundary where errors go as well; the folder must be there before work begins."""
    from ema_cli.documents.saving import check_writable  # noqa: PLC0415 - only where it is used

    if value is not None:
        check_writable(value)
        if isinstance(context.obj, Invocation):
            context.obj.output = value
    return value


Env: TypeAlias = Annotated[
    str | None,
    typer.Option("-e", "--env", metavar="NAME", help="Environment to work on [EMA_ENV; local]."),
]
Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        callback=_remember_output,
        help="Save the result there instead of printing it.",
    ),
]
Quiet: TypeAlias = Annotated[
    bool, typer.Option("-q", "--quiet", help="Show no progress, only errors.")
]
Verbose: TypeAlias = Annotated[
    bool, typer.Option("-v", "--verbose", help="Show each action's place and arguments too.")
]
