"""`ema runs prune`."""

from __future__ import annotations

from typing import Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.boundary import SCHEMA_VERSION, deliver
from ema_cli.cli.running import kept_records
from ema_cli.runs.records import KEPT_DAYS, prune

EXAMPLE = "ema runs prune --days 30"


def command(
    *,
    days: Annotated[
        float, typer.Option("--days", min=0, help="Age from which records go.")
    ] = KEPT_DAYS,
    output: opt.Output = None,
) -> None:
    """Remove the records of old runs; they cannot be resumed after that."""
    removed = prune(kept_records(), days=days, finished=True)
    deliver({"schema_version": SCHEMA_VERSION, "removed": [*removed]}, output)
