"""Trying again: what is tried, how often, after which pause, and never twice without its key."""

from __future__ import annotations

import time
from email.utils import formatdate
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http.digests import digest_header
from ema_cli.platforms.http.retries import asked_pause
from ema_cli.platforms.port import PersonaContent, Row
from tests.platforms.http.conftest import (
    CutAnswer,
    Silence,
    answer,
    busy,
    reset_before,
    reset_done,
    reset_in_request,
)

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from ema_cli.platforms.port import Persona
    from tests.platforms.http.conftest import Fault, FaultProxy, Lab, Message

NOW = "Sun, 29 Nov 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0.0),
        ("7", 7.0),
        ("1.5", 1.5),
        ("-3", 0.0),
        ("+3", 3.0),
        ("Sun, 29 Nov 2026 12:00:30 GMT", 30.0),
        ("Sun, 29 Nov 2026 13:00:30 +0100", 30.0),
        ("Sun, 29 Nov 2026 12:00:30 -0000", 30.0),
        ("Sunday, 29-Nov-26 12:00:30 GMT", 30.0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
        ("9" * 400, float("inf")),
        ("soon", None),
        ("", None),
        ("inf", None),
        ("nan", None),
        ("1e3", None),
        ("0x10", None),
        ("Fri, 99 Foo 2026 12:00:00 GMT", None),
        ("Fri, 01 Jan 99999999 12:00:00 GMT", None),
    ],
)
def test_the_pause_that_an_answer_asks_for(text: str, seconds: float | None) -> None:
    assert asked_pause({"Retry-After": text, "Date": NOW}) == seconds


def test_a_date_is_compared_with_this_clock_where_the_platform_tells_no_time() -> None:
    asked = asked_pause({"Retry-After": formatdate(time.time() + 30, usegmt=True)})
    assert asked is not None
    assert 25 < asked <= 30


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_the_pause_is_kept(make_lab: Callable[..., Lab], status: str) -> None:
    lab = make_lab()
    lab.fail(busy(status, "7"), busy(status, "0"), busy(status, "-1"), busy(status, "1.25"))
    assert lab.port.templates()
    assert lab.pauses == [7, 0, 0, 1.25]


def test_pauses_grow_and_vary(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    for _ in range(5):
        lab.fail(*[busy("503 Service Unavailable", None)] * 4)
        lab.port.templates()
    for number, limit in enumerate([0.25, 0.5, 1, 2]):
        tried = lab.pauses[number::4]
        assert all(0 <= pause <= limit for pause in tried)
        assert len(set(tried)) > 1


def test_at_most_five_tries(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.say(answer("503 Service Unavailable"))
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert (len(lab.proxy.requests), len(lab.pauses)) == (5, 4)
    assert (caught.value.kind, caught.value.hint) == (ErrorKind.UNAVAILABLE, "tried 5 times")


def test_at_most_two_minutes(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.say(answer("503 Service Unavailable", b"", Retry_After="121"))
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert (len(lab.proxy.requests), lab.pauses) == (1, [])
    assert caught.value.hint == "the platform asks to wait 121 s; ema tries for 120 s"


def test_a_pause_beyond_all_time(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.say(answer("429 Too Many Requests", b"", Retry_After="9" * 400))
    with pytest.raises(PlatformError) as caught:
        lab.port.templates()
    assert caught.value.hint == "the platform asks to wait for ever; ema tries for 120 s"


@pytest.mark.parametrize(
    "data",
    [
        answer("500 Internal Server Error", b"{}", Content_Type="application/json"),
        answer("404 Not Found", b"{}", Content_Type="application/json"),
        answer("422 No", b"{}", Content_Type="application/json"),
        answer("200 OK", b"<p>", Content_Type="text/html"),
    ],
)
def test_nothing_else_is_tried_again(make_lab: Callable[..., Lab], data: bytes) -> None:
    lab = make_lab()
    lab.say(data)
    with pytest.raises(PlatformError):
        lab.port.templates()
    assert len(lab.proxy.requests) == 1


def test_a_change_is_repeated_with_its_own_key(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    persona = lab.port.create_persona(PersonaContent("Acme demo"), key="k").id
    seen: list[bytes] = []
    faults: list[Fault] = [
        reset_done,
        reset_in_request,
        CutAnswer(0.5),
        busy("503 Service Unavailable", "0"),
    ]

    def choose(_number: int, request: Message) -> Fault | None:
        seen.append(request.whole)
        return faults.pop(0) if faults else None

    lab.proxy.choose = choose
    written = lab.port.write_rows(persona, [Row("a", {}), Row("a", {})], key="ключ \n%")
    assert (written.written, written.skipped) == (1, 1)
    assert len(seen) == 5
    assert len(set(seen)) == 1
    assert b"\r\nIdempotency-Key: %D0%BA%D0%BB%D1%8E%D1%87%20%0A%25\r\n" in seen[0]
    assert lab.served.made_by("ключ \n%") is None


def create(lab: Lab, name: str = "Acme demo", key: str = "k") -> Persona:
    return lab.port.create_persona(PersonaContent(name), key=key)


def test_an_unclear_create_asks_what_its_key_made(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab(seconds=0.5)
    lab.fail(Silence(1))
    made = create(lab)
    assert lab.served.personas().items == [made]
    path = f"/{lab.number}/personas"
    assert lab.proxy.requests == [f"POST {path}", f"GET {path}"]


def test_an_answer_that_cannot_be_read_is_unclear_too(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.fail(CutAnswer(0.7), *[reset_before] * 4)
    made = create(lab)
    assert lab.served.personas().items == [made]


def test_a_create_that_made_nothing_stays_an_error(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.fail(*[reset_before] * 5)
    with pytest.raises(PlatformError) as caught:
        create(lab)
    assert caught.value.kind is ErrorKind.UNAVAILABLE
    assert lab.served.personas().items == []


# Platforms that take no note of keys.


def deaf(make_lab: Callable[..., Lab], **options: Any) -> Lab:
    return make_lab(idempotency=False, **options)


def test_an_unclear_change_is_not_repeated(make_lab: Callable[..., Lab]) -> None:
    lab = deaf(make_lab)
    persona = create(lab).id
    before = len(lab.proxy.requests)
    lab.fail(reset_done)
    with pytest.raises(PlatformError) as caught:
        lab.port.create_version(persona, "first", key="v")
    assert caught.value.kind is ErrorKind.UNCLEAR
    assert caught.value.message.startswith("it is not known whether making a version was done:")
    assert len(lab.proxy.requests) == before + 1


@pytest.mark.parametrize("fault", [busy("429 Slow down", "0"), busy("503 Not now", "0")])
def test_what_was_clearly_not_done_is_repeated(make_lab: Callable[..., Lab], fault: Fault) -> None:
    lab = deaf(make_lab)
    lab.fail(None, fault)
    create(lab)
    assert lab.proxy.requests[1:] == [f"POST /{lab.number}/personas"] * 2


def test_reading_is_repeated_all_the_same(make_lab: Callable[..., Lab]) -> None:
    lab = deaf(make_lab)
    lab.fail(reset_done)
    assert lab.port.templates()


@pytest.mark.parametrize("fault", [reset_done, CutAnswer(0.7)])
def test_exactly_one_new_persona_of_name_and_fingerprint_is_adopted(
    make_lab: Callable[..., Lab], fault: Fault
) -> None:
    lab = deaf(make_lab)
    lab.fail(None, fault)
    made = create(lab, "Ame\u0301lie")
    assert lab.served.personas().items == [made]
    assert lab.proxy.requests.count(f"POST /{lab.number}/personas") == 1


def test_nothing_new_stays_unclear(make_lab: Callable[..., Lab]) -> None:
    lab = deaf(make_lab)
    lab.fail(None, reset_before)
    with pytest.raises(PlatformError) as caught:
        create(lab)
    assert caught.value.kind is ErrorKind.UNCLEAR
    assert lab.served.personas().items == []


def test_one_that_was_there_before_is_not_adopted(make_lab: Callable[..., Lab]) -> None:
    lab = deaf(make_lab)
    lab.served.create_persona(PersonaContent("Acme demo"), key="before")
    lab.fail(None, reset_before)
    with pytest.raises(PlatformError) as caught:
        create(lab)
    assert caught.value.kind is ErrorKind.UNCLEAR


def test_another_persona_of_the_name_is_not_adopted(make_lab: Callable[..., Lab]) -> None:
    lab = deaf(make_lab)

    def somebody_else(_number: int, request: Message) -> Fault | None:
        if request.line.startswith("POST"):
            other = PersonaContent("Acme demo", description="another one")
            lab.served.create_persona(other, key="other")
            return reset_before
        return None

    lab.proxy.choose = somebody_else
    with pytest.raises(PlatformError) as caught:
        create(lab)
    assert caught.value.kind is ErrorKind.UNCLEAR


def test_names_that_the_platform_does_not_keep_unique(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab(unique_names=False)
    create(lab, key="a")
    with pytest.raises(PlatformError) as caught:
        create(lab, key="b")
    assert caught.value.kind is ErrorKind.CONFLICT
    assert lab.proxy.requests.count(f"POST /{lab.number}/personas") == 1


# Files.


def test_a_small_file_of_an_iterator_is_sent_again(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    persona = create(lab).id
    lab.fail(reset_in_request, reset_done)
    chunks = iter([b"a" * 1000] * 1000)
    written = lab.port.write_file(persona, "a.txt", "text/plain", chunks, key="f")
    assert (written.written, written.file.size) == (True, 1_000_000)


class Again:
    """A large file that can be read as often as is needed."""

    def __iter__(self) -> Iterator[bytes]:
        return iter([b"x" * 1_000_000] * 12)


def test_a_large_file_is_sent_again_if_it_can_be_read_again(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    persona = create(lab).id
    lab.fail(reset_in_request)
    written = lab.port.write_file(persona, "a.bin", "text/plain", Again(), key="f")
    assert written.file.size == 12_000_000


def test_a_large_file_of_an_iterator_can_be_sent_by_the_next_run(
    make_lab: Callable[..., Lab],
) -> None:
    lab = make_lab()
    persona = create(lab).id
    lab.fail(reset_in_request)
    with pytest.raises(PlatformError) as caught:
        lab.port.write_file(persona, "a.bin", "text/plain", iter(Again()), key="f")
    assert caught.value.kind is ErrorKind.UNAVAILABLE
    assert lab.served.files(persona) == []
    written = lab.port.write_file(persona, "a.bin", "text/plain", iter(Again()), key="f")
    assert written.written


def test_half_a_file_is_never_kept(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    persona = create(lab).id

    def breaks() -> Iterator[bytes]:
        yield b"x" * 9_000_000
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        lab.port.write_file(persona, "a.bin", "text/plain", breaks(), key="f")
    assert lab.served.files(persona) == []
    assert lab.port.write_file(persona, "a.bin", "text/plain", [b"x"], key="f").written


def test_a_download_goes_on_after_a_break(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    persona = create(lab).id
    content = bytes(range(256)) * 20_000
    lab.served.write_file(persona, "a.bin", "text/plain", [content], key="f")
    lab.fail(CutAnswer(0.3), CutAnswer(0.6), CutAnswer(0.999))
    with lab.port.open_file(persona, "a.bin") as chunks:
        assert b"".join(chunks) == content


def test_a_download_of_what_changed_meanwhile_is_an_error(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    persona = create(lab).id
    lab.served.write_file(persona, "a.bin", "text/plain", [b"a" * 5_000_000], key="f")
    lab.fail(CutAnswer(0.5))
    with lab.port.open_file(persona, "a.bin") as chunks:
        next(chunks)
        lab.served.write_file(
            persona, "a.bin", "text/plain", [b"b" * 5_000_000], replace=True, key="g"
        )
        with pytest.raises(PlatformError, match="changed while it was read"):
            list(chunks)


@pytest.mark.parametrize("part", [0.0, 0.5])
def test_a_part_of_a_file_is_no_file(make_lab: Callable[..., Lab], part: float) -> None:
    lab = make_lab()
    persona = create(lab).id
    content = b"a" * 1000
    lab.served.write_file(persona, "a.bin", "text/plain", [content], key="f")
    digest = digest_header(sha256(content).hexdigest())

    def shortened(proxy: FaultProxy, request: Message, client: socket.socket) -> bool:
        assert digest.encode() in proxy.handed_on(request).head
        client.sendall(answer("200 OK", b"a" * int(1000 * part), Repr_Digest=digest))
        return True

    lab.fail(shortened)
    with (
        pytest.raises(PlatformError, match="the file did not arrive as it is") as caught,
        lab.port.open_file(persona, "a.bin") as chunks,
    ):
        list(chunks)
    assert caught.value.kind is ErrorKind.PROTOCOL


def test_an_answer_that_is_no_file(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    lab.say(answer("200 OK", b"<p>Welcome</p>", Content_Type="text/html"))
    with (
        pytest.raises(PlatformError, match="does not say the digest of the file") as caught,
        lab.port.open_file("p", "a.bin"),
    ):
        pass
    assert caught.value.kind is ErrorKind.PROTOCOL


def test_a_download_that_always_breaks_ends(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab()
    persona = create(lab).id
    lab.served.write_file(persona, "a.bin", "text/plain", [b"a" * 5_000_000], key="f")
    lab.fail(*[CutAnswer(0.5)] * 100)
    with (
        pytest.raises(PlatformError) as caught,
        lab.port.open_file(persona, "a.bin") as chunks,
    ):
        list(chunks)
    assert caught.value.kind is ErrorKind.UNAVAILABLE


def test_silence_names_the_action_and_the_seconds(make_lab: Callable[..., Lab]) -> None:
    lab = make_lab(seconds=0.25)
    lab.fail(Silence(1))
    with pytest.raises(PlatformError) as caught:
        lab.port.persona("p")
    host = lab.proxy.url.removeprefix("http://")
    assert caught.value.kind is ErrorKind.TIMEOUT
    assert caught.value.message == f"reading the persona: no answer from {host} within 0.25 s"
    assert caught.value.hint == "--timeout or EMA_TIMEOUT gives it longer"
