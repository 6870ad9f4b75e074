"""`ema data export`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.connecting import connected
from ema_cli.cli.streaming import stream
from ema_cli.documents.saving import check_writable
from ema_cli.personas import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.platforms.port import Port

EXAMPLE = "ema data export acme-support --format csv -o rows.csv"


class Format(StrEnum):
    """How rows are written."""

    JSONL = "jsonl"
    CSV = "csv"


def command(
    context: typer.Context,
    persona: PersonaRef,
    *,
    format_: Annotated[
        Format, typer.Option("--format", help="JSON lines, or a table of all columns.")
    ] = Format.JSONL,
    env: opt.Env = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="File to write.")
    ] = None,
) -> None:
    """Write the rows of a persona, one a line."""
    if output is not None:
        check_writable(output)
    with connected(env, create=False) as port:
        persona_id = resolve(port, persona).id
        stream(_text(port, persona_id, format_), output, context.obj)


def _text(port: Port, persona_id: str, format_: Format) -> Iterator[str]:
    from ema_cli.personas.exports import PlatformExport  # noqa: PLC0415
    from ema_cli.personas.row_texts import as_csv, as_json_lines  # noqa: PLC0415

    export = PlatformExport(port, persona_id)
    return as_csv(export) if format_ is Format.CSV else as_json_lines(export)
