"""The adapters that are held to the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.platforms.conftest import Platform

ADAPTERS = ["local", "http"]
"""For each one `A` there is a fixture `make_A`: it gives a function from a fresh folder's path."""


@pytest.fixture(params=ADAPTERS)
def platform(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Platform]:
    """Give a fresh platform, through each adapter."""
    platform = _made(request, tmp_path)
    yield platform
    platform.end()


@pytest.fixture(scope="module", params=ADAPTERS)
def steady(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Platform]:
    """Give a platform for all examples of a property: each makes personas of its own."""
    platform = _made(request, tmp_path_factory.mktemp("steady"))
    yield platform
    platform.end()


def _made(request: pytest.FixtureRequest, folder: Path) -> Platform:
    make: Callable[[Path], Platform] = request.getfixturevalue(f"make_{request.param}")
    return make(folder / "platform")
