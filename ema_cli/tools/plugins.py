"""Tools of other packages: found by their entry points, loaded one by one, left out when unfit."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Collection
    from importlib.metadata import Distribution, EntryPoint

    from ema_cli.tool import Tool

GROUP = "ema.tools"
"""Entry points of this group each name an instance of `Tool`; they are called as the tool is."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A tool that another package says it has; nothing of it is imported yet."""

    name: str
    package: str
    entry: EntryPoint


@dataclass(frozen=True, slots=True)
class Installed:
    """Tools that other packages say they have, and packages of which that cannot be told."""

    plugins: tuple[Plugin, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """The tools that could be loaded, and what is wrong with the others."""

    tools: tuple[Tool, ...]
    problems: tuple[Problem, ...]


class _UnfitError(Exception):
    """The tool is left out: its message says why, its hint what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def installed() -> Installed:
    """Find the tools of other packages, ordered by name and package."""
    if not any(map(_may_bring_tools, sys.path)):
        return Installed()
    from importlib.metadata import distributions  # noqa: PLC0415 - takes 50 ms to import

    packages: dict[str, list[Plugin]] = {}
    problems: list[Problem] = []
    for package in distributions():
        name = _name(package)
        if name in packages:  # the first one of a name is the one that is imported
            continue
        try:
            packages[name] = [
                Plugin(entry.name, name, entry)
                for entry in package.entry_points.select(group=GROUP)
            ]
        except Exception:  # noqa: BLE001 - a broken file of any package, read by the library
            packages[name] = []
            message = f"the entry points of the package {name!r} cannot be read"
            problems.append(Problem(message, "install it anew, or tell its author"))
    found = [plugin for plugins in packages.values() for plugin in plugins]
    ordered = sorted(found, key=lambda plugin: (plugin.name, plugin.package))
    return Installed(tuple(ordered), tuple(problems))


def _name(package: Distribution) -> str:
    try:
        return str(package.metadata["Name"] or "?")
    except Exception:  # noqa: BLE001 - without metadata a package has no name
        return "?"


def _may_bring_tools(folder: str) -> bool:
    """Look for the group's name in a folder of `sys.path`; what is no folder may hold anything."""
    try:
        with os.scandir(folder or ".") as entries:
            return any(map(_mentions_group, entries))
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _mentions_group(entry: os.DirEntry[str]) -> bool:
    if not entry.name.endswith((".dist-info", ".egg-info")):
        return False
    try:
        with open(os.path.join(entry.path, "entry_points.txt"), "rb") as file:  # noqa: PTH118, PTH123 - pathlib takes ten times as long for hundreds of packages
            return GROUP.encode() in file.read()
    except OSError:
        return False


def load(found: Installed, shipped: Collection[str]) -> Loaded:
    """Load tools; one that cannot be used is left out, and a problem names it and its package."""
    tools: dict[str, Tool] = {}
    problems = [*found.problems]
    for plugin in found.plugins:
        try:
            tools[plugin.name] = _load(plugin, shipped, tools)
        except _UnfitError as reason:
            message = f"the tool {plugin.name!r} of the package {plugin.package!r} is left out"
            problems.append(Problem(f"{message}: {reason}", reason.hint))
    return Loaded(tuple(tools.values()), tuple(problems))


def _load(plugin: Plugin, shipped: Collection[str], others: Collection[str]) -> Tool:
    from ema_cli.tool import Tool  # noqa: PLC0415 - loads pydantic, which most calls need not
    from ema_cli.tools.registration import misfits  # noqa: PLC0415

    if plugin.name in shipped:
        raise _UnfitError(
            "ema ships a tool of that name", "uninstall it, or ask its author for another name"
        )
    if plugin.name in others:
        raise _UnfitError("another package brings that tool, too", "uninstall one of them")
    tool = _imported(plugin)
    if not isinstance(tool, Tool):
        raise _UnfitError(
            f"{plugin.entry.value!r} is no tool", "it must be an instance of ema_cli.tool.Tool"
        )
    if tool.name != plugin.name:
        raise _UnfitError(
            f"it calls itself {tool.name!r}", "name the entry point as the tool is named"
        )
    try:
        reasons = list(misfits(tool))
    except Exception as error:  # noqa: BLE001 - another's object may hold anything
        reasons = [f"looking at it failed with {type(error).__name__}: {error}"]
    if reasons:
        raise _UnfitError("; ".join(reasons), "update it, or tell its author")
    return tool


def _imported(plugin: Plugin) -> object:
    try:
        return plugin.entry.load()
    except (Exception, SystemExit) as error:
        raise _UnfitError(
            f"importing it failed with {type(error).__name__}: {error}", "update or uninstall it"
        ) from error
