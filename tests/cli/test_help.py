"""Help: every command has it, it ends with an example, and its line in the group is its own."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.cli.lazy import Entry, Group, ToolEntry
from ema_cli.cli.main import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def entries(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any]]:
    for name, entry in table.items():
        yield (*path, name), entry
        if isinstance(entry, Group | ToolEntry):
            yield from entries(getattr(entry, "entries", {}), (*path, name))


ALL = dict(entries(COMMANDS))


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_ends_with_an_example(ema: Any, path: tuple[str, ...]) -> None:
    done = ema(*path, "--help")
    assert done.code == 0, done.err
    assert done.err == ""
    *_, title, example = done.out.rstrip().splitlines()
    assert title.strip() == "Example:"
    assert " ema " in example
    assert not re.search(r"\{[A-Z.]+\}", done.out), "required arguments stand plain"


@pytest.mark.parametrize(
    "path", [path for path, entry in ALL.items() if isinstance(entry, Entry)], ids=" ".join
)
def test_the_line_in_the_group_is_the_commands_own(path: tuple[str, ...]) -> None:
    entry = ALL[path]
    docstring = inspect.getdoc(import_module(entry.module).command) or ""
    assert docstring.split("\n\n")[0].replace("\n", " ") == entry.summary


def test_no_arguments_show_help_and_fail(ema: Any) -> None:
    done = ema()
    assert done.code == 2
    assert done.out == ""
    assert "Usage: ema" in done.err


def test_a_mistyped_command_is_told_of_the_nearest(ema: Any) -> None:
    done = ema("persna")
    assert done.code == 2
    assert "'persona'" in done.document["error"]


def test_version(ema: Any) -> None:
    assert ema("--version").out.startswith("ema 0.")
