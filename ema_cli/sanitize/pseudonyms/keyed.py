"""Numbers that depend on key, entity and value alone."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.sanitize.entities import Entity

SHORTEST_KEY = 16
"""Bytes that a key must have at least."""


class Key:
    """A key, from which all pseudonyms of a run are made."""

    def __init__(self, key: bytes) -> None:
        """Begin with the key, which is the same for all values."""
        self._begun = hmac.new(key, digestmod="sha256")

    def draw(self, entity: Entity, value: str, attempt: int = 0) -> Draw:
        """HMAC-SHA-256 over entity, attempt and value."""
        mac = self._begun.copy()
        mac.update(f"{entity}\0{attempt}\0{value}".encode("utf-8", "surrogatepass"))
        return Draw(int.from_bytes(mac.digest()))


@dataclass(frozen=True, slots=True)
class Draw:
    """256 bits for one value, to be taken bit by bit; another attempt gives others for it."""

    number: int

    def digits(self, base: int, length: int) -> list[int]:
        """Take `length` digits of this base; even ones as long as they hold less than 200 bits."""
        number = self.number % base**length
        taken: list[int] = []
        for _ in range(length):
            taken.append(number % base)
            number //= base
        return taken

    def stream(self) -> Iterator[int]:
        """Give bytes without end."""
        seed = self.number.to_bytes(32)
        for block in count():
            yield from sha256(seed + block.to_bytes(4)).digest()
