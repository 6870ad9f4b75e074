"""The table of tools: one line a method, and the tools of other packages."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ema_cli.tool import AnyMethod, Tool
from ema_cli.tools import plugins

if TYPE_CHECKING:
    from ema_cli.errors import Problem
    from ema_cli.tool import ToolTable

METHODS = (
    "data_copy",
    "data_upload",
    "data_delete",
    "data_sanitize",
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

    A tool of another package that cannot be used is left out; `problems` says why.
    """
    return {**_shipped(), **{tool.name: tool for tool in _others().tools}}


def problems() -> tuple[Problem, ...]:
    """Say which tools of other packages `table` leaves out, and why."""
    return _others().problems


def _shipped() -> dict[str, Tool]:
    methods: dict[str, dict[str | None, AnyMethod]] = defaultdict(dict)
    for module in METHODS:
        method: AnyMethod = import_module(f"ema_cli.tools.{module}").METHOD
        methods[method.tool][method.name] = method
    return {
        name: Tool(name, SUMMARIES[name], found, DEFAULTS.get(name))
        for name, found in methods.items()
    }


@cache
def _others() -> plugins.Loaded:
    return plugins.load(plugins.installed(), SUMMARIES)
