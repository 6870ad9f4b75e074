"""`ema runs list`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.cli import options as opt
from ema_cli.cli.boundary import SCHEMA_VERSION, deliver
from ema_cli.cli.running import kept_records
from ema_cli.runs.records import Listed, listed

if TYPE_CHECKING:
    from ema_cli.values import JsonObject

EXAMPLE = "ema runs list | jq -r '.runs[] | select(.state == \"failed\") | .run_id'"


def command(*, output: opt.Output = None) -> None:
    """List the runs whose records are kept, oldest first."""
    runs = [summary(entry) for entry in listed(kept_records())]
    deliver({"schema_version": SCHEMA_VERSION, "runs": [*runs]}, output)


def summary(entry: Listed) -> JsonObject:
    """Describe a run in a line of the list."""
    record = entry.record
    persona = record.persona or (record.result or {}).get("persona")
    return {
        "run_id": record.run_id,
        "state": entry.state,
        "env": record.head["env"],
        "title": record.head["title"],
        "persona": None if persona is None else dict(persona)["id"],
    }
