"""`snapshot create`: a version of the target as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from ema_cli.tool import Arguments, Job, Method, Offline, OfflineProblem, Progress, Result, Step

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

MOST_BYTES = 4096
"""Longest message, in bytes of UTF-8."""


class SnapshotArguments(Arguments):
    """What to say of the version."""

    message: str = Field(
        default="Snapshot by ema", description="What the version is; at most 4 KB of UTF-8."
    )


class SnapshotResult(Result):
    """The version that was made; `unchanged` when it is the same as the one before it."""

    version: int
    fingerprint: str
    data_digest: str
    rows: int
    files: int
    unchanged: bool


def check(args: SnapshotArguments, _offline: Offline) -> Iterable[OfflineProblem]:
    """Refuse a message that the platform would not keep."""
    size = len(args.message.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        yield OfflineProblem(
            ("message",), f"the message has {size} bytes", f"at most {MOST_BYTES} are kept"
        )


def run(args: SnapshotArguments, job: Job) -> Generator[Step, None, SnapshotResult]:
    """Make the version, in one call."""
    yield Progress(0, 1, "versions")
    version = job.port.create_version(job.target, args.message, key=job.key("create"))
    yield Progress(1, 1, "versions")
    return SnapshotResult(
        version=version.number,
        fingerprint=version.fingerprint,
        data_digest=version.data_digest,
        rows=version.rows,
        files=version.files,
        unchanged=version.unchanged,
    )


METHOD = Method(
    tool="snapshot",
    name="create",
    summary="Keep the persona as it is now, as a version",
    arguments=SnapshotArguments,
    result=SnapshotResult,
    run=run,
    check=check,
    example='ema snapshot create "Acme demo" --message "Before the demo"',
)
