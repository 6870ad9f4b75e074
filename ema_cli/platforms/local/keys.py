"""The law of keys: a call that went through is answered again and not done again."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from ema_cli.platforms.local.encoding import from_text, is_utf8, to_plain_text, to_text
from ema_cli.platforms.local.failures import conflict, rejected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ema_cli.platforms.local.database import Connection
    from ema_cli.values import JsonValue

LONGEST_KEY = 1000
"""Characters of a call's key."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """A changing call: its name in the port, its key, and a digest of all else that was sent."""

    name: str
    key: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """How an answer is stored, and read back.

    A persona is stored by id and digest: the content itself would outlive its being sanitized.
    """

    store: Callable[[T], JsonValue]
    read: Callable[[Connection, JsonValue], T]


def call(name: str, key: str, *body: object) -> Call:
    """Describe a call. `rejected` for a key or a body that cannot be written down at all."""
    if not key or len(key) > LONGEST_KEY or not is_utf8(key):
        raise rejected(f"the call's key is no text of 1 to {LONGEST_KEY} characters")
    return Call(name, key, sha256(to_plain_text([name, *body], "the call").encode()).digest())


def texts_digest(texts: Iterable[str]) -> str:
    """Digest JSON texts, which hold no line breaks, for a call's body; faster than the texts."""
    return sha256("\n".join(texts).encode()).hexdigest()


def first_answer(connection: Connection, made: Call, answer: Answer[T]) -> tuple[T] | None:
    """Find what this call was answered before, alone in a tuple; None when it is new."""
    found = connection.execute(
        "SELECT body, answer FROM keys WHERE key = ?", (made.key,)
    ).fetchone()
    if found is None:
        return None
    body, text = found
    if body != made.body:
        raise conflict("the key was used for another call", hint="make a key of its own")
    return (answer.read(connection, from_text(text)),)


def keep_answer(connection: Connection, made: Call, answer: Answer[T], given: T) -> None:
    """Keep the answer, in the transaction of the change itself."""
    connection.execute(
        "INSERT INTO keys (key, call, body, answer) VALUES (?, ?, ?, ?)",
        (made.key, made.name, made.body, to_text(answer.store(given), "the answer")),
    )


def is_known(connection: Connection, key: str) -> bool:
    """Say whether a call of this key went through."""
    return connection.execute("SELECT 1 FROM keys WHERE key = ?", (key,)).fetchone() is not None


def made_persona(connection: Connection, key: str) -> str | None:
    """Give the id of the persona that the create call of this key made."""
    if not is_utf8(key):
        return None
    found = connection.execute(
        "SELECT answer FROM keys WHERE key = ? AND call = 'create_persona'", (key,)
    ).fetchone()
    return None if found is None else cast("list[str]", from_text(found[0]))[0]
