"""Ways to a platform: proxies, certificates, addresses that lead nowhere."""

from __future__ import annotations

import socket
import ssl
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
import trustme

from ema_cli.errors import EmaError, ErrorKind, PlatformError
from ema_cli.platforms.http.adapter import open_http
from ema_cli.platforms.http.proxies import proxy_for
from ema_cli.platforms.http.retries import Patience
from ema_cli.platforms.http.target import Target
from ema_cli.platforms.local import open_workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from ema_cli.platforms.http.adapter import HttpPlatform
    from tests.conftest import Hub
    from tests.platforms.http.conftest import FaultProxy

ONCE = Patience(tries=1)
PROXY = "http://proxy.example:3128"


def opened(target: Target, **environ: str) -> HttpPlatform:
    return open_http(target, environ, lambda _: None, ONCE)


def failing(target: Target, **environ: str) -> EmaError:
    with pytest.raises(EmaError) as caught:
        opened(target, **environ).templates()
    return caught.value


# Proxies


@pytest.mark.parametrize(
    ("environ", "url", "expected"),
    [
        ({}, "https://ema.example", None),
        ({"HTTPS_PROXY": PROXY}, "https://ema.example", (PROXY, "HTTPS_PROXY")),
        ({"HTTPS_PROXY": PROXY}, "http://ema.example", None),
        ({"ALL_PROXY": PROXY}, "http://ema.example", (PROXY, "ALL_PROXY")),
        (
            {"https_proxy": "proxy.example:1"},
            "https://x",
            ("http://proxy.example:1", "https_proxy"),
        ),
        ({"https_proxy": "http://a", "HTTPS_PROXY": "b"}, "https://x", ("http://a", "https_proxy")),
        ({"HTTP_PROXY": PROXY, "REQUEST_METHOD": "GET"}, "http://ema.example", None),
        ({"HTTPS_PROXY": ""}, "https://ema.example", None),
    ],
)
def test_the_proxy_of_a_platform(
    environ: Mapping[str, str], url: str, expected: tuple[str, str] | None
) -> None:
    warnings: list[str] = []
    assert proxy_for(url, environ, warnings.append) == expected
    assert warnings == []


@pytest.mark.parametrize(
    ("entry", "url", "direct"),
    [
        ("*", "https://ema.example", True),
        ("ema.example", "https://ema.example", True),
        ("ema.example", "https://api.ema.example", True),
        (".ema.example", "https://api.ema.example", True),
        ("*.ema.example", "https://api.ema.example", True),
        ("a.example", "https://ema.example", False),
        ("EMA.example", "https://ema.EXAMPLE", True),
        ("ema.example:443", "https://ema.example", True),
        ("ema.example:8443", "https://ema.example", False),
        ("127.0.0.1", "http://127.0.0.1:8765", True),
        ("127.0.0.0/8", "http://127.0.0.1:8765", True),
        ("10.0.0.0/8", "http://127.0.0.1:8765", False),
        ("10.0.0.0/8", "http://ema.example", False),
        ("::1", "http://[::1]:8765", True),
        ("[::1]", "http://[::1]:8765", True),
        ("fd00::/8", "http://[fd00::7]", True),
        ("other.example, ema.example", "https://ema.example", True),
        ("other.example ema.example", "https://ema.example", True),
        ("", "https://ema.example", False),
    ],
)
def test_entries_of_no_proxy(entry: str, url: str, *, direct: bool) -> None:
    warnings: list[str] = []
    environ = {"ALL_PROXY": PROXY, "NO_PROXY": entry}
    assert (proxy_for(url, environ, warnings.append) is None) == direct
    assert warnings == []


def test_entries_that_cannot_be_read_are_told_once() -> None:
    warnings: list[str] = []
    environ = {"ALL_PROXY": PROXY, "NO_PROXY": "fe80::/999,[,http://x,a:b:c,ema.example:http"}
    assert proxy_for("https://ema.example", environ, warnings.append) is not None
    assert warnings == ["NO_PROXY has 5 entries that cannot be read; they are ignored"]


def test_calls_go_through_the_proxy(
    proxied: Callable[[str], FaultProxy], hub: Hub, tmp_path: Path
) -> None:
    served = open_workspace(tmp_path / "w.db")
    url = hub.serve(served)
    proxy = proxied(url)
    port = opened(Target("lab", url), HTTP_PROXY=proxy.url)
    assert port.templates()
    assert proxy.requests == [f"GET {url}/templates"]
    port.close()
    served.close()


@pytest.mark.parametrize("variable", ["ALL_PROXY", "https_proxy"])
def test_a_socks_proxy_needs_its_package(variable: str) -> None:
    error = failing(Target("lab", "https://ema.example"), **{variable: "socks5://me:pw@x:1"})
    assert (error.kind, error.message) == (
        ErrorKind.USAGE,
        f"{variable} names a SOCKS proxy, for which a package is missing",
    )
    assert error.hint == "pip install 'httpx[socks]', or unset it"


@pytest.mark.parametrize("proxy", ["ftp://proxy.example", "http://", "http://a:b:c", "::"])
def test_what_is_no_proxy(proxy: str) -> None:
    error = failing(Target("lab", "https://ema.example"), HTTPS_PROXY=proxy)
    assert (error.kind, error.message) == (
        ErrorKind.USAGE,
        "HTTPS_PROXY is no URL of a proxy",
    )


def test_a_proxy_that_is_not_there(unused_port: int) -> None:
    way = {"HTTP_PROXY": f"http://127.0.0.1:{unused_port}"}
    error = failing(Target("lab", "http://ema.example"), **way)
    assert error.kind is ErrorKind.UNAVAILABLE
    assert (
        error.message
        == "ema.example cannot be reached through the proxy in HTTP_PROXY: connection refused"
    )


# Addresses


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        number: int = unused.getsockname()[1]
        return number


def test_nobody_listens(unused_port: int) -> None:
    error = failing(Target("lab", f"http://127.0.0.1:{unused_port}"))
    assert error.kind is ErrorKind.UNAVAILABLE
    assert error.message == f"127.0.0.1:{unused_port} cannot be reached: connection refused"


def test_a_name_that_nobody_has() -> None:
    error = failing(Target("lab", "http://nobody.invalid"))
    assert (error.kind, error.message) == (
        ErrorKind.UNAVAILABLE,
        "nobody.invalid cannot be reached: its name is not known",
    )


@pytest.mark.parametrize(
    "url", ["", "ema.example", "ftp://x", "https://", "http://[", "http://x:99999", "http://a b"]
)
def test_what_is_no_url(url: str) -> None:
    assert failing(Target("lab", url)).kind is ErrorKind.USAGE


# Certificates


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@contextmanager
def over_tls(url: str, certificate: trustme.LeafCert) -> Iterator[str]:
    """Put TLS before a server; give its URL."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    parts = urlsplit(url)
    listener = socket.create_server(("127.0.0.1", 0))

    def pump(source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def serve() -> None:
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            try:
                client = context.wrap_socket(plain, server_side=True)
            except (ssl.SSLError, OSError):
                plain.close()
                continue
            with (
                client,
                socket.create_connection((parts.hostname or "", parts.port or 0)) as server,
            ):
                back = threading.Thread(target=pump, args=[server, client])
                back.start()
                pump(client, server)
                back.join()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"https://localhost:{listener.getsockname()[1]}{parts.path}"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


@pytest.fixture
def secure_url(hub: Hub, authority: trustme.CA, tmp_path: Path) -> Iterator[str]:
    served = open_workspace(tmp_path / "w.db")
    with over_tls(hub.serve(served), authority.issue_cert("localhost")) as url:
        yield url
    served.close()


def test_a_certificate_of_a_private_authority(
    secure_url: str, authority: trustme.CA, tmp_path: Path
) -> None:
    file = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(file)
    for port in (
        opened(Target("lab", secure_url, ca_file=file)),
        opened(Target("lab", secure_url), SSL_CERT_FILE=str(file)),
    ):
        assert port.templates()
        port.close()
    error = failing(Target("lab", secure_url))
    assert error.kind is ErrorKind.UNAVAILABLE
    assert error.message.endswith("is not trusted: unable to get local issuer certificate")
    assert error.hint == "name the authority's certificate as `ca_file` of the environment"


def test_a_certificate_of_another_host(authority: trustme.CA, tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(file)
    with over_tls("http://127.0.0.1:1", authority.issue_cert("ema.example")) as url:
        error = failing(Target("lab", url, ca_file=file))
    assert isinstance(error, PlatformError)
    assert "Hostname mismatch" in error.message


def test_files_of_certificates_that_are_none(tmp_path: Path) -> None:
    target = Target("lab", "https://ema.example")
    absent, empty = tmp_path / "absent.pem", tmp_path / "empty.pem"
    empty.write_text("no certificate\n")
    error = failing(target, SSL_CERT_FILE=str(absent))
    assert (error.kind, error.message) == (
        ErrorKind.USAGE,
        "SSL_CERT_FILE cannot be read: No such file or directory",
    )
    error = failing(Target("lab", "https://ema.example", ca_file=empty))
    assert error.message == "the ca_file of lab is no file of certificates"


def test_plain_http_where_tls_is_wanted(hub: Hub, tmp_path: Path) -> None:
    served = open_workspace(tmp_path / "w.db")
    url = hub.serve(served).replace("http:", "https:")
    error = failing(Target("lab", url))
    assert error.kind is ErrorKind.UNAVAILABLE
    assert error.message.endswith("cannot be reached: it does not speak TLS as this machine does")
    served.close()
