"""From a file's text to what is written in it: a plan, an alias, or the value of `-a`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.documents.reading import read_document
from ema_cli.errors import InvalidInput, Place, Problem
from ema_cli.plans.alias_names import ALIAS_NAME
from ema_cli.plans.items import ItemReader
from ema_cli.plans.keys import PLAN_KEYS, flag, unknown_keys
from ema_cli.plans.templates import NAME
from ema_cli.plans.written import Body, PlanText

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ema_cli.plans.models import PlanSource
    from ema_cli.tool import ToolTable
    from ema_cli.values import JsonObject

GIVEN = ("source", "target", "source_name", "target_name", "env", "run_id")
"""Variables that ema gives."""

_ALIAS_KEYS = ("description", "vars", "actions")
_FREE = "x-"
_DASH = "did you forget '- '?"
_VERSION = 1


def read_plan(source: PlanSource, tools: ToolTable, *, pure: bool = False) -> PlanText:
    """Read one plan; everything that is wrong with it stands in the problems of its bodies.

    `pure` chooses PyYAML's loader in Python, which gives the same.
    """
    place = Place(source.name, 1, 1)
    plan = PlanText(source.name, source.base.absolute(), Body(place))
    if source.unreadable is not None:
        return _unreadable(plan, [source.unreadable])
    if source.inline and source.node is None and not source.text.strip():
        hint = "name an alias, or write an action"
        return _unreadable(plan, [Problem("-a is empty", hint, place)])
    try:
        document = _document(source, pure=pure)
    except InvalidInput as error:
        return _unreadable(plan, error.problems)
    plan.body = Body(document.root.place, problems=list(document.problems))
    reader = _BodyReader(tools, plan.base)
    if source.inline:
        reader.inline(document.root, plan.body)
    else:
        reader.plan(document.root, plan)
    return plan


def _document(source: PlanSource, *, pure: bool) -> nodes.Document:
    if source.node is not None:
        return nodes.Document(source.node)
    return read_document(source.text, source.name, pure=pure)


def read_alias(data: bytes, file: str, base: Path, tools: ToolTable, *, pure: bool = False) -> Body:
    """Read one alias file; everything that is wrong with it stands in its problems."""
    try:
        document = read_document(data, file, pure=pure)
    except InvalidInput as error:
        return Body(Place(file, 1, 1), problems=list(error.problems), complete=False)
    body = Body(document.root.place, problems=list(document.problems))
    _BodyReader(tools, base.absolute()).alias(document.root, body)
    return body


def _unreadable(plan: PlanText, problems: Sequence[Problem]) -> PlanText:
    plan.body.problems.extend(problems)
    plan.body.complete = False
    return plan


class _BodyReader:
    def __init__(self, tools: ToolTable, base: Path) -> None:
        self._tools = tools
        self._base = base
        self._items = ItemReader(tools, base)

    def plan(self, root: nodes.Node, plan: PlanText) -> None:
        mapping = self._mapping(root, plan.body, "a plan", PLAN_KEYS)
        if mapping is not None:
            self._version(mapping, plan.body)
            plan.continue_on_error = bool(flag(mapping, "continue_on_error", plan.body.problems))
            plan.aliases = self._local_aliases(mapping, plan.body)

    def alias(self, root: nodes.Node, body: Body) -> None:
        self._mapping(root, body, "an alias", _ALIAS_KEYS)

    def inline(self, root: nodes.Node, body: Body) -> None:
        if isinstance(root, nodes.Listing):
            self._refuse(body, "-a takes one alias or one action, not a list", root, "repeat -a")
        else:
            only = nodes.Listing(root.file, root.line, root.column, [root])
            self._items.items(only, body)

    def _refuse(self, body: Body, message: str, node: nodes.Node, hint: str) -> None:
        """Add a problem that leaves items unread."""
        body.problems.append(Problem(message, hint, node.place))
        body.complete = False

    def _mapping(
        self, root: nodes.Node, body: Body, what: str, known: Sequence[str]
    ) -> nodes.Mapping | None:
        """Read a list of items, or the mapping around it; give the mapping, if it is one."""
        if isinstance(root, nodes.Listing):
            self._items.items(root, body)
        elif not isinstance(root, nodes.Mapping):
            message = f"{what} is a list of actions, not {nodes.kind(root)}"
            self._refuse(body, message, root, _DASH)
        elif "ema_bundle" in root.items:
            hint = "it is taken in with `ema persona import`"
            self._refuse(body, f"this is a bundle, not {what}", root, hint)
        elif "tool" in root.items and "actions" not in root.items:
            self._refuse(body, f"{what} is a list of actions, not one action", root, _DASH)
        else:
            self._contents(root, body, known)
            return root
        return None

    def _contents(self, root: nodes.Mapping, body: Body, known: Sequence[str]) -> None:
        free = [key for key in root.keys if key.startswith(_FREE)]
        meant = unknown_keys(root, (*known, *free), body.problems, hint=_advice(known))
        description = root.items.get("description")
        if isinstance(description, nodes.Scalar) and isinstance(description.value, str):
            body.description = description.value
        body.base = self._base
        body.variables = self._variables(root, body)
        actions = root.items.get("actions")
        if isinstance(actions, nodes.Listing):
            self._items.items(actions, body)
        elif isinstance(actions, nodes.Mapping):
            self._refuse(body, "`actions` must be a list, not a mapping", actions, _DASH)
        elif actions is not None:
            message = f"`actions` must be a list, not {nodes.kind(actions)}"
            self._refuse(body, message, actions, "write [] for none")
        else:
            body.complete = False
            if "actions" not in meant:
                self._refuse(body, "`actions` is missing", root, "write [] for none")

    def _version(self, root: nodes.Mapping, body: Body) -> None:
        value = root.items.get("version")
        if value is None:
            return
        number = value.value if isinstance(value, nodes.Scalar) else None
        if type(number) is not int or number != _VERSION:
            hint = "a plan of a later version needs a later ema"
            body.problems.append(Problem(f"`version` must be {_VERSION}", hint, value.place))

    def _section(self, root: nodes.Mapping, key: str, body: Body) -> nodes.Mapping | None:
        value = root.items.get(key)
        if isinstance(value, nodes.Mapping):
            return value
        if value is not None and not (isinstance(value, nodes.Scalar) and value.value is None):
            message = f"`{key}` must be a mapping, not {nodes.kind(value)}"
            hint = "write `name: value` lines below it, without '- '"
            body.problems.append(Problem(message, hint, value.place))
        return None

    def _variables(self, root: nodes.Mapping, body: Body) -> JsonObject:
        section = self._section(root, "vars", body)
        if section is None:
            return {}
        variables: JsonObject = {}
        for name, node in section.items.items():
            problem = variable_name_problem(name)
            if problem is not None:
                body.problems.append(Problem(*problem, section.keys[name].place))
            else:
                variables[name] = nodes.value(node)
        return variables

    def _local_aliases(self, root: nodes.Mapping, body: Body) -> dict[str, Body]:
        section = self._section(root, "aliases", body)
        aliases: dict[str, Body] = {}
        if section is None:
            return aliases
        for name, node in section.items.items():
            problem = alias_name_problem(name, self._tools)
            if problem is not None:
                body.problems.append(Problem(*problem, section.keys[name].place))
            else:
                aliases[name] = Body(section.keys[name].place)
                self.alias(node, aliases[name])
        return aliases


def _advice(known: Sequence[str]) -> Callable[[str], str | None]:
    def advise(key: str) -> str | None:
        if key in PLAN_KEYS and key not in known:
            return "it belongs in a plan, not in an alias"
        if key == "parallel":
            return "it is reserved for later: actions run one after the other"
        return None

    return advise


def variable_name_problem(name: str) -> tuple[str, str] | None:
    """Say why `name` can be no variable of the user's, and what to do about it."""
    if name in GIVEN or name == "actions":
        return f"`{name}` is a variable that ema gives", "choose another name"
    if not NAME.fullmatch(name):
        return "this is not the name of a variable", "use letters, digits and _, a letter first"
    return None


def alias_name_problem(name: str, tools: ToolTable) -> tuple[str, str] | None:
    """Say why `name` can be no alias's, and what to do about it."""
    if name in tools:
        return f"`{name}` is a tool, and no alias can have its name", "choose another name"
    if not ALIAS_NAME.fullmatch(name):
        return "this is not the name of an alias", "use letters, digits, - and _, a letter first"
    return None
