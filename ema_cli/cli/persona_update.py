"""`ema persona update`."""

from __future__ import annotations

from typing import Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.bases import Updating
from ema_cli.cli.executing import GRACE, ShowOptions
from ema_cli.cli.plan_sources import PlanOptions
from ema_cli.cli.running import RunOptions, dry, run_plan
from ema_cli.personas import checked_name

EXAMPLE = 'ema persona update acme-demo --description "For the trade fair"'


def command(
    persona: Annotated[str, typer.Argument(metavar="PERSONA", help="Id or name of the persona.")],
    *,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="REF",
            help="Take all of the configuration but the name from this persona or template.",
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="New name; unique.")
    ] = None,
    description: opt.Description = None,
    actions: opt.Actions = [],  # noqa: B006 - typer makes a new list for each call
    inline: opt.Inline = [],  # noqa: B006
    var: opt.Variables = [],  # noqa: B006
    aliases: opt.Aliases = [],  # noqa: B006
    continue_on_error: opt.ContinueOnError = False,
    env: opt.Env = None,
    output: opt.Output = None,
    quiet: opt.Quiet = False,
    verbose: opt.Verbose = False,
    record: opt.Record = None,
    dry_run: opt.DryRun = False,
    offline: opt.Offline = False,
    grace: opt.Grace = GRACE,
) -> int:
    """Change a persona and run a plan on it."""
    checked = checked_name(name) if name is not None else None
    return run_plan(
        Updating(persona, from_, checked, description),
        PlanOptions(
            actions, inline, opt.variables(var), aliases, continue_on_error, files_by="--actions"
        ),
        RunOptions(
            env=env,
            record=record,
            dry=dry(dry_run, offline),
            show=ShowOptions(output, quiet, verbose, grace),
        ),
        has_source=from_ is not None,
        target_name=checked,
    )
