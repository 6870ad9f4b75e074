from __future__ import annotations

import pytest

from ema_cli.sanitize.entities import DETECTED, Example
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer

KEY = b"a key of the tests, 32 bytes long"


class Bench:
    """A sanitizer and a scan for the same examples."""

    def __init__(self, *examples: str | Example, key: bytes = KEY, parts: bool = False) -> None:
        given = [e if isinstance(e, Example) else Example(e) for e in examples]
        self.sanitizer = Sanitizer(given, key, Options(parts=parts))
        self.scan = Scan(given, DETECTED, FieldNames({}))

    def text(self, text: str) -> str:
        return self.sanitizer.text(text)


@pytest.fixture
def bench() -> type[Bench]:
    return Bench
