"""One action as it is written: `tool`, `args` and what stands beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.documents.nearest import did_you_mean, nearest, shown
from ema_cli.errors import Problem
from ema_cli.plans.alias_names import NAMING, method_hint, misused_alias
from ema_cli.plans.fields import argument_marks, takes_any
from ema_cli.plans.keys import ACTION_KEYS, flag, unknown_keys
from ema_cli.plans.trees import compiled, names_results, texts_in
from ema_cli.plans.written import ActionItem, Tree

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.tool import AnyMethod, Tool, ToolTable

LITERAL = "variables are filled in only in the values of `args`"
_ID = re.compile(r"[a-z][a-z0-9-]*")
_METHOD = "method"


class ActionReader:
    """Reads the actions of one file; what is wrong goes into `problems`."""

    def __init__(self, tools: ToolTable, base: Path, problems: list[Problem]) -> None:
        """Take the tools that there are and the folder that paths start from."""
        self._tools = tools
        self._base = base
        self._problems = problems

    def read(self, node: nodes.Mapping) -> ActionItem | None:
        """Read one action; None where it cannot be told what it does."""
        misused = misused_alias(node, self._tools)
        if misused is not None:
            self._problems.append(misused)
            return None
        tool = self._tool(node)
        self._beside(node, tool)
        action_id = self._id(node)
        continue_on_error = flag(node, "continue_on_error", self._problems)
        always = flag(node, "always", self._problems)
        args = self._args(node)
        method = self._method(tool, node, args) if tool is not None and args is not None else None
        if method is None or args is None:
            return None
        unjudged = self._unknown_arguments(args, method) | (node.keys.keys() - ACTION_KEYS)
        tree = self._tree(args, method)
        texts = list(texts_in(tree))
        return ActionItem(
            place=node.place,
            method=method,
            args=tree,
            node=args,
            unjudged=frozenset(unjudged),
            id=action_id,
            id_place=node.items["id"].place if action_id else node.place,
            continue_on_error=continue_on_error,
            always=bool(always),
            constant=not texts,
            results=any(names_results(text) for text in texts),
            base=self._base,
        )

    def _problem(self, message: str, hint: str | None, node: nodes.Node) -> None:
        self._problems.append(Problem(message, hint, node.place))

    # Beside the arguments

    def _beside(self, node: nodes.Mapping, tool: Tool | None) -> None:
        """Judge the keys of an action."""
        advised: list[str] = []

        def advice(key: str) -> str | None:
            hint = self._advice(key, node, tool)
            if hint is not None:
                advised.append(key)
            return hint

        meant = unknown_keys(node, ACTION_KEYS, self._problems, hint=advice, silent=["parallel"])
        if "tool" not in node.items and "tool" not in meant and not advised:
            self._problem("`tool` is missing", self._known_tools(), node)
        if "parallel" in node.keys:
            hint = "leave it out: actions run one after the other"
            self._problem("`parallel` is reserved for later", hint, node.keys["parallel"])

    def _advice(self, key: str, node: nodes.Mapping, tool: Tool | None) -> str | None:
        """Say what to do about keys that are right in another place."""
        if key in self._tools:
            return f"write `tool: {key}`, and its arguments under `args`"
        if key == _METHOD or (tool is not None and _is_argument(tool, key)):
            return "put it under `args`"
        if key == "vars":
            return "variables are declared beside `actions`, arguments stand under `args`"
        return None if "tool" in node.items else self._meant_by_key(key, node)

    def _meant_by_key(self, key: str, node: nodes.Mapping) -> str | None:
        """Say what a key seems to stand for in an item that names no tool."""
        value = node.items[key]
        if key in NAMING and _text(value) in self._tools:
            return f"write `tool: {_text(value)}`"
        method = method_hint(key, self._tools)
        if method is None and (key == "alias" or (len(node.items) == 1 and _is_empty(value))):
            return "an alias is written as its name alone: `- NAME`"
        return method

    def _known_tools(self) -> str:
        return "the tools are: " + ", ".join(self._tools)

    def _tool(self, node: nodes.Mapping) -> Tool | None:
        value = node.items.get("tool")
        if value is None:
            return None
        if not isinstance(value, nodes.Scalar) or not isinstance(value.value, str):
            self._problem(
                f"`tool` must be text, not {nodes.kind(value)}", self._known_tools(), value
            )
            return None
        name = value.value
        if name not in self._tools:
            hint = LITERAL if "$" in name else self._meant_by_tool(name, node)
            self._problem("there is no such tool", hint, value)
        return self._tools.get(name)

    def _meant_by_tool(self, name: str, node: nodes.Mapping) -> str | None:
        method = method_hint(name, self._tools)
        if method is not None:
            return method
        hint = _meant(name, list(self._tools), "tools")
        if nearest(name, self._tools) is None and "args" not in node.items:
            return f"{hint}; an alias is written as its name alone: `- NAME`"
        return hint

    def _id(self, node: nodes.Mapping) -> str | None:
        value = node.items.get("id")
        if value is None:
            return None
        name = value.value if isinstance(value, nodes.Scalar) else None
        if isinstance(name, str) and _ID.fullmatch(name):
            return name
        hint = "it begins with a small letter and holds small letters, digits and -"
        self._problem("this is not an id", hint, value)
        return None

    # The arguments

    def _args(self, node: nodes.Mapping) -> nodes.Mapping | None:
        value = node.items.get("args")
        if isinstance(value, nodes.Mapping):
            return value
        if value is None:
            return nodes.Mapping(*_at(node))
        if isinstance(value, nodes.Scalar) and value.value is None:
            return nodes.Mapping(*_at(value))
        hint = "write `name: value` lines below it, without '- '"
        self._problem(f"`args` must be a mapping, not {nodes.kind(value)}", hint, value)
        return None

    def _method(self, tool: Tool, node: nodes.Mapping, args: nodes.Mapping) -> AnyMethod | None:
        names = [name for name in tool.methods if name is not None]
        value = args.items.get(_METHOD)
        if value is None:
            method = tool.method(None)
            if method is None and _METHOD not in node.keys:
                self._missing_method(tool, names, args)
            return method
        if not names:
            hint = f"leave `method` out: {tool.name} does one thing only"
            self._problem(f"{tool.name} has no methods", hint, args.keys[_METHOD])
            return tool.method(None)
        name = value.value if isinstance(value, nodes.Scalar) else None
        if not isinstance(name, str):
            listed = "the methods are: " + ", ".join(names)
            self._problem(f"`method` must be text, not {nodes.kind(value)}", listed, value)
            return None
        method = tool.method(name)
        if method is None:
            advice = LITERAL if "$" in name else _meant(name, names, "methods")
            self._problem(f"{tool.name} has no such method", advice, value)
        return method

    def _missing_method(self, tool: Tool, names: list[str], args: nodes.Mapping) -> None:
        for key, node in args.keys.items():
            if nearest(key, [_METHOD]) and not _is_argument(tool, key):
                self._problem(f"unknown argument{shown(key)}", f"did you mean `{_METHOD}`?", node)
                return
        hint = f"the methods of {tool.name} are: " + ", ".join(names)
        self._problem("`method` is missing in `args`", hint, args)

    def _unknown_arguments(self, args: nodes.Mapping, method: AnyMethod) -> set[str]:
        if takes_any(method.arguments):
            return set()
        known = [_METHOD, *argument_marks(method.arguments)]
        return unknown_keys(args, known, self._problems, what="argument", hint=_belongs_beside)

    def _tree(self, args: nodes.Mapping, method: AnyMethod) -> dict[str, Tree]:
        known = argument_marks(method.arguments)
        any_name = takes_any(method.arguments)
        return {
            name: compiled(node, self._problems)
            for name, node in args.items.items()
            if name in known or (any_name and name != _METHOD)
        }


def _belongs_beside(key: str) -> str | None:
    return "put it beside `tool`" if key in ACTION_KEYS else None


def _text(node: nodes.Node) -> str:
    value = node.value if isinstance(node, nodes.Scalar) else None
    return value if isinstance(value, str) else ""


def _is_empty(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Scalar) and node.value is None


def _is_argument(tool: Tool, key: str) -> bool:
    return any(key in argument_marks(method.arguments) for method in tool.methods.values())


def _meant(name: str, known: list[str], what: str) -> str | None:
    return did_you_mean(name, known, listed=f"the {what} are:")


def _at(node: nodes.Node) -> tuple[str, int, int]:
    return node.file, node.line, node.column
