"""`ema persona export`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.connecting import connected
from ema_cli.cli.reporting import progressing
from ema_cli.cli.streams import say, write_out
from ema_cli.errors import usage
from ema_cli.personas import resolve

if TYPE_CHECKING:
    from ema_cli.personas.exports import Export

EXAMPLE = "ema persona export acme-support -o acme-support.yaml"


class Format(StrEnum):
    """What a bundle is written as."""

    YAML = "yaml"
    JSON = "json"
    FOLDER = "folder"


_BY_NAME = {
    ".yaml": Format.YAML,
    ".yml": Format.YAML,
    ".json": Format.JSON,
    "": Format.FOLDER,
}


def command(
    persona: PersonaRef,
    *,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="PATH", help="File or folder to write."),
    ] = None,
    format_: Annotated[
        Format | None,
        typer.Option("--format", help="What to write; without it, what the name of PATH says."),
    ] = None,
    env: opt.Env = None,
    quiet: opt.Quiet = False,
) -> None:
    """Write a persona and its data as a bundle: a file, or a folder for large ones."""
    from ema_cli.personas.exports import PlatformExport  # noqa: PLC0415 - the formats are heavy
    from ema_cli.personas.watched_export import WatchedExport  # noqa: PLC0415

    chosen = format_ or _named(output)
    if output is None and chosen is Format.FOLDER:
        raise usage("a folder cannot be printed", hint="name it with -o")
    with (
        progressing(f"export {persona}", quiet=quiet) as tell,
        connected(env, create=False) as port,
    ):
        found = resolve(port, persona).id
        rows = port.data_counts(found).rows
        text = _text(WatchedExport(PlatformExport(port, found), tell, rows=rows), chosen, output)
    if text is not None:
        _deliver(text, output)
    if output is not None and not quiet:
        say(f"saved in {output}")


def _named(output: Path | None) -> Format:
    if output is None:
        return Format.YAML
    try:
        return _BY_NAME[output.suffix.lower()]
    except KeyError:
        raise usage(
            f"the name {output.name} tells no format", hint="add --format yaml, json or folder"
        ) from None


def _text(export: Export, chosen: Format, output: Path | None) -> str | None:
    """Make the text of a bundle of one file; a folder is written at once, and has none."""
    from ema_cli.documents.json_text import encode  # noqa: PLC0415 - see above
    from ema_cli.documents.saving import check_writable  # noqa: PLC0415
    from ema_cli.documents.writing import dump  # noqa: PLC0415
    from ema_cli.personas.bundle_writing import bundle_document, write_folder  # noqa: PLC0415

    if output is not None and chosen is Format.FOLDER:
        write_folder(export, output)
        return None
    if output is not None:
        check_writable(output)
    document = bundle_document(export)
    return encode(document) if chosen is Format.JSON else dump(document)


def _deliver(text: str, output: Path | None) -> None:
    from ema_cli.documents.saving import save  # noqa: PLC0415 - see above

    if output is None:
        write_out(text)
    else:
        save(output, text)
