"""`ema persona create`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.creating import Creating
from ema_cli.cli.executing import GRACE, ShowOptions
from ema_cli.cli.legacy import with_legacy_flags
from ema_cli.cli.plan_sources import PlanOptions
from ema_cli.cli.running import RunOptions, dry, run_plan
from ema_cli.errors import usage
from ema_cli.personas import checked_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.plans.models import PlanSource

EXAMPLE = 'ema persona create --from acme-support --name "Acme demo" --actions plan.yaml'


class IfExists(StrEnum):
    """What to do when a persona of that name exists."""

    FAIL = "fail"
    REUSE = "reuse"


class OnFailure(StrEnum):
    """What to do with a persona that this run created when the run fails."""

    KEEP = "keep"
    DELETE = "delete"


@with_legacy_flags
def command(
    *,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Name of the persona; unique.")
    ],
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="REF",
            help="Persona or template to start from: id, template key or name [basic-chat].",
        ),
    ] = None,
    from_env: Annotated[
        str | None,
        typer.Option(
            "--from-env",
            metavar="ENV",
            help="Environment of the persona to start from, where it is another one.",
        ),
    ] = None,
    description: opt.Description = None,
    actions: opt.Actions = [],  # noqa: B006 - typer makes a new list for each call
    inline: opt.Inline = [],  # noqa: B006
    var: opt.Variables = [],  # noqa: B006
    aliases: opt.Aliases = [],  # noqa: B006
    continue_on_error: opt.ContinueOnError = False,
    enable: Annotated[
        bool, typer.Option("--enable", help="Enable it after the last action, if all succeeded.")
    ] = False,
    if_exists: Annotated[
        IfExists, typer.Option("--if-exists", help="What to do when the name is taken.")
    ] = IfExists.FAIL,
    on_failure: Annotated[
        OnFailure,
        typer.Option("--on-failure", help="What to do with what it created when the run fails."),
    ] = OnFailure.KEEP,
    env: opt.Env = None,
    output: opt.Output = None,
    quiet: opt.Quiet = False,
    verbose: opt.Verbose = False,
    record: opt.Record = None,
    dry_run: opt.DryRun = False,
    offline: opt.Offline = False,
    grace: opt.Grace = GRACE,
    before: Sequence[PlanSource] = (),
) -> int:
    """Create a persona and run a plan on it."""
    if from_env is not None and from_ is None:
        raise usage("--from-env goes with --from", hint="say with --from what to start from there")
    checked = checked_name(name)
    return run_plan(
        Creating(checked, from_, description, if_exists is IfExists.REUSE, from_env=from_env),
        PlanOptions(
            actions,
            inline,
            opt.variables(var),
            aliases,
            continue_on_error,
            before,
            files_by="--actions",
        ),
        RunOptions(
            env=env,
            enable=enable,
            delete_on_failure=on_failure is OnFailure.DELETE,
            record=record,
            dry=dry(dry_run, offline),
            show=ShowOptions(output, quiet, verbose, grace),
        ),
        has_source=from_ is not None,
        target_name=checked,
    )
