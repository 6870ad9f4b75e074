"""From any JSON to a graph: what has the wrong shape is a finding and reads as empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ema_cli.workflow.catalogue import CATALOGUE
from ema_cli.workflow.conditions import RunIf, operator_of
from ema_cli.workflow.findings import Finding, Severity
from ema_cli.workflow.graph import CATEGORY_PORT, Graph, Node
from ema_cli.workflow.places import quoted, written
from ema_cli.workflow.references import references

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.values import JsonObject, JsonValue
    from ema_cli.workflow.places import Place

T = TypeVar("T")

OUTPUT = "WORKFLOW_OUTPUT"
"""The end of every workflow, a key of `results`."""

_WITH_REFERENCES = ("inputs", "tools", "runIf", "humanInteractionConfig")
_KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}


class Reader:
    """Reads one workflow and collects what has the wrong shape."""

    def __init__(self) -> None:
        """Begin with no finding."""
        self.findings: list[Finding] = []

    def graph(self, workflow_def: JsonValue) -> Graph:
        """Read a whole workflow."""
        place: Place = ("workflow_def",)
        workflow = self._a(dict, workflow_def, place)
        nodes = self._optional(list, workflow, "nodes", place)
        results = self._optional(dict, workflow, "results", place)
        return Graph(
            tuple(self._node(index, item) for index, item in enumerate(nodes)),
            tuple(references(results.get(OUTPUT), (*place, "results", OUTPUT))),
        )

    def _node(self, index: int, item: JsonValue) -> Node:
        place: Place = ("workflow_def", "nodes", index)
        if not isinstance(item, dict):
            self._a(dict, item, place)
            return _nameless(index)
        return self._fields(index, item, place)

    def _fields(self, index: int, fields: JsonObject, place: Place) -> Node:
        action = self._required_text(fields, "action", place)
        categories = self._categories(fields, place, action)
        human = self._optional(dict, fields, "humanInteractionConfig", place)
        return Node(
            index=index,
            name=self._required_text(fields, "name", place),
            action=action,
            known=CATALOGUE.get(action),
            inputs=self._optional(dict, fields, "inputs", place),
            tools=self._optional(list, fields, "tools", place),
            own_outputs=dict(self._outputs(fields, place)),
            categories=categories,
            ports=_ports(categories or ()),
            human=bool(human),
            run_if=self._run_if(fields, place),
            references=tuple(
                reference
                for key in _WITH_REFERENCES
                for reference in references(fields.get(key), (*place, key))
            ),
        )

    def _outputs(self, fields: JsonObject, place: Place) -> Iterator[tuple[str, str]]:
        for n, item in enumerate(self._optional(list, fields, "outputs", place)):
            at = (*place, "outputs", n)
            kind = item.get("type") if isinstance(item, dict) else None
            yield self._name(item, at), kind if isinstance(kind, str) else ""

    def _categories(self, fields: JsonObject, place: Place, action: str) -> tuple[str, ...] | None:
        arguments = self._optional(dict, fields, "typeArguments", place)
        known = CATALOGUE.get(action)
        if arguments.get("categories") is None and not (known and known.categorizes):
            return None
        at = (*place, "typeArguments")
        items = self._optional(list, arguments, "categories", at)
        return tuple(self._name(item, (*at, "categories", n)) for n, item in enumerate(items))

    def _name(self, item: JsonValue, place: Place) -> str:
        if isinstance(item, dict):
            return self._required_text(item, "name", place)
        self._a(dict, item, place)
        return ""

    def _run_if(self, fields: JsonObject, place: Place) -> RunIf | None:
        if fields.get("runIf") is None:
            return None
        at = (*place, "runIf")
        condition = self._a(dict, fields["runIf"], at)
        left = next(references(condition.get("lhs"), (*at, "lhs")), None)
        operator = condition.get("operator")
        if left is None or not left.whole:
            self._wrong(
                (*at, "lhs"),
                '"lhs" must be one reference to an output',
                "write it as {{node.output}}",
            )
        if operator_of(operator) is None and not _is_number(operator):
            self._wrong(
                (*at, "operator"),
                '"operator" is none that runIf knows',
                "use EQUALS, NOT_EQUALS or CONTAINS",
            )
        if condition.get("rhs") is None:
            self._wrong((*at, "rhs"), '"rhs" is missing', "give what to compare with")
        return RunIf(left, operator_of(operator), condition.get("rhs"))

    def _required_text(self, fields: JsonObject, key: str, place: Place) -> str:
        value = fields.get(key)
        if isinstance(value, str) and value.strip():
            return value
        what = "is missing" if value is None else "must be text that is not blank"
        self._wrong((*place, key), f"{quoted(key)} {what}", "give it one")
        return ""

    def _optional(self, kind: type[T], fields: JsonObject, key: str, place: Place) -> T:
        value = fields.get(key)
        return kind() if value is None else self._a(kind, value, (*place, key))

    def _a(self, kind: type[T], value: JsonValue, place: Place) -> T:
        if isinstance(value, kind):
            return value
        what = quoted(last) if isinstance(last := place[-1], str) else "it"
        self._wrong(
            place,
            f"{what} must be {_KINDS[kind]} and is {_KINDS[type(value)]}",
            "docs/workflows.md shows the shape of a workflow",
        )
        return kind()

    def _wrong(self, place: Place, message: str, hint: str) -> None:
        path = written(place)
        self.findings.append(Finding("workflow", "shape", Severity.ERROR, path, message, hint))


def _nameless(index: int) -> Node:
    """Stand in for what is no node, so that positions stay right."""
    return Node(index, "", "", None, {}, [], {}, None, {}, human=False, run_if=None, references=())


def _ports(categories: tuple[str, ...]) -> dict[str, str]:
    """Name the ports of categories: with spaces as they are, and, where that is free, as _."""
    joined = {CATEGORY_PORT + "_".join(name.split()): name for name in categories if name}
    return joined | {CATEGORY_PORT + name: name for name in categories if name}


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
