"""The table of tools for commands: what is wrong with other packages' tools is said once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ema_cli.cli.streams import output_kept_for_the_result, say
from ema_cli.tools import registry

if TYPE_CHECKING:
    from ema_cli.tool import ToolTable


@cache
def tools() -> ToolTable:
    """Load all tools; name those of other packages that are left out on standard error."""
    with output_kept_for_the_result():
        problems = registry.problems()
    for problem in problems:
        say(f"warning: {problem}")
    return registry.table()
