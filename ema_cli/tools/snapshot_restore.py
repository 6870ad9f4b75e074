"""`snapshot restore`: the target as a version kept it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from ema_cli.personas import fingerprint
from ema_cli.tool import Arguments, Job, Method, PositionalMark, Progress, Result, Step

if TYPE_CHECKING:
    from collections.abc import Generator


class RestoreArguments(Arguments):
    """Which version to bring back."""

    version: Annotated[int, PositionalMark()] = Field(
        ge=1, description="The number of the version."
    )


class RestoreResult(Result):
    """`saved_as` is the version that was made of what was there before."""

    version: int
    saved_as: int
    fingerprint: str


def run(args: RestoreArguments, job: Job) -> Generator[Step, None, RestoreResult]:
    """Bring the version back, in one call: all of it or nothing."""
    yield Progress(0, 1, "versions")
    restored = job.port.restore_version(job.target, args.version, key=job.key("restore"))
    yield Progress(1, 1, "versions")
    return RestoreResult(
        version=args.version,
        saved_as=restored.saved_as,
        fingerprint=fingerprint(restored.persona.content),
    )


METHOD = Method(
    tool="snapshot",
    name="restore",
    summary="Bring back what a version kept; what is there now becomes a version first",
    arguments=RestoreArguments,
    result=RestoreResult,
    run=run,
    example='ema snapshot restore "Acme demo" 3',
)
