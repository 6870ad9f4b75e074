"""`ema runs show`."""

from __future__ import annotations

from typing import Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.boundary import SCHEMA_VERSION, deliver
from ema_cli.cli.executing import resume_command
from ema_cli.cli.running import kept_records
from ema_cli.cli.runs_list import summary
from ema_cli.runs.record_reading import read
from ema_cli.runs.records import Listed, find, state, unreadable
from ema_cli.values import JsonObject

EXAMPLE = "ema runs show last"


def command(
    run: Annotated[
        str,
        typer.Argument(metavar="RUN", help="Id of a run, `last`, or a result file or record."),
    ],
    *,
    output: opt.Output = None,
) -> None:
    """Show how far a run is, and how to go on with it."""
    path = find(kept_records(), run)
    try:
        record = read(path)
    except OSError as error:
        raise unreadable(path, error) from None
    entry = Listed(record, state(record))
    resumable = record.result is None and entry.state != "running"
    actions = [
        outcome.model_dump(mode="json", exclude_none=True) for outcome in record.outcomes.values()
    ]
    document: JsonObject = {
        "schema_version": SCHEMA_VERSION,
        "runs": [
            {
                **summary(entry),
                "result": record.result,
                "actions": [*actions],
                "resume": resume_command(path, record.run_id) if resumable else None,
            }
        ],
    }
    deliver(document, output)
