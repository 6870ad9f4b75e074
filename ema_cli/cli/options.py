"""Options that several commands share, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ema_cli.cli.boundary import Invocation
from ema_cli.errors import usage


def _remember_output(context: typer.Context, value: Path | None) -> Path | None:
    """Tell the boundary where errors go as well; the folder must be there before work begins."""
    from ema_cli.documents.saving import check_writable  # noqa: PLC0415 - only where it is used

    if value is not None:
        check_writable(value)
        if isinstance(context.obj, Invocation):
            context.obj.output = value
    return value


def _expanded(value: Path | None) -> Path | None:
    return value.expanduser() if value is not None else None


def _utf8(parameter: typer.CallbackParam, value: str | None) -> str | None:
    """Refuse a text that no platform can keep."""
    try:
        (value or "").encode()
    except UnicodeEncodeError:
        option = parameter.opts[0]
        raise usage(f"{option}: the value is not UTF-8", hint="write it as UTF-8") from None
    return value


Description: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--description",
        metavar="TEXT",
        callback=_utf8,
        help="Description, instead of the one there is.",
    ),
]
Env: TypeAlias = Annotated[
    str | None,
    typer.Option("-e", "--env", metavar="NAME", help="Environment to work on [EMA_ENV; local]."),
]
Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        callback=_remember_output,
        help="Save the result there instead of printing it.",
    ),
]
Quiet: TypeAlias = Annotated[
    bool, typer.Option("-q", "--quiet", help="Show no progress, only errors.")
]
Verbose: TypeAlias = Annotated[
    bool,
    typer.Option(
        "-v", "--verbose", help="Show the id of the run and the place of each action too."
    ),
]


def variables(texts: list[str]) -> dict[str, str]:
    """Read the values of `--var`: `name=value`, of which only the first `=` counts."""
    given: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise usage("--var is not of the form name=value", hint="write --var 'name=value'")
        if name in given:
            raise usage(f"--var {name} is given twice", hint="give each variable once")
        given[name] = value
    return given


Actions: TypeAlias = Annotated[
    list[str],
    typer.Option("--actions", metavar="FILE", help="Plan to run; - is standard input. Repeatable."),
]
Inline: TypeAlias = Annotated[
    list[str],
    typer.Option(
        "-a",
        "--action",
        metavar="TEXT",
        help="Alias or inline action; these follow the files. Repeatable.",
    ),
]
Variables: TypeAlias = Annotated[
    list[str],
    typer.Option("--var", metavar="NAME=VALUE", help="Value of a plan's variable. Repeatable."),
]
Aliases: TypeAlias = Annotated[
    list[Path],
    typer.Option("--aliases", metavar="PATH", help="Alias file, or folder of them. Repeatable."),
]
ContinueOnError: TypeAlias = Annotated[
    bool, typer.Option("--continue-on-error", help="Go on after an action that fails.")
]
Grace: TypeAlias = Annotated[
    float,
    typer.Option(
        "--grace",
        metavar="SECONDS",
        min=0,
        help="Time that the call under way gets after a signal.",
    ),
]
Record: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        callback=_expanded,
        help="Keep the run record there, such as in a CI artifact.",
    ),
]
DryRun: TypeAlias = Annotated[
    bool,
    typer.Option("--dry-run", help="Check and look up, but change nothing: tell what would run."),
]
Offline: TypeAlias = Annotated[
    bool, typer.Option("--offline", help="With --dry-run: ask the platform nothing.")
]
