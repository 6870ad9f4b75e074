"""The table of tools: one line a method, and the tools of other packages."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from ema_cli.errors import usage
from ema_cli.tool import AnyMethod, Tool

if TYPE_CHECKING:
    from ema_cli.tool import ToolTable

GROUP = "ema.tools"
"""Entry points of this group each name an instance of `Tool`."""

METHODS = (
    "data_copy",
    "data_upload",
    "data_delete",
    "snapshot_create",
    "snapshot_restore",
    "validate",
)
"""Modules beside this one, each with its `METHOD`."""

SUMMARIES = {
    "data": "Rows and files of a persona",
    "snapshot": "Versions of a persona",
    "validate": "Rules that a persona should keep",
}
DEFAULTS = {"snapshot": "create"}
"""The method of an action that names none, where a tool has several."""


def table() -> ToolTable:
    """Load all tools, in a fixed order: the shipped ones, then those of other packages by name.

    `usage` when another package's tool cannot be loaded, or has the name of one that is there.
    """
    methods: dict[str, dict[str | None, AnyMethod]] = defaultdict(dict)
    for module in METHODS:
        method: AnyMethod = import_module(f"ema_cli.tools.{module}").METHOD
        methods[method.tool][method.name] = method
    tools = {
        name: Tool(name, SUMMARIES[name], found, DEFAULTS.get(name))
        for name, found in methods.items()
    }
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        tool = _loaded(entry)
        if tool.name in tools:
            raise usage(
                f"the package {_package(entry)} brings another tool {tool.name!r}",
                hint="uninstall it, or ask its author for another name",
            )
        tools[tool.name] = tool
    return tools


def _loaded(entry: EntryPoint) -> Tool:
    try:
        tool = entry.load()
    except Exception as error:
        raise usage(
            f"the tool {entry.name!r} of the package {_package(entry)} cannot be loaded:"
            f" {type(error).__name__}",
            hint="update or uninstall it",
        ) from error
    if not isinstance(tool, Tool):
        raise usage(
            f"the entry point {entry.name!r} of the package {_package(entry)} is no tool",
            hint="it must name an instance of ema_cli.tool.Tool",
        )
    return tool


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.module
