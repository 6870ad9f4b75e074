"""What requests have in common: parts of the path, the key of a changing call, pages."""

from __future__ import annotations

from typing import Annotated, cast
from urllib.parse import unquote

from fastapi import Depends, Header, Path, Query, Request
from pydantic import AfterValidator

from ema_cli.platforms.port import PAGE, Port


def decoded(text: str) -> str:
    """Undo the percent-encoding of a part. `ValueError` for what is no UTF-8."""
    return unquote(text, errors="strict")


def _port(request: Request) -> Port:
    return cast("Port", request.app.state.port)


Platform = Annotated[Port, Depends(_port)]
PersonaId = Annotated[
    str, Path(alias="persona", description="Id of a persona."), AfterValidator(decoded)
]
FileName = Annotated[
    str, Path(alias="file", description="Name of a file."), AfterValidator(decoded)
]
VersionNumber = Annotated[int, Path(alias="version", description="Number of a version.")]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        description=(
            "Key of this call, percent-encoded where it is not ASCII: the same key with the same"
            " request gives the first answer again and changes nothing."
        ),
    ),
    AfterValidator(decoded),
]
AtVersion = Annotated[
    int | None, Query(alias="version", description="Read what this version kept.")
]
After = Annotated[str | None, Query(description="The token that the page before gave.")]
Limit = Annotated[int, Query(description="Items in the page, at most.", ge=1, le=PAGE)]
