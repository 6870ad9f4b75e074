"""Commands that are imported when they are called, so that `ema --help` stays quick."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import typer
from typer.core import TyperCommand, TyperGroup

from ema_cli.errors import usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


_BRACES = re.compile(r"\{([A-Z]+(?:\.\.\.)?)\}")


class Loadable(Protocol):
    """A command that can be named in help before it is there."""

    @property
    def summary(self) -> str:
        """Its line in the help of its group."""
        ...

    def load(self, name: str) -> Any:  # noqa: ANN401 - typer names no public type for a command
        """Make the command."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: the module that defines `command` and `EXAMPLE`, and its line in the group's help.

    The line is the first one of the command's docstring; a test compares them.
    """

    module: str
    summary: str
    changes: bool = False
    """It changes personas on a platform."""

    def load(self, name: str) -> Any:  # noqa: ANN401 - typer names no public type for a command
        """Import the module and make its command."""
        module = import_module(self.module)
        return command(name, module.command, example=module.EXAMPLE, changes=self.changes)


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A tool: the command of its one method, or a group of a command for each of several methods.

    `others` are commands of the group that are no methods: those that only read.
    """

    tool: str
    summary: str
    others: Mapping[str, Entry] = field(default_factory=dict)

    def load(self, name: str) -> Any:  # noqa: ANN401, ARG002 - typer names no public type for it
        """Load the tools and make the commands of this one."""
        return import_module("ema_cli.cli.direct").tool_command(self.tool, self.others)


@dataclass(frozen=True, slots=True)
class Group:
    """A command that has commands."""

    summary: str
    entries: Mapping[str, Loadable]
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


def command(
    name: str,
    function: Callable[..., object],
    *,
    example: str,
    help_text: str | None = None,
    changes: bool = False,
) -> Any:  # noqa: ANN401 - typer names no public type for a command
    """Make a command of a function; without `help_text` its docstring is the help.

    One that takes `--env`, or `changes` personas, gets the options of connections.
    """
    from ema_cli.cli.with_connection import with_connection  # noqa: PLC0415 - only for commands

    function = with_connection(function, changes=changes)
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    epilog = f"\b\nExample:\n  {example}"
    app.command(name, cls=_Command, help=help_text, epilog=epilog)(function)
    return typer.main.get_command(app)


class _Command(TyperCommand):
    """A command whose usage shows required arguments plain, as most programs do.

    It refuses an empty text where a name belongs: that is what a script passes in place of a
    variable that is not set, and it would mean the working directory, or another environment.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - no public type
        """Look at the texts as they were given: an empty path is turned into `.` later."""
        if any(not text.strip() or text.rstrip().endswith("=") for text in args):
            given, _, _ = self.make_parser(ctx).parse_args(list(args))
            for parameter in self.params:
                _refuse_empty(parameter, given.get(str(parameter.name)))
        rest: list[str] = super().parse_args(ctx, args)
        return rest

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401 - no public type
        """Take typer's braces away, save around words to choose from."""
        return [_BRACES.sub(r"\1", piece) for piece in super().collect_usage_pieces(ctx)]


_MAY_BE_EMPTY = ("TEXT", "MAPPING", "=")
"""In the names of values: these are no names of anything, or are judged where they are read."""


def _refuse_empty(parameter: Any, given: object) -> None:  # noqa: ANN401 - no public type
    metavar = str(parameter.metavar or "")
    if any(sign in metavar for sign in _MAY_BE_EMPTY):
        return
    texts = given if isinstance(given, list | tuple) else [given]
    if any(isinstance(text, str) and not text.strip() for text in texts):
        named = parameter.opts[0] if parameter.param_type_name == "option" else metavar.strip("[].")
        raise usage(f"{named} is empty", hint="is a variable not set?")


class LazyGroup(TyperGroup):
    """A group that knows names and summaries, and imports a command when it is wanted."""

    entries: Mapping[str, Loadable]

    @cached_property
    def found_entries(self) -> Mapping[str, Loadable]:
        """Entries that have to be looked for; that is done when the table's own are not enough."""
        return {}

    @property
    def all_entries(self) -> Mapping[str, Loadable]:
        """The entries of the table, then those that were looked for."""
        return {**self.entries, **self.found_entries}

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002
        """Names in the order of the table."""
        return list(self.all_entries)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        """Load one command, None where there is none of that name."""
        if self.commands.get(cmd_name) is None:
            entry = self.entries.get(cmd_name) or self.found_entries.get(cmd_name)
            if entry is None:
                return None
            self.commands[cmd_name] = entry.load(cmd_name)
        return self.commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002
        """List names and summaries without loading anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(n, entry.summary) for n, entry in self.all_entries.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        """Find the command; the names offered for a mistyped one are all of the table's."""
        if self.get_command(ctx, args[0]) is None:
            for name in self.all_entries:
                self.commands.setdefault(name, None)  # type: ignore[arg-type]  # names are read
        return super().resolve_command(ctx, args)
