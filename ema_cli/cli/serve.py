"""`ema serve`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from ema_cli.cli.boundary import SCHEMA_VERSION, deliver, internal
from ema_cli.cli.connecting import chosen_environment, connect
from ema_cli.cli.streams import say
from ema_cli.errors import ExitCode, usage
from ema_cli.settings import LOCAL

if TYPE_CHECKING:
    from ema_cli.platforms.port import Port
    from ema_cli.server.access import Access

EXAMPLE = "EMA_SERVE_KEY=change-me ema serve --port 8765 --api-key-env EMA_SERVE_KEY"


def command(
    *,
    host: Annotated[
        str,
        typer.Option("--host", help="Address to listen on; others than this machine's need a key."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port; 0 takes a free one.")
    ] = 8765,
    api_key_env: Annotated[
        str | None,
        typer.Option(
            "--api-key-env", metavar="VARIABLE", help="Variable with the API key to sign in with."
        ),
    ] = None,
) -> int:
    """Put the local platform behind HTTP, until it is stopped."""
    try:
        from ema_cli.server.access import Access  # noqa: PLC0415 - loads FastAPI
        from ema_cli.server.serving import is_loopback  # noqa: PLC0415
    except ImportError:
        raise usage(
            "ema serve needs packages that are not installed",
            hint="install ema with its extra `server`: pip install '.[server]' where its source is",
        ) from None
    key = _api_key(api_key_env)
    if key is None and not is_loopback(host):
        raise usage(
            f"whoever reaches {host} could read and change all personas",
            hint="set an API key and name its variable with --api-key-env",
        )
    served = connect(chosen_environment(LOCAL))
    try:
        _serve(served, Access(key), host, port)
    finally:
        served.close()
    return ExitCode.SUCCESS


def _api_key(variable: str | None) -> str | None:
    from ema_cli.platforms.http.target import Secret  # noqa: PLC0415 - not for the help

    if variable is None:
        return None
    return Secret(os.environ.get(variable, ""), variable).value


def _serve(served: Port, access: Access, host: str, port: int) -> None:
    from ema_cli.server.app import make_app  # noqa: PLC0415 - loads FastAPI
    from ema_cli.server.gate import Gate  # noqa: PLC0415
    from ema_cli.server.serving import Server, listening, url_of  # noqa: PLC0415

    opened = listening(host, port)
    hosts = {host.strip("[]"), "127.0.0.1", "::1", "localhost"} if access.is_open else None
    gate = Gate(make_app(served, access), access, hosts, _tell)
    Server(gate, lambda: _announce(url_of(opened), access)).run([opened])
    say("stopped")


def _announce(url: str, access: Access) -> None:
    """Print the one document, now that requests are answered."""
    say(f"serving the local platform at {url}; stop it with Ctrl-C")
    deliver({"schema_version": SCHEMA_VERSION, "url": url, "signs_in": not access.is_open}, None)


def _tell(fault: Exception) -> None:
    error = internal(fault)
    say(f"error: {error.message} ({error.hint})")
