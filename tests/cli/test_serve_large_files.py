"""A large file goes through `ema data upload` and `ema serve` without being held in memory."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent
from tests.cli.test_serve import EMA, serving
from tests.weighing import weigh

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY = 300 << 20
"""Bytes that either side may use at most."""
GIB = 1 << 30


def uploaded(tmp_path: Path, size: int) -> tuple[int, int]:
    """Upload a sparse file; give the most memory that client and server used, in bytes."""
    path = tmp_path / "w.db"
    workspace = open_workspace(path)
    persona = workspace.create_persona(PersonaContent("Acme demo"), key="k").id
    workspace.close()
    large = tmp_path / "large.bin"
    with large.open("wb") as stream:
        stream.truncate(size)
    with serving(EMA_WORKSPACE=str(path)) as (url, server):
        command: list[str | Path] = [EMA, "data", "upload", "Acme demo", "--file", large, "-q"]
        client = weigh(command, tmp_path, {**os.environ, "EMA_URL": url})
        told = Path(f"/proc/{server.pid}/status").read_text()
    workspace = open_workspace(path)
    (file,) = workspace.files(persona)
    workspace.close()
    assert (file.name, file.size) == ("large.bin", size)
    found = re.search(r"VmHWM:\s+(\d+) kB", told)
    assert found is not None
    return client.peak, int(found[1]) * 1024


@pytest.fixture
def cleared(tmp_path: Path) -> Iterator[Path]:
    """Give a folder that is emptied at once: pytest would keep the files of three sessions."""
    yield tmp_path
    for path in (*tmp_path.glob("*.bin"), *tmp_path.glob("w.db.files/*/*")):
        path.unlink()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("size", [GIB // 4, pytest.param(3 * GIB, marks=pytest.mark.whole)])
def test_memory_does_not_grow_with_the_file(cleared: Path, size: int) -> None:
    for used in uploaded(cleared, size):
        assert used < MEMORY
