"""The options that go with every command that works on a platform, added where it is made.

A command that takes `--env` thereby takes `--timeout`, and one that changes personas
`--yes-protected` as well, without naming them: they act where the platform is opened.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ema_cli.cli.connecting import ConnectionOptions, connection_options

if TYPE_CHECKING:
    from collections.abc import Callable

_TIMEOUT = inspect.Parameter(
    "timeout",
    inspect.Parameter.KEYWORD_ONLY,
    default=None,
    annotation=Annotated[
        float | None,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            help="Time for which an answer may be silent [EMA_TIMEOUT; 120].",
        ),
    ],
)
_YES_PROTECTED = inspect.Parameter(
    "yes_protected",
    inspect.Parameter.KEYWORD_ONLY,
    default=None,
    annotation=Annotated[
        str | None,
        typer.Option(
            "--yes-protected",
            metavar="NAME",
            help="Change this persona although its environment is protected.",
        ),
    ],
)


def with_connection(function: Callable[..., object], *, changes: bool) -> Callable[..., object]:
    """Give a command's function the options of connections, if it works on a platform."""
    signature = inspect.signature(function, eval_str=True)
    if "env" not in signature.parameters and not changes:
        return function
    added = [_TIMEOUT, _YES_PROTECTED] if changes else [_TIMEOUT]

    def call(
        *,
        timeout: float | None,
        yes_protected: str | None = None,
        **values: Any,  # noqa: ANN401 - a command's own options
    ) -> object:
        with connection_options(ConnectionOptions(timeout, yes_protected)):
            return function(**values)

    whole = signature.replace(parameters=[*signature.parameters.values(), *added])
    call.__signature__ = whole  # type: ignore[attr-defined]
    call.__annotations__ = {name: one.annotation for name, one in whole.parameters.items()}
    call.__doc__ = function.__doc__
    return call
