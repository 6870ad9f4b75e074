"""Many rows, little memory: measured on a real process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PAGE, PersonaContent, Row
from tests.conftest import EMA
from tests.weighing import weigh

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.values import JsonObject

LIMIT = 200_000_000
EXAMPLES = [f"Family{number} Given{number}" for number in range(1_000)]
TEXT = "the invoice of last month shows an error when they open it, says {} from +1 415 55{:05}. "


def fields(number: int) -> JsonObject:
    """Make a ticket in which hardly any value stands twice."""
    return {
        "number": number,
        "requester": {"full_name": f"Name{number} Other", "email": f"user{number}@corp.example"},
        "document": {"text": TEXT.format(EXAMPLES[number % 1_000], number % 100_000) * 2},
    }


@pytest.mark.parametrize("count", [30_000, pytest.param(1_000_000, marks=pytest.mark.whole)])
def test_memory_does_not_grow_with_the_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setenv("EMA_WORKSPACE", str(tmp_path / "large.db"))
    port = open_workspace(tmp_path / "large.db")
    persona = port.create_persona(PersonaContent("Large"), key="large").id
    for start in range(0, count, PAGE):
        page = [Row(f"ticket-{n}", fields(n)) for n in range(start, start + PAGE)]
        port.write_rows(persona, page, key=f"rows-{start}")
    port.close()
    examples = tmp_path / "examples.txt"
    examples.write_text("\n".join(EXAMPLES))
    done = weigh([EMA, "data", "sanitize", "Large", "--examples-file", examples], tmp_path)
    result = done.document["actions"][0]["result"]
    assert result["rows"] == {"read": count, "changed": count}
    assert result["residual"] == 0
    assert result["entities"]["email"] == count
    assert done.peak < LIMIT
