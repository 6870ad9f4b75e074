"""Many processes on one workspace, and the memory that one of them takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.platforms.conftest import Platform

MEMORY = 200 * 10**6
"""Bytes."""


def test_eight_processes_make_one_workspace(local: Platform) -> None:
    processes = [local.begin("create", f"Clone {number}", f"k{number}") for number in range(8)]
    answers = local.at_once(processes)
    assert {answer["content"]["name"] for answer in answers} == {
        persona.content.name for persona in local.port.personas().items
    }
    assert len(local.port.personas().items) == 8


def test_eight_processes_clone_at_once(local: Platform) -> None:
    source = local.filled(20_000)
    processes = [local.begin("create_and_copy", source, f"Clone {n}") for n in range(8)]
    assert local.at_once(processes) == [20_000] * 8
    expected = [row.fields for row in local.rows(source)]
    for number in range(8):
        (clone,) = local.port.find_personas(f"Clone {number}")
        assert local.port.data_counts(clone.id).rows == 20_000
        assert [row.fields for row in local.rows(clone.id)] == expected


def test_memory_of_a_large_copy(local: Platform) -> None:
    source, target = local.filled(100_000), local.persona()
    (memory,) = local.at_once([local.begin("copy_all", source, target)])
    assert memory < MEMORY
    assert local.port.data_counts(target).rows == 100_000
    assert local.copy(source, target) == (0, 100_000)


def test_memory_of_a_large_file(local: Platform, workspace: Path) -> None:
    persona = local.persona()
    size = 50 << 20
    (memory,) = local.at_once([local.begin("upload_large", persona, size)])
    assert memory < MEMORY
    (info,) = local.port.files(persona)
    assert info.size == size
    assert [path.name for path in _contents(workspace)] == [info.sha256]


@pytest.mark.whole
def test_memory_of_a_file_of_three_gigabytes(local: Platform) -> None:
    persona = local.persona()
    size = 3 << 30
    (memory,) = local.at_once([local.begin("upload_large", persona, size)])
    assert memory < MEMORY
    assert local.port.files(persona)[0].size == size


@pytest.mark.whole
def test_memory_of_a_million_rows(local: Platform) -> None:
    persona = local.filled(1_000_000)
    (memory,) = local.at_once([local.begin("live_through_versions", persona)])
    assert memory < MEMORY
    assert local.port.data_counts(persona).rows == 1_000_000


def _contents(workspace: Path) -> list[Path]:
    folder = workspace.with_name(f"{workspace.name}.files")
    return [path for path in folder.rglob("*") if path.is_file()]
