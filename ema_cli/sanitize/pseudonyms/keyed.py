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


@dataclass(frozen=True, slots=True)
class Draw:
    """256 bits for one value, to be taken bit by bit; `attempt` gives others for the same value."""

    number: int

    @classmethod
    def of(cls, key: bytes, entity: Entity, value: str, attempt: int = 0) -> Draw:
        """HMAC-SHA-256 over entity, value and attempt."""
        text = f"{entity}\0{attempt}\0{value}".encode("utf-8", "surrogatepass")
        return cls(int.from_bytes(hmac.digest(key, text, "sha256")))

    def digits(self, base: int, length: int) -> list[int]:
        """Take `length` digits of this base; even ones as long as they hold less than 200 bits."""
        number = self.number % base**length
        taken: list[int] = []
        for _ in range(length):
            number, digit = divmod(number, base)
            taken.append(digit)
        return taken

    def stream(self) -> Iterator[int]:
        """Give bytes without end."""
        seed = self.number.to_bytes(32)
        for block in count():
            yield from sha256(seed + block.to_bytes(4)).digest()
