"""Whatever the bytes are, the reader gives a document or says what is wrong: nothing else."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ema_cli.documents.json_reading import read_json_document
from ema_cli.documents.nodes import value
from ema_cli.documents.reading import read_document, read_value
from ema_cli.errors import InvalidInput

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from ema_cli.errors import Place

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
SOURCES = st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda t: t.encode("utf-8")))


def harmless(data: bytes) -> None:
    for pure in (False, True):
        places: list[Place | None] = []
        try:
            value(read_document(data, "f", pure=pure).root)
        except InvalidInput as error:
            places = [problem.place for problem in error.problems]
        assert all(place is not None and place.line > 0 for place in places)
    with suppress(InvalidInput):
        value(read_json_document(data, "f").root)
    with suppress(InvalidInput):
        read_value(data.decode("utf-8", "replace"), "--var x")


def fuzz(sources: SearchStrategy[bytes], examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=SLOW)
    @given(sources)
    def run(data: bytes) -> None:
        harmless(data)

    run()


def test_bytes() -> None:
    fuzz(SOURCES, 250)


def test_nearly_yaml(yaml_texts: SearchStrategy[str]) -> None:
    fuzz(yaml_texts.map(str.encode), 250)


@pytest.mark.whole
def test_bytes_at_length() -> None:
    fuzz(SOURCES, 20_000)


@pytest.mark.whole
def test_nearly_yaml_at_length(yaml_texts: SearchStrategy[str]) -> None:
    fuzz(yaml_texts.map(str.encode), 20_000)
