"""`ema run`."""

from __future__ import annotations

from typing import Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.bases import Taking
from ema_cli.cli.executing import GRACE, ShowOptions
from ema_cli.cli.plan_sources import PlanOptions
from ema_cli.cli.running import RunOptions, dry, run_plan
from ema_cli.errors import usage

EXAMPLE = "ema run plan.yaml --target acme-demo --source acme-support"


def command(
    plans: Annotated[
        list[str],
        typer.Argument(metavar="[PLAN]...", help="Plan to run; - is standard input."),
    ] = [],  # noqa: B006 - typer makes a new list for each call
    *,
    target: Annotated[
        str, typer.Option("--target", metavar="REF", help="Persona to work on: id or name.")
    ],
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="REF", help="Persona that $source stands for."),
    ] = None,
    inline: opt.Inline = [],  # noqa: B006 - typer makes a new list for each call
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
    """Run a plan on a persona that exists."""
    if not plans and not inline:
        raise usage("there is nothing to run", hint="name a plan, or an alias or action with -a")
    return run_plan(
        Taking(target, source),
        PlanOptions(plans, inline, opt.variables(var), aliases, continue_on_error),
        RunOptions(
            env=env,
            record=record,
            dry=dry(dry_run, offline),
            show=ShowOptions(output, quiet, verbose, grace),
        ),
        has_source=source is not None,
        target_name=None,
    )
