"""Listening on a socket until a signal, and stopping without cutting anybody off."""

from __future__ import annotations

import signal
import socket
import threading
from contextlib import contextmanager
from ipaddress import ip_address
from typing import TYPE_CHECKING

import uvicorn

from ema_cli.errors import usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from starlette.types import ASGIApp

GRACE = 10
"""Seconds that calls under way get after a signal."""

_IDLE = 75
"""Seconds that an idle connection is kept: longer than clients keep theirs, who so close first."""


def listening(host: str, port: int) -> socket.socket:
    """Open a socket to listen on; 0 chooses a free port. `usage` error where that fails."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        opened = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError):
        raise usage(f"{host} is no address to listen on") from None
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen()
    except OSError as error:
        opened.close()
        reason = error.strerror or "no reason is given"
        raise usage(f"cannot listen on {host}, port {port}: {reason}") from None
    return opened


def is_loopback(host: str) -> bool:
    """Say whether only this machine reaches an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def url_of(opened: socket.socket) -> str:
    """Give the URL of a listening socket."""
    host, port = opened.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """A server that says when it listens, and returns after a signal as after any other end."""

    def __init__(self, app: ASGIApp, on_ready: Callable[[], None]) -> None:
        """Serve `app`; `on_ready` is called once requests are answered."""
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_IDLE,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._on_ready()

    def stop(self) -> None:
        """Ask for an end: calls under way are answered, and no new ones taken."""
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's
        """Take a signal: the first asks for an end, the second does not wait for anybody."""
        self.force_exit = self.should_exit
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take SIGINT and SIGTERM; unlike uvicorn's own, do not raise them again in the end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
