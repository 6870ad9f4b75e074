"""Commands that are imported when they are called, so that `ema --help` stays quick."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: the module that defines `command` and `EXAMPLE`, and its line in the group's help.

    The line is the first one of the command's docstring; a test compares them.
    """

    module: str
    summary: str

    def load(self, name: str) -> Any:  # noqa: ANN401 - typer names no public type for a command
        """Import the module and make its command."""
        module = import_module(self.module)
        app = typer.Typer(
            add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
        )
        app.command(name, epilog=f"\b\nExample:\n  {module.EXAMPLE}")(module.command)
        return typer.main.get_command(app)


@dataclass(frozen=True, slots=True)
class Group:
    """A command that has commands."""

    summary: str
    entries: Mapping[str, Entry]
    example: str

    def load(self, name: str) -> Any:  # noqa: ANN401 - typer names no public type for a command
        """Make the group; its commands stay unloaded."""
        group = LazyGroup(
            name=name,
            help=self.summary + ".",
            epilog=f"\b\nExample:\n  {self.example}",
            no_args_is_help=True,
            rich_markup_mode=None,
        )
        group.entries = self.entries
        return group


class LazyGroup(TyperGroup):
    """A group that knows names and summaries, and imports a command when it is wanted."""

    entries: Mapping[str, Entry | Group]

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002
        """Names in the order of the table."""
        return list(self.entries)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        """Load one command, None where there is none of that name."""
        if self.commands.get(cmd_name) is None and cmd_name in self.entries:
            self.commands[cmd_name] = self.entries[cmd_name].load(cmd_name)
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002
        """List names and summaries without loading anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.entries.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        """Find the command; the names offered for a mistyped one are all of the table's."""
        self.get_command(ctx, args[0])
        for name in self.entries:
            self.commands.setdefault(name, None)  # type: ignore[arg-type]  # only names are read
        return super().resolve_command(ctx, args)
