"""`ema data list`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.connecting import connected
from ema_cli.cli.reads import answer, file_line, listed, row_object
from ema_cli.personas import resolve
from ema_cli.platforms.port import PAGE

if TYPE_CHECKING:
    from ema_cli.platforms.port import Port, Row

EXAMPLE = "ema data list acme-support --limit 5 | jq '.rows[].key'"


def command(
    persona: PersonaRef,
    *,
    limit: Annotated[int, typer.Option("--limit", min=0, help="Rows to list, at most.")] = 100,
    after: Annotated[
        str | None,
        typer.Option("--after", help="Where to go on: `next` of the list before this one."),
    ] = None,
    env: opt.Env = None,
    output: opt.Output = None,
) -> None:
    """List the first rows and all files of a persona."""
    with connected(env, create=False) as port:
        found = resolve(port, persona)
        counts = port.data_counts(found.id)
        rows, following = _rows(port, found.id, after, limit)
        answer(
            output,
            rows=listed(map(row_object, rows)),
            files=listed(map(file_line, port.files(found.id))),
            counts={"rows": counts.rows, "files": counts.files},
            next=following,
        )


def _rows(
    port: Port, persona_id: str, after: str | None, limit: int
) -> tuple[list[Row], str | None]:
    """Read at most `limit` rows, and where the next ones begin; None after the last."""
    rows: list[Row] = []
    while len(rows) < limit:
        page = port.rows(persona_id, after=after, limit=min(PAGE, limit - len(rows)))
        rows += page.items
        after = page.after
        if after is None:
            break
    return rows, after
