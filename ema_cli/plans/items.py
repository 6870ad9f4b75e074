"""Items of a list of actions: names of aliases, and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.errors import Problem
from ema_cli.plans.action_items import LITERAL, ActionReader
from ema_cli.plans.alias_names import ALIAS_NAME
from ema_cli.plans.written import AliasItem, Body, Item

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.tool import ToolTable


class ItemReader:
    """Reads the items of one file."""

    def __init__(self, tools: ToolTable, base: Path) -> None:
        """Take the tools that there are and the folder that paths start from."""
        self._tools = tools
        self._base = base

    def items(self, node: nodes.Listing, body: Body) -> None:
        """Read a list of items into `body`."""
        actions = ActionReader(self._tools, self._base, body.problems)
        read = [self._item(item, actions, body) for item in node.items]
        body.items = [item for item in read if item is not None]
        body.complete = body.complete and len(body.items) == len(read)

    def _item(self, node: nodes.Node, actions: ActionReader, body: Body) -> Item | None:
        if isinstance(node, nodes.Mapping):
            return actions.read(node)
        if isinstance(node, nodes.Scalar) and isinstance(node.value, str):
            return self._alias(node, node.value, body)
        brackets = isinstance(node, nodes.Listing)
        hint = "remove one '- ' or one pair of brackets" if brackets else "write `- tool: …`"
        message = f"an item is an alias or an action, not {nodes.kind(node)}"
        body.problems.append(Problem(message, hint, node.place))
        return None

    def _alias(self, node: nodes.Scalar, name: str, body: Body) -> AliasItem | None:
        if name in self._tools:
            message, hint = f"`{name}` is a tool, not an alias", f"write `- tool: {name}`"
        elif ALIAS_NAME.fullmatch(name):
            return AliasItem(node.place, name)
        elif "$" in name:
            message, hint = "an alias cannot be named by a variable", LITERAL
        elif "/" in name or name.endswith((".yaml", ".yml")):
            message = "an alias is named without path and ending"
            hint = "give its file or folder with --aliases"
        else:
            message = "this is not the name of an alias"
            hint = "such a name begins with a letter and holds letters, digits, - and _"
        body.problems.append(Problem(message, hint, node.place))
        return None
