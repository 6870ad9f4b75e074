"""The table of commands and the table of tools fit each other."""

from __future__ import annotations

from ema_cli.cli.lazy import ToolEntry
from ema_cli.cli.main import COMMANDS
from ema_cli.tools import registration, registry

TOOLS = {name: entry for name, entry in COMMANDS.items() if isinstance(entry, ToolEntry)}


def test_a_tool_is_summed_up_as_in_the_registry() -> None:
    shown = {entry.tool: entry.summary for entry in TOOLS.values()}
    assert shown == {name: registry.SUMMARIES[name] for name in shown}


def test_no_tool_can_have_the_name_of_a_command() -> None:
    assert set(COMMANDS) - set(registry.SUMMARIES) == registration.COMMANDS


def test_every_tool_has_its_command() -> None:
    assert set(registry.table()) <= set(COMMANDS)


def test_no_command_hides_a_method() -> None:
    for name, entry in TOOLS.items():
        assert not set(entry.others) & set(registry.table()[name].methods), name
