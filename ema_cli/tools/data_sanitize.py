"""`data sanitize`: personal and customer data out of rows, files and configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.tool import Effect, Job, Method, Step
from ema_cli.tools.sanitize_arguments import SanitizeArguments, check
from ema_cli.tools.sanitize_work import SanitizeResult

if TYPE_CHECKING:
    from collections.abc import Generator


def run(args: SanitizeArguments, job: Job) -> Generator[Step, None, SanitizeResult]:
    """Do the work; what it needs is loaded only now, as a check needs none of it."""
    from ema_cli.tools.sanitize_run import sanitize  # noqa: PLC0415 - see above

    return (yield from sanitize(args, job))


def effects(args: SanitizeArguments) -> frozenset[Effect]:
    """Say whether data is sanitized, which linked data cannot be."""
    return frozenset({Effect.SANITIZES_DATA} if "data" in args.scope else ())


METHOD = Method(
    tool="data",
    name="sanitize",
    summary="Take personal and customer data out of rows, files and configuration",
    arguments=SanitizeArguments,
    result=SanitizeResult,
    run=run,
    check=check,
    example='ema data sanitize "Acme demo" --examples "Acme Corp" --examples john@acme.example',
    effects=effects,
)
