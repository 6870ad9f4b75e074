"""Rules on a persona's configuration: its widgets, its welcome message, its workflow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ema_cli.workflow.findings import Verdict
from ema_cli.workflow.graph import is_empty
from ema_cli.workflow.places import quoted
from ema_cli.workflow.reading import Reader
from ema_cli.workflow.references import leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ema_cli.values import JsonObject, JsonValue
    from ema_cli.workflow.graph import Graph
    from ema_cli.workflow.places import Place

_WIDGETS: Place = ("proto_config", "widgets")
_VOICE = "voice"
"""The type, in any case, of the widget that gives a persona its voice."""

_BINDING = "widgetName"
"""An input `{"widgetName": NAME}` takes its value from a widget."""


@dataclass(frozen=True)
class Configuration:
    """The fields of a persona that are judged together; any JSON in each."""

    enabled_by_user: JsonValue
    welcome_messages: JsonValue
    proto_config: JsonValue
    workflow_def: JsonValue

    @cached_property
    def graph(self) -> Graph:
        """The workflow, read; empty where there is none."""
        return Reader().graph(self.workflow_def)

    @cached_property
    def widgets(self) -> Sequence[tuple[Place, JsonObject]]:
        """Widgets and their places; what has the wrong shape reads as none."""
        config = self.proto_config if isinstance(self.proto_config, dict) else {}
        widgets = config.get("widgets")
        items = widgets if isinstance(widgets, list) else []
        return [((*_WIDGETS, n), w) for n, w in enumerate(items) if isinstance(w, dict)]


def shape(config: Configuration) -> Iterator[Verdict]:
    """Judge whether there is a configuration to judge."""
    if not isinstance(config.proto_config, dict):
        yield Verdict(("proto_config",), '"proto_config" must be an object', "use {} for none")
        return
    widgets = config.proto_config.get("widgets")
    if widgets is None:
        return
    if not isinstance(widgets, list):
        yield Verdict(_WIDGETS, '"widgets" must be a list', "write [{name: …, type: …}]")
        return
    for position, widget in enumerate(widgets):
        if not isinstance(widget, dict):
            yield Verdict(
                (*_WIDGETS, position), "a widget must be an object", "give it a name and a type"
            )


def widget_named(config: Configuration) -> Iterator[Verdict]:
    """Judge whether every widget has a name and a type."""
    for place, widget in config.widgets:
        for key in ("name", "type"):
            value = widget.get(key)
            if not isinstance(value, str) or not value.strip():
                yield Verdict((*place, key), f"the widget has no {key}", f"give it a {key}")


def widget_names_unique(config: Configuration) -> Iterator[Verdict]:
    """Judge whether a name means one widget."""
    seen: set[str] = set()
    for place, widget in config.widgets:
        name = widget.get("name")
        if not isinstance(name, str):
            continue
        if name in seen:
            yield Verdict(
                (*place, "name"),
                f"another widget is named {quoted(name)} as well",
                "give it a name of its own",
            )
        seen.add(name)


def widget_bound(config: Configuration) -> Iterator[Verdict]:
    """Judge whether the widgets exist that inputs of the workflow take their values from."""
    names = {widget.get("name") for _, widget in config.widgets if _is_text(widget.get("name"))}
    for node in config.graph.nodes:
        for value, place in (
            *leaves(node.inputs, (*node.place, "inputs")),
            *leaves(node.tools, (*node.place, "tools")),
        ):
            if place[-1] == _BINDING and isinstance(value, str) and value not in names:
                yield Verdict(
                    place,
                    f"the node {quoted(node.name)} uses a widget {quoted(value)} that is not there",
                    "name one of proto_config.widgets, or add it there",
                )


def enabled_needs_workflow(config: Configuration) -> Iterator[Verdict]:
    """Judge whether an enabled persona has something to run; without, the platform fails."""
    if config.enabled_by_user is True and not config.graph.nodes:
        yield Verdict(
            ("workflow_def",),
            "the persona is enabled and has no workflow: on the platform every use of it fails",
            "give it a workflow, or disable it",
        )


def voice_welcome(config: Configuration) -> Iterator[Verdict]:
    """Judge whether a voice persona has words to open a call with."""
    words = (value for value, _ in leaves(config.welcome_messages, ()))
    if _speaks(config) and all(is_empty(word) or not isinstance(word, str) for word in words):
        yield Verdict(
            ("welcome_messages",),
            "a voice persona has no welcome message, so its calls open with silence",
            "write what it says first",
        )


def _speaks(config: Configuration) -> bool:
    types = (widget.get("type") for _, widget in config.widgets)
    return any(isinstance(kind, str) and kind.casefold() == _VOICE for kind in types) or any(
        node.known and node.known.speaks for node in config.graph.nodes
    )


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str)
