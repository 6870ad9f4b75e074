"""`ema env compact`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from ema_cli.cli import options as opt
from ema_cli.cli.connecting import chosen_environment
from ema_cli.cli.reads import answer
from ema_cli.errors import usage

if TYPE_CHECKING:
    from ema_cli.values import JsonObject

EXAMPLE = "ema env compact"


def command(*, env: opt.Env = None, output: opt.Output = None) -> None:
    """Give back the space of what was removed from the local workspace, which is written anew."""
    from ema_cli.platforms.local import open_workspace  # noqa: PLC0415 - loads sqlite3

    chosen = chosen_environment(env)
    if chosen.http is not None:
        raise usage(
            f"the environment {chosen.name} is no local workspace",
            hint="only the local platform keeps its data on this machine",
        )
    if not chosen.workspace.exists():
        raise usage(f"there is no workspace {chosen.workspace}")
    workspace = open_workspace(chosen.workspace, create=False)
    try:
        before = workspace.size()
        workspace.compact()
        after = workspace.size()
    finally:
        workspace.close()
    answer(
        output,
        status="success",
        workspace=str(chosen.workspace),
        before=cast("JsonObject", asdict(before)),
        after=cast("JsonObject", asdict(after)),
    )
