"""A proxy that cuts real sockets: what goes wrong on the way to a platform, at a chosen request."""

from __future__ import annotations

import socket
import struct
import threading
import time
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol
from urllib.parse import urlsplit

import pytest

from ema_cli.platforms.http.adapter import HttpPlatform, open_http
from ema_cli.platforms.http.retries import Patience
from ema_cli.platforms.http.target import Target
from ema_cli.platforms.local import open_workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ema_cli.platforms.port import Port
    from ema_cli.server.access import Access
    from tests.conftest import Hub


@dataclass(frozen=True)
class Message:
    """A request or an answer as its bytes."""

    head: bytes
    body: bytes

    @property
    def whole(self) -> bytes:
        return self.head + self.body

    @property
    def line(self) -> str:
        """The method and path of a request."""
        method, path, _ = self.head.split(b"\r\n", 1)[0].decode().split(" ", 2)
        return f"{method} {path.partition('?')[0]}"


class Fault(Protocol):
    """What happens to one request instead of its being handed on."""

    def __call__(self, proxy: FaultProxy, request: Message, client: socket.socket, /) -> bool:
        """Do it; say whether the client's connection is still of use."""
        ...


@dataclass
class FaultProxy:
    """Hands requests on to `upstream`, but for those that `choose` has a fault for."""

    upstream: tuple[str, int]
    choose: Callable[[int, Message], Fault | None] = lambda _number, _request: None
    requests: list[str] = field(default_factory=list)
    """Requests seen, as `METHOD /path`."""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._stopped = False
        self._open_sockets: set[socket.socket] = set()
        self.port = 0
        self.listen()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def listen(self) -> None:
        """Begin to take connections, on the same port as before."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen()
        self.port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()

    def refuse(self) -> None:
        """Take no connections any more: they are refused."""
        # Waking up the thread in `accept`; closing alone would leave it there.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def stop(self) -> None:
        self._stopped = True
        with self._lock:
            for one in self._open_sockets:
                one.close()
        self.refuse()

    def handed_on(self, request: Message) -> Message:
        """Have a request carried out; give the answer."""
        with socket.create_connection(self.upstream) as upstream:
            # A client that takes this for its proxy names the whole URL.
            own = f" http://{self.upstream[0]}:{self.upstream[1]}/".encode()
            upstream.sendall(request.whole.replace(own, b" /", 1))
            with upstream.makefile("rb") as stream:
                answer = read_message(stream, is_answer=True)
        assert answer is not None
        return answer

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with self._lock:
                self._open_sockets.add(client)
            threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            with client.makefile("rb") as stream:
                while (request := read_message(stream)) is not None:
                    if not self._answer(request, client):
                        break
        except (OSError, ValueError):
            if not self._stopped:
                return
        finally:
            with self._lock:
                self._open_sockets.discard(client)
            client.close()

    def _answer(self, request: Message, client: socket.socket) -> bool:
        with self._lock:
            self.requests.append(request.line)
            number = len(self.requests)
        fault = self.choose(number, request)
        if fault is not None:
            return fault(self, request, client)
        client.sendall(self.handed_on(request).whole)
        return True


def read_message(stream: BinaryIO, *, is_answer: bool = False) -> Message | None:
    """Read one message of HTTP/1.1; None at the end of the connection."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline()
        if not line:
            return None
        head += line
    fields = {
        name.strip().lower(): value.strip().lower()
        for name, _, value in (line.partition(b":") for line in head.split(b"\r\n")[1:])
    }
    if b"chunked" in fields.get(b"transfer-encoding", b""):
        return Message(head, _chunked(stream))
    length = int(fields.get(b"content-length", b"0"))
    assert not is_answer or b"content-length" in fields or b" 204 " in head
    return Message(head, stream.read(length))


def _chunked(stream: BinaryIO) -> bytes:
    body = b""
    while True:
        line = stream.readline()
        size = int(line, 16)
        body += line + stream.read(size + 2)
        if size == 0:
            return body


def reset(client: socket.socket) -> bool:
    """End a connection with a reset (RST), as a machine does that falls over."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.shutdown(socket.SHUT_RD)
    client.close()
    return False


def answer(status: str, body: bytes = b"", **headers: str) -> bytes:
    """Write an answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


# Faults. Those that say "done" have the request carried out before.


def reset_before(_proxy: FaultProxy, _request: Message, client: socket.socket) -> bool:
    """Reset before anybody saw the request."""
    return reset(client)


def close_before(_proxy: FaultProxy, _request: Message, _client: socket.socket) -> bool:
    """End the connection in good order, but without an answer."""
    return False


def reset_in_request(proxy: FaultProxy, request: Message, client: socket.socket) -> bool:
    """Hand on half of the request, then reset both connections."""
    with socket.create_connection(proxy.upstream) as upstream:
        upstream.sendall(request.whole[: len(request.head) + len(request.body) // 2])
        time.sleep(0.02)
        reset(upstream)
    return reset(client)


def reset_done(proxy: FaultProxy, request: Message, client: socket.socket) -> bool:
    """Reset after the request was carried out."""
    proxy.handed_on(request)
    return reset(client)


@dataclass(frozen=True)
class CutAnswer:
    """Send only a part of the answer, then reset; 0 cuts in the status line, 1 at the very end."""

    part: float

    def __call__(self, proxy: FaultProxy, request: Message, client: socket.socket) -> bool:
        whole = proxy.handed_on(request).whole
        client.sendall(whole[: max(5, int((len(whole) - 1) * self.part))])
        time.sleep(0.02)
        return reset(client)


@dataclass(frozen=True)
class Refuse:
    """Refuse connections for a while, from the next one on; this one ends without an answer."""

    seconds: float = 0.3

    def __call__(self, proxy: FaultProxy, _request: Message, client: socket.socket) -> bool:
        proxy.refuse()
        threading.Timer(self.seconds, proxy.listen).start()
        return reset(client)


@dataclass(frozen=True)
class Says:
    """Answer something else; `done` has the request carried out before that."""

    data: bytes
    done: bool = False

    def __call__(self, proxy: FaultProxy, request: Message, client: socket.socket) -> bool:
        if self.done:
            proxy.handed_on(request)
        client.sendall(self.data)
        return self.data.startswith(b"HTTP/1.1 ")


def truncated_json(proxy: FaultProxy, request: Message, client: socket.socket) -> bool:
    """Answer with JSON that ends in the middle, in good order otherwise."""
    body = proxy.handed_on(request).body
    client.sendall(answer("200 OK", body[: len(body) // 2], Content_Type="application/json"))
    return True


@dataclass(frozen=True)
class Silence:
    """Carry the request out, and say nothing for longer than anybody waits."""

    seconds: float

    def __call__(self, proxy: FaultProxy, request: Message, client: socket.socket) -> bool:
        proxy.handed_on(request)
        time.sleep(self.seconds)
        return reset(client)


HTML = b"<!doctype html><title>Welcome</title><p>Sign in to the guest network"


def busy(status: str, pause: str | None) -> Fault:
    """Ask for a pause, with `Retry-After` as given."""
    headers = {} if pause is None else {"Retry_After": pause}
    return Says(answer(status, b"", **headers))


def in_a_moment() -> str:
    """Give a date as `Retry-After` has it; dates have no fractions of a second."""
    return formatdate(time.time() + 1, usegmt=True)


PAUSES = {
    "no pause": None,
    "0": "0",
    "a fraction": "0.1",
    "negative": "-5",
    "past": "Thu, 01 Jan 1970 00:00:00 GMT",
    "an hour": "3600",
    "absurd": "9" * 400,
    "words": "soon",
}
FAULTS: dict[str, Fault] = {
    "refuse": Refuse(),
    "reset before": reset_before,
    "close before": close_before,
    "reset in request": reset_in_request,
    "reset done": reset_done,
    "cut in status line": CutAnswer(0),
    "cut in body": CutAnswer(0.7),
    "cut at the end": CutAnswer(1),
    **{f"429 {name}": busy("429 Too Many Requests", pause) for name, pause in PAUSES.items()},
    **{f"503 {name}": busy("503 Service Unavailable", pause) for name, pause in PAUSES.items()},
    "502 done": Says(answer("502 Bad Gateway", HTML, Content_Type="text/html"), done=True),
    "504 done": Says(answer("504 Gateway Timeout"), done=True),
    "HTML": Says(answer("200 OK", HTML, Content_Type="text/html; charset=utf-8")),
    "HTML done": Says(answer("200 OK", HTML, Content_Type="text/html"), done=True),
    "garbage": Says(b"\x15\x03\x01\x00\x02\x02\x16\r\n\r\n"),
    "garbage done": Says(b"SSH-2.0-OpenSSH_9.9\r\n", done=True),
    "truncated JSON": truncated_json,
    "empty": Says(answer("200 OK", b"", Content_Type="application/json"), done=True),
    "other JSON": Says(answer("200 OK", b"[1, 2]", Content_Type="application/json"), done=True),
    "a fault of the platform": Says(answer("500 Internal Server Error", HTML), done=True),
    "silence": Silence(3),
}
"""All faults, by name; each happens once and then all is well again."""


EVERYWHERE = {
    *("refuse", "reset before", "reset in request", "reset done", "cut in body", "429 0", "503 0"),
    *("HTML done", "garbage done", "truncated JSON", "silence"),
}
"""The kinds of faults, each of which the sweep lets happen at every call of the run."""


def calls_to_fail(name: str, calls: int) -> range:
    """Give the calls at which a fault is tried: all of them, or every fourth, in turns."""
    if name in EVERYWHERE:
        return range(1, calls + 1)
    return range(1 + list(FAULTS).index(name) % 4, calls + 1, 4)


@pytest.fixture
def proxied() -> Iterator[Callable[[str], FaultProxy]]:
    """Give what puts a proxy before a URL of a platform; its `url` has no path yet."""
    proxies: list[FaultProxy] = []

    def make(url: str) -> FaultProxy:
        parts = urlsplit(url)
        proxies.append(FaultProxy((parts.hostname or "", parts.port or 0)))
        return proxies[-1]

    yield make
    for proxy in proxies:
        proxy.stop()


@dataclass
class Lab:
    """A platform behind a server and a proxy, with an adapter before both."""

    served: Port
    proxy: FaultProxy
    port: HttpPlatform
    number: str
    """The first part of its paths."""
    pauses: list[float]
    """Seconds that the adapter would have waited between tries."""

    def say(self, *answers: bytes) -> None:
        """Let the next requests be answered so; the last answer stands for all after it, too."""
        left = list(answers)

        def choose(_number: int, _request: Message) -> Fault:
            return Says(left.pop(0) if len(left) > 1 else left[0])

        self.proxy.choose = choose

    def fail(self, *faults: Fault | None) -> None:
        """Let the next requests meet these faults; None lets one through, as all after them."""
        left = list(faults)
        self.proxy.choose = lambda _number, _request: left.pop(0) if left else None


@pytest.fixture
def make_lab(
    hub: Hub, proxied: Callable[[str], FaultProxy], tmp_path: Path
) -> Iterator[Callable[..., Lab]]:
    """Give what makes a lab; its options are those of a `Target`, and `access` to the server."""
    labs: list[Lab] = []

    def make(access: Access | None = None, **options: Any) -> Lab:
        served = open_workspace(tmp_path / f"{len(labs)}.db")
        url = hub.serve(served, access)
        number = url.rpartition("/")[2]
        proxy = proxied(url)
        pauses: list[float] = []
        target = Target("lab", f"{proxy.url}/{number}", **options)
        port = open_http(target, {}, lambda _: None, Patience(sleep=pauses.append))
        labs.append(Lab(served, proxy, port, number, pauses))
        return labs[-1]

    yield make
    for lab in labs:
        lab.port.close()
        lab.served.close()
