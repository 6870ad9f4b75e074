"""`ema persona import`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import answer, persona_line
from ema_cli.cli.reporting import progressing
from ema_cli.cli.streams import STDIN
from ema_cli.personas import checked_name

if TYPE_CHECKING:
    from ema_cli.personas.exports import Export

EXAMPLE = 'ema persona import acme-support.yaml --name "Acme demo"'


class OnFailure(StrEnum):
    """What to do with a persona that is not whole."""

    DELETE = "delete"
    KEEP = "keep"


def command(
    bundle: Annotated[
        str, typer.Argument(metavar="BUNDLE", help="File or folder; - is standard input.")
    ],
    *,
    name: Annotated[
        str | None,
        typer.Option(
            "--name", metavar="NAME", help="Name of the persona, instead of the bundle's."
        ),
    ] = None,
    on_failure: Annotated[
        OnFailure, typer.Option("--on-failure", help="What to do with what is not whole.")
    ] = OnFailure.DELETE,
    env: opt.Env = None,
    output: opt.Output = None,
    quiet: opt.Quiet = False,
) -> None:
    """Make a persona of a bundle that an export wrote."""
    from ema_cli.personas.importing import import_export  # noqa: PLC0415 - the formats are heavy
    from ema_cli.personas.watched_export import WatchedExport  # noqa: PLC0415

    checked = checked_name(name) if name is not None else None
    with progressing(f"import {bundle}", quiet=quiet) as tell:
        export = WatchedExport(opened(bundle), tell)
        with connected(env) as port:
            imported = import_export(port, export, name=checked, keep=on_failure is OnFailure.KEEP)
    answer(
        output,
        status="success",
        persona=persona_line(imported.persona),
        rows={"written": imported.rows},
        files={"written": imported.files},
    )


def opened(bundle: str) -> Export:
    """Open what the command line calls a bundle: a file, a folder, or `-`."""
    from ema_cli.personas.bundle_reading import (  # noqa: PLC0415
        open_bundle,
        read_bundle,
        read_within_limits,
    )

    if bundle != "-":
        return open_bundle(Path(bundle).expanduser().absolute())
    with open(STDIN, "rb", closefd=False) as stdin:
        data = read_within_limits(stdin)
    return read_bundle(data, "<stdin>", json=data.lstrip().startswith(b"{"))
