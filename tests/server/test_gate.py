"""What a request passes before it is answered: host, token, size, and the path as it was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row
from ema_cli.server.access import Access
from ema_cli.server.app import make_app
from ema_cli.server.gate import Gate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ema_cli.platforms.port import Port

KEY = "open-sesame-0123456789"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    port = open_workspace(tmp_path / "w.db")
    yield port
    port.close()


class Client:
    """Calls an application without a socket, with the path exactly as it is given."""

    def __init__(self, gate: Gate, faults: list[Exception]) -> None:
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(gate, raise_app_exceptions=False),
            base_url="http://127.0.0.1:8765",
        )
        self.faults = faults

    def __call__(self, method: str, path: str, **options: Any) -> httpx.Response:
        import asyncio  # noqa: PLC0415

        return asyncio.run(self._client.request(method, path, **options))


@pytest.fixture
def make_client(port: Port) -> Callable[..., Client]:
    def make(access: Access | None = None, of: Any = port, **options: Any) -> Client:
        access = access or Access(None)
        faults: list[Exception] = []
        options.setdefault("hosts", None)
        return Client(Gate(make_app(of, access), access, on_fault=faults.append, **options), faults)

    return make


def kind(response: httpx.Response) -> tuple[int, str]:
    assert response.headers["content-type"] == "application/problem+json"
    told: dict[str, Any] = response.json()
    assert told["status"] == response.status_code
    return response.status_code, told["error_kind"]


# Tokens


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_a_key_gives_a_token_and_the_token_lets_in(make_client: Callable[..., Client]) -> None:
    client = make_client(Access(KEY))
    path = "/api/auth/generate_access_token"
    answer = client("POST", path, headers={"x-ema-api-key": KEY}).json()
    assert answer["token_type"] == "Bearer"  # noqa: S105 - a scheme
    assert answer["expires_in"] == 900
    assert client("GET", "/templates", headers=bearer(answer["access_token"])).status_code == 200
    wrong: list[dict[str, Any]] = [{}, {"x-ema-api-key": ""}, {"x-ema-api-key": KEY[:-1]}]
    wrong.append({"x-ema-api-key": b"\xe9"})
    for headers in wrong:
        assert kind(client("POST", path, headers=headers)) == (401, "auth")


def test_nothing_else_is_open(make_client: Callable[..., Client]) -> None:
    client = make_client(Access(KEY))
    for path in ("/templates", "/openapi.json", "/nowhere", "/api/auth/generate_access_token/"):
        refused = client("GET", path)
        assert kind(refused) == (401, "auth")
        assert refused.headers["www-authenticate"] == "Bearer"


def test_tokens_that_are_none(make_client: Callable[..., Client]) -> None:
    access = Access(KEY)
    client = make_client(access)
    good = access.token()
    head, claims, signature = good.split(".")
    unsigned = "eyJhbGciOiJub25lIn0." + claims + "."
    others = [Access(KEY).token(), unsigned, f"{head}.{claims}.", f"{head}..{signature}", "", "x"]
    for token in others:
        assert client("GET", "/templates", headers=bearer(token)).status_code == 401
    for header in (good, f"Basic {good}", f"Bearer{good}", "Bearer"):
        refused = client("GET", "/templates", headers={"Authorization": header})
        assert refused.status_code == 401
    assert client("GET", "/templates", headers={"Authorization": f"bearer {good}"}).is_success


def test_a_token_runs_out() -> None:
    now = [1_000_000.0]
    access = Access(KEY, seconds=60, clock=lambda: now[0])
    header = f"Bearer {access.token()}"
    now[0] += 59
    assert access.admits(header)
    now[0] += 1
    assert not access.admits(header)


# Hosts, as a page in a browser may lead its own name here


@pytest.mark.parametrize(
    ("host", "let_in"),
    [
        ("127.0.0.1:8765", True),
        ("localhost", True),
        ("[::1]:8765", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example:8765", False),
        ("[", False),
        ("", False),
    ],
)
def test_an_open_server_answers_to_its_own_names_only(
    make_client: Callable[..., Client], host: str, *, let_in: bool
) -> None:
    client = make_client(hosts={"127.0.0.1", "localhost", "::1"})
    answer = client("GET", "/templates", headers={"Host": host})
    assert answer.status_code == (200 if let_in else 403)


# Paths


def test_a_part_of_a_path_is_never_another_path(
    make_client: Callable[..., Client], port: Port
) -> None:
    persona = port.create_persona(PersonaContent("Acme demo"), key="k").id
    port.write_rows(persona, [Row("a", {})], key="r")
    client = make_client()
    key = {"Idempotency-Key": "x"}
    for path in (f"/personas/{persona}%2Frows%2Fdelete", f"/personas/{persona}%2Frows"):
        assert kind(client("GET", path)) == (404, "not_found")
        assert kind(client("DELETE", path, headers=key)) == (404, "not_found")
    assert port.data_counts(persona).rows == 1
    for path in ("/personas/%FF", "/personas/%ED%A0%80"):
        assert kind(client("GET", path)) == (422, "rejected")


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/", (404, "not_found")),
        ("GET", "/personas/", (404, "not_found")),
        ("GET", "/docs", (404, "not_found")),
        ("PUT", "/templates", (405, "rejected")),
        ("GET", "/personas?limit=0", (422, "rejected")),
        ("GET", "/personas?limit=1001", (422, "rejected")),
        ("GET", "/personas?after=zzz", (422, "rejected")),
        ("GET", "/personas?name=a&key=b", (422, "rejected")),
        ("POST", "/personas", (422, "rejected")),
        ("DELETE", "/personas/x", (422, "rejected")),
    ],
)
def test_every_error_is_a_problem_document(
    make_client: Callable[..., Client], method: str, path: str, expected: tuple[int, str]
) -> None:
    assert kind(make_client()(method, path)) == expected


@pytest.mark.parametrize(("method", "path"), [("GET", "/v2/agents"), ("PUT", "/templates")])
def test_another_path_is_told_from_a_persona_that_is_not_there(
    make_client: Callable[..., Client], method: str, path: str
) -> None:
    told = make_client()(method, path).json()
    assert told["detail"] == "the platform has no request of this method and path"
    assert "`routes`" in told["hint"]
    assert make_client()("GET", "/personas/nobody").json()["detail"] != told["detail"]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"{", "body is no JSON"),
        (b"[]", "body must be a JSON object, sent as application/json"),
        (b'{"rows": [{"key": 7, "fields": {"a": "secret"}}]}', "body.rows.0.key must be text"),
        (b'{"rows": [{"key": "a"}]}', "body.rows.0.fields is missing"),
        (
            b'{"rows": [{"key": "a", "fields": {}, "jane@corp.example": 1}]}',
            "body.rows.0 has an unknown key",
        ),
        (b'{"rows": "secret"}', "body.rows must be a list"),
        (b"[" * 100_000, "There was an error parsing the body"),
        (b'{"rows": [{"key": "a", "fields": {"n": ' + b"9" * 5000 + b"}}]}", None),
    ],
)
def test_what_is_wrong_with_a_body_is_told_without_its_values(
    make_client: Callable[..., Client], body: bytes, detail: str | None
) -> None:
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
    answer = make_client()("POST", "/personas/p/rows", content=body, headers=headers)
    assert answer.status_code in {400, 422}
    assert "secret" not in answer.text
    if detail is not None:
        assert answer.json()["detail"] == detail


def test_a_body_must_say_that_it_is_json(make_client: Callable[..., Client], port: Port) -> None:
    # A page in a browser can send text/plain to here without asking first.
    headers = {"Idempotency-Key": "k", "Content-Type": "text/plain"}
    answer = make_client()("POST", "/personas", content=b'{"name": "x"}', headers=headers)
    assert kind(answer) == (422, "rejected")
    assert port.personas().items == []


# Sizes


def test_a_body_that_is_too_large(make_client: Callable[..., Client], port: Port) -> None:
    client = make_client(body_limit=1000)
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
    body = b'{"name": "x", "description": "' + b"y" * 1000 + b'"}'

    async def chunks() -> Any:
        yield body[:500]
        yield body[500:]

    for content in (body, chunks()):
        answer = client("POST", "/personas", content=content, headers=headers)
        assert kind(answer) == (413, "rejected")
    assert port.personas().items == []
    persona = port.create_persona(PersonaContent("Acme demo"), key="p").id
    path = f"/personas/{persona}/files/a.txt?type=text/plain"
    assert client("PUT", path, content=b"x" * 5000, headers=headers).is_success


# Faults


class Broken:
    """A platform with a fault."""

    def templates(self) -> None:
        raise RuntimeError("jane@corp.example")


def test_a_fault_is_answered_and_told_of(make_client: Callable[..., Client]) -> None:
    client = make_client(of=Broken())
    answer = client("GET", "/templates")
    assert kind(answer) == (500, "internal")
    assert "jane" not in answer.text
    assert [type(fault) for fault in client.faults] == [RuntimeError]
