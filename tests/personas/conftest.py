"""Workspaces of a test's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ema_cli.platforms.local import open_workspace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ema_cli.platforms.local import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """Give an empty workspace."""
    port = open_workspace(tmp_path / "workspace.db")
    yield port
    port.close()
