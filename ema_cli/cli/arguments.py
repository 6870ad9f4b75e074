"""Arguments that several commands share, each declared once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

PersonaRef: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="PERSONA", help="The persona: an id, a template's key, or a name."),
]
Yes: TypeAlias = Annotated[bool, typer.Option("-y", "--yes", help="Do not ask.")]
