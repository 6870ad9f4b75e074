"""`ema env list`."""

from __future__ import annotations

import os

from ema_cli.cli import options as opt
from ema_cli.cli.reads import answer
from ema_cli.settings import environment

EXAMPLE = "ema env list | jq -r '.environments[].name'"


def command(*, env: opt.Env = None, output: opt.Output = None) -> None:
    """List the environments, and which one commands work on."""
    chosen = environment(env, os.environ)
    answer(
        output,
        environments=[
            {
                "name": chosen.name,
                "workspace": str(chosen.workspace),
                "chosen": True,
                "chosen_by": chosen.source,
            }
        ],
    )
