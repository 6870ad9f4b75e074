"""`ema snapshot diff`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.connecting import connected
from ema_cli.errors import ExitCode
from ema_cli.personas import resolve

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.personas.differences import Differences

EXAMPLE = "ema snapshot diff acme-support 3 live --exit-code"
LIVE = "live"
_SIDE = "A version's number, `live`, another persona, or the path of a bundle."


def command(
    persona: PersonaRef,
    before: Annotated[str, typer.Argument(metavar="A", help=_SIDE)],
    after: Annotated[str, typer.Argument(metavar="B", help=_SIDE)] = LIVE,
    *,
    rows: Annotated[
        int, typer.Option("--rows", min=0, help="Rows to list, at most, of each kind of change.")
    ] = 1000,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Answer 1 where there are differences.")
    ] = False,
    env: opt.Env = None,
    output: opt.Output = None,
) -> int:
    """Compare versions of a persona with each other, with now, another persona or a bundle."""
    from ema_cli.personas.differences import differences  # noqa: PLC0415 - loads pydantic
    from ema_cli.personas.sides import open_side  # noqa: PLC0415

    with connected(env, create=False) as port:
        found_persona = resolve(port, persona)
        sides = [open_side(port, found_persona, text) for text in (before, after)]
        found = differences(*sides, most=rows)
    _show(found, before, after, output)
    return ExitCode.FAILED if exit_code and not found.equal else ExitCode.SUCCESS


def _show(found: Differences, before: str, after: str, output: Path | None) -> None:
    """Show a table on a terminal, and JSON to everybody else."""
    from ema_cli.cli.diff_document import diff_object  # noqa: PLC0415
    from ema_cli.cli.diff_lines import diff_lines, wants_colour  # noqa: PLC0415
    from ema_cli.cli.reads import answer  # noqa: PLC0415
    from ema_cli.cli.streams import write_out  # noqa: PLC0415

    if output is None and sys.stdout is not None and sys.stdout.isatty():
        lines = diff_lines(found, coloured=wants_colour())
        write_out("".join(f"{line}\n" for line in lines))
    else:
        answer(output, diff=diff_object(found, before, after))
