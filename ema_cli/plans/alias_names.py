"""Names of aliases, and the other ways in which people try to write a use of one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.documents.nearest import nearest, shown
from ema_cli.errors import Problem
from ema_cli.plans.keys import ACTION_KEYS

if TYPE_CHECKING:
    from ema_cli.tool import ToolTable

ALIAS_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

NAMING = ("alias", "use", "uses", "name", "include", "import", "ref")
"""Keys by which other tools' files name what is to be put in."""
_WITH = {"vars", "args", "with"}


def misused_alias(node: nodes.Mapping, tools: ToolTable) -> Problem | None:
    """Say how to name the alias that an item without `tool` names; None where it names none."""
    key = None if "tool" in node.items else _naming(node, tools)
    if key is None:
        return None
    value = node.items[key]
    named = value.value if isinstance(value, nodes.Scalar) and value.value is not None else key
    name = shown(str(named)).strip(" `") or "NAME"
    brings = len(node.items) > 1 or (isinstance(value, nodes.Mapping) and bool(value.items))
    hint = _hint(name, brings=brings, inline=node.file.startswith("-a"))
    return Problem("an alias is written as its name alone", hint, node.keys[key].place)


def _hint(name: str, *, brings: bool, inline: bool) -> str:
    if inline:
        return f"write -a {name}" + (", and its values with --var" if brings else "")
    if not brings:
        return f"write `- {name}`"
    return (
        f"write `- {name}`; its values go under `vars` of the plan or, for one use alone, of an"
        " alias of the plan that names it"
    )


def _naming(node: nodes.Mapping, tools: ToolTable) -> str | None:
    """Find the key that names an alias, or that is one."""
    for key in NAMING:
        value = node.items.get(key)
        if key != "alias" and "args" in node.items:
            continue
        if isinstance(value, nodes.Scalar) and isinstance(value.value, str):
            is_name = ALIAS_NAME.fullmatch(value.value) is not None
            return key if is_name and value.value not in tools else None
    first = next(iter(node.items), "")
    value = node.items.get(first)
    empty = isinstance(value, nodes.Scalar) and value.value is None
    if not (empty or isinstance(value, nodes.Mapping)) or not _may_be_alias(first, tools):
        return None
    return first if node.items.keys() <= {first, *_WITH} else None


def _may_be_alias(key: str, tools: ToolTable) -> bool:
    if key in tools or key in _WITH or method_hint(key, tools) is not None:
        return False
    return ALIAS_NAME.fullmatch(key) is not None and nearest(key, [*ACTION_KEYS, *_WITH]) is None


def method_hint(name: str, tools: ToolTable) -> str | None:
    """Say how to write the action whose method is called `name`; None where none is."""
    tool = next((tool.name for tool in tools.values() if name in tool.methods), None)
    if tool is None:
        return None
    return f"`{name}` is a method: write `tool: {tool}`, and `method: {name}` under `args`"
