"""From events to nodes: anchors, keys and `<<`. Without recursion, so depth cannot hurt."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml

from ema_cli.documents.nodes import Document, Listing, Mapping, Node, Scalar, kind
from ema_cli.documents.scalars import resolve
from ema_cli.errors import Place, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ema_cli.documents.judging import Judge

MERGE = "<<"
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    node: Listing | Mapping
    anchor: str | None
    before: int
    """How many nodes there were before it."""
    height: int = 1
    """Levels of lists and mappings that it holds, itself included."""
    key: Scalar | None = None
    merge_key: Scalar | None = None
    merged: list[Mapping] = field(default_factory=list)


@dataclass(slots=True)
class _Anchored:
    node: Node
    size: int
    height: int


class Composer:
    """Builds one document of events that its judge lets pass."""

    def __init__(self, judge: Judge) -> None:
        """Start with nothing."""
        self._judge = judge
        self._open: list[_Open] = []
        self._anchors: dict[str, _Anchored | None] = {}
        self._root: Node | None = None
        self._problems: list[Problem] = []

    def compose(self, events: Iterable[yaml.Event]) -> Document | None:
        """Take in all events; None for a text without a document."""
        for event in events:
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, yaml.MappingStartEvent):
                self._start(event, Mapping(*self._judge.at(event)))
            elif isinstance(event, yaml.SequenceStartEvent):
                self._start(event, Listing(*self._judge.at(event)))
            elif isinstance(event, yaml.CollectionEndEvent):
                self._close()
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event)
            elif isinstance(event, yaml.DocumentStartEvent):
                self._judge.document(event)
        return None if self._root is None else Document(self._root, tuple(self._problems))

    def innermost(self) -> Place | None:
        """Place of the list or mapping that was begun last and has not ended."""
        return self._open[-1].node.place if self._open else None

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._judge.node(event)
        anchor = self._anchor(event)
        text: str = event.value
        if not text.isascii() and _SURROGATE.search(text):
            text = self._joined(event, text)
        node = Scalar(*self._judge.at(event), text)
        if not event.style:
            if self._expects_key():
                self._plain_key(node, text)
            else:
                node.value = resolve(text)
        if anchor is not None:
            self._anchors[anchor] = _Anchored(node, 1, 0)
        self._put(node)

    def _plain_key(self, key: Scalar, text: str) -> None:
        """Take a key as it is written: `on`, `1` and `null` are texts here."""
        if not text:
            self._problem("there is no key before the ':'", None, key.place)
        if text == MERGE:
            top = self._open[-1]
            if top.merge_key is not None:
                self._twice(key, top.merge_key)
            top.merge_key = key

    def _joined(self, event: yaml.ScalarEvent, text: str) -> str:
        """Join the surrogate pairs that escapes have written."""
        try:
            return text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            self._problem(
                "half of a surrogate pair is no character",
                "write both halves, or the character itself",
                Place(*self._judge.at(event)),
            )
            return _SURROGATE.sub("\ufffd", text)

    def _anchor(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> str | None:
        anchor: str | None = event.anchor
        if anchor is not None:
            if anchor in self._anchors:
                self._judge.refuse(event, "this anchor is set twice", "give each its own name")
            self._anchors[anchor] = None
        return anchor

    def _start(self, event: yaml.CollectionStartEvent, node: Listing | Mapping) -> None:
        self._judge.node(event)
        self._judge.depth(event, len(self._open) + 1)
        self._open.append(_Open(node, self._anchor(event), self._judge.nodes - 1))

    def _close(self) -> None:
        done = self._open.pop()
        if isinstance(done.node, Mapping) and done.merged:
            _merge(done.node, done.merged)
        if done.anchor is not None:
            size = self._judge.nodes - done.before
            self._anchors[done.anchor] = _Anchored(done.node, size, done.height)
        self._hold(done.height)
        self._put(done.node)

    def _hold(self, height: int) -> None:
        if self._open:
            top = self._open[-1]
            top.height = max(top.height, height + 1)

    def _alias(self, event: yaml.AliasEvent) -> None:
        hint = "put text that begins with * in quotes"
        if event.anchor not in self._anchors:
            self._judge.refuse(event, "there is no anchor of this name above", hint)
        meant = self._anchors[event.anchor]
        if meant is None:
            self._judge.refuse(event, "this anchor refers to itself", hint)
        self._judge.count(event, meant.size)
        self._judge.depth(event, len(self._open) + meant.height)
        self._hold(meant.height)
        self._put(_moved(meant.node, self._judge.at(event)))

    def _expects_key(self) -> bool:
        if not self._open:
            return False
        top = self._open[-1]
        return top.key is None and isinstance(top.node, Mapping)

    def _put(self, node: Node) -> None:
        if not self._open:
            self._root = node
            return
        top = self._open[-1]
        if isinstance(top.node, Listing):
            top.node.items.append(node)
        elif top.key is None:
            top.key = self._key(node)
        else:
            self._entry(top, top.node, top.key, node)
            top.key = None

    def _key(self, node: Node) -> Scalar:
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return node
        self._problem("a key must be text", f"this is {kind(node)}", node.place)
        return Scalar(node.file, node.line, node.column, "")

    def _entry(self, top: _Open, mapping: Mapping, key: Scalar, node: Node) -> None:
        if key is top.merge_key:
            self._take_in(top, node)
            return
        name = str(key.value)
        if name in mapping.items:
            self._twice(key, mapping.keys[name])
            return
        mapping.keys[name] = key
        mapping.items[name] = node

    def _twice(self, key: Scalar, first: Scalar) -> None:
        hint = f"remove one; the first is in line {first.line}"
        self._problem("this key stands twice in its mapping", hint, key.place)

    def _take_in(self, top: _Open, node: Node) -> None:
        for part in node.items if isinstance(node, Listing) else [node]:
            if isinstance(part, Mapping):
                top.merged.append(part)
            else:
                message = f"`<<` takes a mapping or a list of mappings, not {kind(part)}"
                self._problem(message, "write `<<: *anchor`", part.place)

    def _problem(self, message: str, hint: str | None, place: Place) -> None:
        self._problems.append(Problem(message, hint, place))


def _merge(node: Mapping, merged: list[Mapping]) -> None:
    """Take in other mappings: the mapping's own entries win, then the earlier ones."""
    items, keys = dict(node.items), dict(node.keys)
    node.items.clear()
    node.keys.clear()
    for part in merged:
        for key, item in part.items.items():
            node.items.setdefault(key, item)
            node.keys.setdefault(key, part.keys[key])
    node.items.update(items)
    node.keys.update(keys)


def _moved(node: Node, at: tuple[str, int, int]) -> Node:
    """Give an anchored node where it is used; what it holds keeps its places."""
    if isinstance(node, Scalar):
        return Scalar(*at, node.value)
    if isinstance(node, Listing):
        return Listing(*at, node.items)
    return Mapping(*at, node.items, node.keys)
