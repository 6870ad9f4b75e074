"""`ema`: the table of commands, and the way from the process's arguments to its exit code."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stderr
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from ema_cli import __version__
from ema_cli.cli.boundary import guarded
from ema_cli.cli.lazy import Entry, Group, LazyGroup, Loadable, ToolEntry
from ema_cli.cli.signals import end_on_signals, interrupted_by, leave_on_signals
from ema_cli.cli.streams import secure_descriptors, write_out
from ema_cli.errors import Interrupted
from ema_cli.tools import plugins

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPLETE = "_EMA_COMPLETE"
"""Variable by which the scripts of `ema completion` ask for candidates instead of a command."""

COMMANDS: dict[str, Loadable] = {
    "persona": Group(
        "Create, change, list, move and delete personas",
        {
            "create": Entry(
                "ema_cli.cli.persona_create", "Create a persona and run a plan on it.", changes=True
            ),
            "update": Entry(
                "ema_cli.cli.persona_update", "Change a persona and run a plan on it.", changes=True
            ),
            "list": Entry("ema_cli.cli.persona_list", "List the personas, or the templates."),
            "get": Entry(
                "ema_cli.cli.persona_get", "Show one persona with its configuration and workflow."
            ),
            "delete": Entry(
                "ema_cli.cli.persona_delete",
                "Delete a persona with its data and versions.",
                changes=True,
            ),
            "export": Entry(
                "ema_cli.cli.persona_export",
                "Write a persona and its data as a bundle: a file, or a folder for large ones.",
            ),
            "import": Entry(
                "ema_cli.cli.persona_import",
                "Make a persona of a bundle that an export wrote.",
                changes=True,
            ),
        },
        'ema persona create --from basic-chat --name "Acme demo" --actions plan.yaml',
    ),
    "run": Entry("ema_cli.cli.run", "Run a plan on a persona that exists.", changes=True),
    "check": Entry(
        "ema_cli.cli.check",
        "Check plans without changing anything: all that can be known before a run.",
    ),
    "alias": Group(
        "Names for lists of actions",
        {
            "list": Entry(
                "ema_cli.cli.alias_list", "List the aliases that plans in this folder can name."
            ),
            "show": Entry(
                "ema_cli.cli.alias_show",
                "Show one alias: its variables and its items as they are written.",
            ),
        },
        "ema alias list",
    ),
    "resume": Entry(
        "ema_cli.cli.resume", "Go on with a run that failed or was interrupted.", changes=True
    ),
    "runs": Group(
        "List, show and remove the records of runs",
        {
            "list": Entry(
                "ema_cli.cli.runs_list", "List the runs whose records are kept, oldest first."
            ),
            "show": Entry(
                "ema_cli.cli.runs_show", "Show how far a run is, and how to go on with it."
            ),
            "prune": Entry(
                "ema_cli.cli.runs_prune",
                "Remove the records of old runs; they cannot be resumed after that.",
            ),
        },
        "ema runs show last",
    ),
    "data": ToolEntry(
        "data",
        "Rows and files of a persona",
        {
            "list": Entry(
                "ema_cli.cli.data_list", "List the first rows and all files of a persona."
            ),
            "export": Entry("ema_cli.cli.data_export", "Write the rows of a persona, one a line."),
        },
    ),
    "snapshot": ToolEntry(
        "snapshot",
        "Versions of a persona",
        {
            "list": Entry(
                "ema_cli.cli.snapshot_list", "List the versions of a persona, oldest first."
            ),
            "show": Entry(
                "ema_cli.cli.snapshot_show",
                "Show a version, with the configuration and workflow that it keeps.",
            ),
            "diff": Entry(
                "ema_cli.cli.snapshot_diff",
                "Compare versions of a persona with each other, with now, another persona or a"
                " bundle.",
            ),
            "delete": Entry(
                "ema_cli.cli.snapshot_delete",
                "Delete versions; what nothing else refers to is freed.",
                changes=True,
            ),
        },
    ),
    "validate": Entry(
        "ema_cli.cli.validate",
        "Check that a persona, or a bundle, keeps the rules.",
        changes=True,
    ),
    "schema": Entry("ema_cli.cli.schema", "Write a JSON Schema for editors and validators."),
    "completion": Entry(
        "ema_cli.cli.completion", "Write the script that lets a shell complete commands of ema."
    ),
    "migrate": Entry(
        "ema_cli.cli.legacy", "Write the plan that says what old flags of `persona create` said."
    ),
    "serve": Entry("ema_cli.cli.serve", "Put the local platform behind HTTP, until it is stopped."),
    "auth": Group(
        "Signing in to the platform of an environment",
        {
            "status": Entry(
                "ema_cli.cli.auth_status",
                "Tell how ema signs in, whether that works, and until when.",
            ),
        },
        "ema auth status --env demo",
    ),
    "env": Group(
        "List and show the environments: the platforms that ema can work on",
        {
            "show": Entry(
                "ema_cli.cli.env_show",
                "Show the settings of an environment, each with where it comes from.",
            ),
            "list": Entry(
                "ema_cli.cli.env_list", "List the environments, and which one commands work on."
            ),
            "compact": Entry(
                "ema_cli.cli.env_compact",
                "Give back the space of what was removed from the local workspace, which is"
                " written anew.",
            ),
        },
        "ema env list",
    ),
}


def application() -> typer.Typer:
    """Make the application; nothing of any command is imported yet."""

    class Root(LazyGroup):
        entries = COMMANDS

        @cached_property
        def found_entries(self) -> dict[str, Loadable]:
            return plugin_commands()

    app = typer.Typer(
        cls=Root,
        name="ema",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        epilog=(
            "\b\nExample:\n"
            '  ema persona create --from acme-support --name "Acme demo" --actions plan.yaml'
        ),
    )
    app.callback()(root)
    return app


def plugin_commands() -> dict[str, Loadable]:
    """Give the tools of other packages, which are not imported for that."""
    return {
        plugin.name: ToolEntry(plugin.name, f"Tool of the package {plugin.package}")
        for plugin in plugins.installed().plugins
        if plugin.name not in COMMANDS
    }


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ema {__version__}")
        raise typer.Exit


def root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Clone AI Employees and run checked plans of actions on the clones."""


def _complete() -> NoReturn:
    """Answer a shell that asks what may come next; it has no use for errors."""
    from ema_cli.cli.completing import answer  # noqa: PLC0415 - only shells ask for it

    with open(os.devnull, "w") as nowhere, redirect_stderr(nowhere):  # noqa: PTH123 - no path
        command = typer.main.get_command(application())
        lines = answer(command, os.environ[COMPLETE], sys.argv[1:])
    write_out("".join(f"{line}\n" for line in lines))
    sys.exit(0)


class _Command:
    """The command, made inside of the error boundary."""

    def __init__(self, heard: Sequence[int]) -> None:
        self._heard = heard

    def main(self, arguments: list[str], **options: Any) -> Any:  # noqa: ANN401 - as typer has it
        for number in self._heard:
            raise interrupted_by(number)
        return typer.main.get_command(application()).main(arguments, **options)


def main(heard: Sequence[int] = ()) -> NoReturn:
    """Run the command and leave; `heard`: signals that came before this could be called."""
    secure_descriptors()
    end_on_signals()
    if COMPLETE in os.environ:
        _complete()
    try:
        code = guarded(_Command(heard), sys.argv[1:])
    except Interrupted as error:  # while another error was told
        code = error.code
    leave_on_signals()
    sys.exit(code)
