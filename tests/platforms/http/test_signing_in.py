"""Signing in, redirections and all that touches a token: it is shown and sent nowhere else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import EmaError, ErrorKind, PlatformError
from ema_cli.platforms.http.adapter import open_http
from ema_cli.platforms.http.sign_in import expiry
from ema_cli.platforms.http.target import Secret, Target
from ema_cli.platforms.port import PersonaContent
from ema_cli.server.access import Access
from tests.platforms.http.conftest import Says, answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.platforms.http.conftest import Fault, Lab, Message

KEY = "open-sesame-0123456789"
UNAUTHORIZED = answer("401 Unauthorized", b"", WWW_Authenticate="Bearer")


def signed_in(make_lab: Callable[..., Lab], **options: Any) -> Lab:
    return make_lab(Access(KEY), api_key=Secret(KEY, "EMA_API_KEY"), **options)


def tokens_asked_for(lab: Lab) -> int:
    return sum("generate_access_token" in request for request in lab.proxy.requests)


def test_one_token_serves_all_calls(make_lab: Callable[..., Lab]) -> None:
    lab = signed_in(make_lab)
    for _ in range(3):
        lab.port.templates()
    assert tokens_asked_for(lab) == 1


def test_the_token_is_renewed_before_it_runs_out(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab(Access(KEY, seconds=0), api_key=Secret(KEY, "EMA_API_KEY"))
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    # A token that is old at once is refused, renewed once, refused again, and that is the end.
    assert caught.value.kind is ErrorKind.AUTH
    assert tokens_asked_for(lab) == 2


def test_the_token_is_renewed_once_at_401(make_lab: Callable[..., Lab]) -> None:
    lab = signed_in(make_lab)
    lab.port.templates()
    lab.fail(Says(UNAUTHORIZED))
    made = lab.port.create_persona(PersonaContent("Acme demo"), key="k")
    assert lab.served.personas().items == [made]
    assert tokens_asked_for(lab) == 2


def test_a_second_401_is_the_end(make_lab: Callable[..., Lab]) -> None:
    lab = signed_in(make_lab)
    lab.port.templates()
    lab.fail(Says(UNAUTHORIZED), None, Says(UNAUTHORIZED))
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert caught.value.kind is ErrorKind.AUTH
    assert caught.value.message.endswith("does not take the token that it gave")


def test_a_token_that_was_given_is_not_renewed(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab(Access(KEY), token=Secret("not-a-token", "EMA_TOKEN"))
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert caught.value.message.endswith("does not take the token in EMA_TOKEN")
    assert len(lab.proxy.requests) == 1


def test_a_wrong_key(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab(Access(KEY), api_key=Secret("another", "DEMO_KEY"))
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert (caught.value.kind, caught.value.message.partition(" ")[2]) == (
        ErrorKind.AUTH,
        "does not take the API key in DEMO_KEY",
    )


def test_no_key_at_all(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab(Access(KEY), key_variable="DEMO_KEY")
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert caught.value.message.startswith("not signed in to lab (127.0.0.1:")
    assert caught.value.hint == "set DEMO_KEY to an API key of it"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("", "EMA_API_KEY is empty"),
        (" \n", "EMA_API_KEY is empty"),
        *(
            (value, "EMA_API_KEY holds spaces, line breaks or characters that are not ASCII")
            for value in (
                "open\nsesame",
                "open sesame",
                "sésame",
                "open\x00",
                "open\r\nX: y",
                "\ud800",
            )
        ),
    ],
)
def test_a_key_that_no_header_can_carry(value: str, message: str) -> None:
    with pytest.raises(PlatformError) as caught:
        Secret(value, "EMA_API_KEY")
    assert (caught.value.kind, caught.value.message) == (ErrorKind.AUTH, message)
    assert "sesame" not in f"{caught.value.message} {caught.value.hint}"


def test_white_space_around_a_key_is_left_out() -> None:
    assert Secret(f"  {KEY}\r\n", "EMA_API_KEY").value == KEY


def test_a_secret_shows_itself_nowhere() -> None:
    secret = Secret(KEY, "EMA_API_KEY")
    target = Target("lab", "https://ema.example", api_key=secret)
    assert KEY not in f"{secret!r} {secret} {target!r} {target}"


def test_a_token_that_the_platform_sends_back_is_not_shown(make_lab: Callable[..., Lab]) -> None:
    lab = signed_in(make_lab)
    lab.port.templates()

    def echo(_number: int, request: Message) -> Fault:
        told = {"title": "No", "status": 403, "error_kind": "forbidden"}
        told |= {"detail": request.head.decode(), "hint": f"{KEY} {request.head.decode()}"}
        body = json.dumps(told).encode()
        return Says(answer("403 Forbidden", body, Content_Type="application/problem+json"))

    lab.proxy.choose = echo
    with pytest.raises(PlatformError) as caught:
        lab.port.persona("p")
    shown = f"{caught.value.message} {caught.value.hint}"
    assert "Authorization: Bearer …" in shown
    assert KEY not in shown
    assert "eyJ" not in shown


@pytest.mark.parametrize(
    "token", ["", "a b", "a\nb", "é", None, 7], ids=["empty", "space", "break", "é", "null", "7"]
)
def test_a_token_that_is_none(make_lab: Callable[..., Lab], token: object) -> None:
    lab = signed_in(make_lab)
    body = json.dumps({"access_token": token}).encode()
    lab.say(answer("200 OK", body, Content_Type="application/json"))
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert caught.value.kind in {ErrorKind.AUTH, ErrorKind.PROTOCOL}
    assert len(lab.proxy.requests) == 1


@pytest.mark.parametrize(
    ("token", "until"),
    [
        ("x.eyJleHAiOiAxNzk1OTA2ODAwfQ.y", 1795906800.0),
        ("x.eyJleHAiOiAic29vbiJ9.y", None),
        ("x.W10.y", None),
        ("x.é.y", None),
        ("opaque", None),
        ("", None),
    ],
)
def test_the_expiry_of_a_token(token: str, until: float | None) -> None:
    assert expiry(token) == until


# Redirections.


def moved(status: str, to: str) -> Fault:
    return Says(answer(status, b"", Location=to))


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Moved", "308 Moved"])
def test_reading_follows_a_redirection_on_the_same_host(
    make_lab: Callable[..., Lab], status: str
) -> None:
    lab = signed_in(make_lab)
    lab.port.platform_id  # noqa: B018 - signs in
    lab.fail(moved(status, f"/{lab.number}/templates?x=y"))
    assert lab.port.templates()


@pytest.mark.parametrize("status", ["307 Moved", "308 Moved"])
def test_a_change_stays_what_it_is(make_lab: Callable[..., Lab], status: str) -> None:
    lab = signed_in(make_lab)
    lab.port.templates()
    lab.fail(moved(status, "personas?again"))
    made = lab.port.create_persona(PersonaContent("Acme demo"), key="k")
    assert lab.served.made_by("k") == made


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other"])
def test_a_change_never_becomes_a_look(make_lab: Callable[..., Lab], status: str) -> None:
    lab = signed_in(make_lab)
    lab.port.templates()
    before = len(lab.proxy.requests)
    lab.fail(moved(status, f"/{lab.number}/personas"))
    with pytest.raises(PlatformError) as caught:
        lab.port.create_persona(PersonaContent("Acme demo"), key="k")
    assert caught.value.message == (
        f"POST /{lab.number}/personas is redirected ({status[:3]}), which would make it a GET"
    )
    assert lab.proxy.requests[before:] == [f"POST /{lab.number}/personas"]


@pytest.mark.parametrize("call", ["read", "change"])
def test_no_other_host_is_asked(
    make_lab: Callable[..., Lab], proxied: Callable[[str], Any], call: str
) -> None:
    lab = signed_in(make_lab)
    lab.port.templates()
    other = proxied(lab.proxy.url)
    lab.fail(moved("307 Moved", f"{other.url}/{lab.number}/personas"))
    calls: dict[str, Callable[[], Any]] = {
        "read": lab.port.personas,
        "change": lambda: lab.port.create_persona(PersonaContent("Acme demo"), key="k"),
    }
    with pytest.raises(PlatformError, match="is redirected to another host") as caught:
        calls[call]()
    assert caught.value.kind is ErrorKind.PROTOCOL
    assert other.requests == []


def test_a_circle_of_redirections_ends(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.proxy.choose = lambda _number, _request: moved("302 Found", "templates")
    with pytest.raises(PlatformError, match="is redirected again and again"):
        lab.port.templates()
    assert len(lab.proxy.requests) == 5


@pytest.mark.parametrize("to", ["", "http://[", "http://127.0.0.1:99999/x", "//", "\x80"])
def test_a_redirection_to_nowhere(make_lab: Callable[..., Lab], to: str) -> None:
    lab = make_lab()
    lab.proxy.choose = lambda _number, _request: moved("302 Found", to)
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert caught.value.kind is ErrorKind.PROTOCOL


# Tokens in the clear.


@pytest.mark.parametrize("how", ["api_key", "token"])
def test_nothing_secret_goes_over_a_network_in_the_clear(how: str) -> None:
    options: dict[str, Any] = {how: Secret(KEY, "EMA_API_KEY")}
    with pytest.raises(EmaError, match="readable on the way") as caught:
        open_http(Target("lab", "http://ema.example", **options), {}, lambda _: None)
    assert caught.value.kind is ErrorKind.USAGE
    open_http(Target("lab", "http://ema.example", insecure=True, **options), {}, print).close()
    open_http(Target("lab", "http://ema.example"), {}, lambda _: None).close()


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.8.9.1:80", "[::1]:80", "localhost", "ema.localhost:8080"]
)
def test_this_machine_may_see_it(host: str) -> None:
    secret = Secret(KEY, "EMA_API_KEY")
    open_http(Target("lab", f"http://{host}", api_key=secret), {}, lambda _: None).close()
