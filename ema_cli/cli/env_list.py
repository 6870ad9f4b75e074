"""`ema env list`."""

from __future__ import annotations

import os

from ema_cli.cli import options as opt
from ema_cli.cli.connecting import chosen_environment
from ema_cli.cli.environment_lines import line
from ema_cli.cli.reads import answer
from ema_cli.settings import environments

EXAMPLE = "ema env list | jq -r '.environments[].name'"


def command(*, env: opt.Env = None, output: opt.Output = None) -> None:
    """List the environments, and which one commands work on."""
    chosen = chosen_environment(env)
    others = [one for one in environments(os.environ) if one.name != chosen.name]
    listed = sorted([chosen, *others], key=lambda one: one.http is not None)
    answer(output, environments=[line(one, chosen) for one in listed])
