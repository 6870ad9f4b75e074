"""Answers that are not the contract's: the exact message of each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import ErrorKind, PlatformError
from tests.platforms.http.conftest import Says, answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.platforms.http.conftest import Lab

HINT = "is the url that of an Ema platform, and are its routes these?"
JSON = "application/json"


def rows(body: object, status: str = "200 OK") -> bytes:
    return answer(status, json.dumps(body).encode(), Content_Type=JSON)


PROTOCOL = {
    "html": (
        answer("200 OK", b"<!doctype html>\n<title>Hi</title>", Content_Type="text/html"),
        (
            "the answer 200 to GET /1/personas/p/rows has no JSON (text/html):"
            " <!doctype html> <title>Hi</title>"
        ),
    ),
    "no type": (
        answer("200 OK", b"{}"),
        "the answer 200 to GET /1/personas/p/rows has no JSON (no type): {}",
    ),
    "truncated": (
        answer("200 OK", b'{"items": [{"key": "jane@corp.example", "fie', Content_Type=JSON),
        (
            "the answer 200 to GET /1/personas/p/rows is no whole JSON (application/json):"
            ' {"items": [{"key": "…", "…'
        ),
    ),
    "another shape": (
        rows({"items": [{"key": "T-1", "fields": {"Jane Roe": 555}}], "after": None}),
        (
            "the answer 200 to GET /1/personas/p/rows has JSON of another shape (application/json):"
            ' {"items": [{"key": "…", "fields": {"…": 0}}], "after": null}'
        ),
    ),
    "empty": (
        answer("200 OK", b"", Content_Type=JSON),
        "the answer 200 to GET /1/personas/p/rows is no whole JSON (application/json): nothing",
    ),
    "no content": (
        b"HTTP/1.1 204 No Content\r\n\r\n",
        "the answer 204 to GET /1/personas/p/rows has no JSON (no type): nothing",
    ),
    "long": (
        answer("200 OK", b"<p>" + b"x" * 20_000_000, Content_Type="text/html"),
        "the answer 200 to GET /1/personas/p/rows has no JSON (text/html): <p>" + "x" * 197,
    ),
    "not printable": (
        answer("200 OK", b"\x1b[31mred\x00\xff\n\n::error::", Content_Type="text/plain"),
        (
            "the answer 200 to GET /1/personas/p/rows has no JSON (text/plain):"
            " [31mred \ufffd ::error::"
        ),
    ),
    "html 404": (
        answer("404 Not Found", b"<h1>Not Found</h1>", Content_Type="text/html"),
        (
            "the answer 404 to GET /1/personas/p/rows is no problem document (text/html):"
            " <h1>Not Found</h1>"
        ),
    ),
    "nested": (
        answer("200 OK", b"[" * 100_000, Content_Type=JSON),
        "the answer 200 to GET /1/personas/p/rows is no whole JSON (application/json): "
        + "[" * 200,
    ),
}


@pytest.mark.parametrize("name", PROTOCOL)
def test_what_is_no_answer(make_lab: Callable[..., Lab], name: str) -> None:
    data, message = PROTOCOL[name]
    lab = make_lab()
    lab.say(data)
    with pytest.raises(PlatformError) as caught:
        lab.port.rows("p")
    error = caught.value
    path = f"/{lab.number}/personas"
    assert error.message == message.replace("/1/personas", path)
    assert (error.kind, error.hint) == (ErrorKind.PROTOCOL, HINT)
    assert len(lab.proxy.requests) == 1


def test_an_answer_of_20_megabytes(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.say(rows({"id": "x" * 20_000_000}))
    with pytest.raises(PlatformError, match="is larger than 16 MiB") as caught:
        lab.port.persona("p")
    assert caught.value.kind is ErrorKind.PROTOCOL
    assert len(caught.value.message) < 400


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        ("400 Bad Request", {}, ErrorKind.REJECTED),
        ("403 Forbidden", {}, ErrorKind.FORBIDDEN),
        ("404 Not Found", {"message": "no"}, ErrorKind.NOT_FOUND),
        ("409 Conflict", {}, ErrorKind.CONFLICT),
        ("413 Too Large", {}, ErrorKind.REJECTED),
        ("422 No", {"detail": [{"loc": ["body"]}]}, ErrorKind.REJECTED),
        ("500 Oh", {}, ErrorKind.UNAVAILABLE),
        ("418 Teapot", {}, ErrorKind.PROTOCOL),
        ("304 Not Modified", {}, ErrorKind.PROTOCOL),
    ],
)
def test_errors_without_a_problem_document(
    make_lab: Callable[..., Lab], status: str, body: object, kind: ErrorKind
) -> None:
    lab = make_lab()
    lab.say(rows(body, status))
    with pytest.raises(PlatformError) as caught:
        lab.port.persona("p")
    assert caught.value.kind is kind
    assert status[:3] in caught.value.message


def test_the_words_of_the_platform_are_kept_but_not_at_any_length(
    make_lab: Callable[..., Lab],
) -> None:
    lab = make_lab()
    told = {"title": "No", "status": 409, "detail": "x" * 9999, "error_kind": "conflict"}
    lab.say(rows(told, "409 Conflict"))
    with pytest.raises(PlatformError) as caught:
        lab.port.persona("p")
    assert (caught.value.kind, caught.value.message) == (ErrorKind.CONFLICT, "x" * 1000)


def test_a_delete_is_not_done_by_any_page(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.say(answer("200 OK", b"<p>Welcome</p>", Content_Type="text/html"))
    with pytest.raises(PlatformError, match="has no JSON"):
        lab.port.delete_persona("p", key="k")


def test_a_broken_compression(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.say(answer("200 OK", b"no gzip", Content_Type=JSON, Content_Encoding="gzip"))
    with pytest.raises(PlatformError) as caught:
        lab.port.persona("p")
    assert caught.value.kind is ErrorKind.PROTOCOL
    assert caught.value.message == "reading the persona failed (DecodingError)"


def test_what_is_not_http(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.proxy.choose = lambda _number, _request: Says(b"SSH-2.0-OpenSSH_9.9\r\n\r\n")
    with pytest.raises(PlatformError) as caught:
        lab.port.persona("p")
    assert caught.value.kind is ErrorKind.PROTOCOL
    host = lab.proxy.url.removeprefix("http://")
    assert caught.value.message == (
        f"{host} answered reading the persona with something that is not HTTP"
    )
