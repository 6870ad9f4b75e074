"""Reading JSON strictly, with places: what is read can be written again and reads the same.

Refused beyond JSON's grammar: a key that stands twice in an object, NaN and Infinity, numbers that
no float holds, integers of more than 4,300 digits, half surrogate pairs, and a limit passed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from json import decoder
from math import isfinite
from typing import TYPE_CHECKING

from ema_cli.documents.limits import BUNDLE_LIMITS, Limits
from ema_cli.documents.nodes import Document, Listing, Mapping, Node, Scalar
from ema_cli.documents.scalars import DIGITS, resolve
from ema_cli.documents.text import decode
from ema_cli.errors import ErrorKind, InvalidInput, Place, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

_scan: Callable[[str, int, bool], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
_SPACE = re.compile(r"[ \t\n\r]*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORD = re.compile(r"-?[A-Za-z]+")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_BREAK = re.compile("\r\n|\r|\n")
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_json(
    data: bytes,
    file: str,
    *,
    limits: Limits = BUNDLE_LIMITS,
    kind: ErrorKind = ErrorKind.PLAN_INVALID,
) -> Node:
    """Read a JSON document. `InvalidInput` of `kind` tells everything that is wrong with it."""
    document = read_json_document(data, file, limits=limits, kind=kind)
    if document.problems:
        raise InvalidInput(kind, document.problems)
    return document.root


def read_json_document(
    data: bytes,
    file: str,
    *,
    limits: Limits = BUNDLE_LIMITS,
    kind: ErrorKind = ErrorKind.PLAN_INVALID,
) -> Document:
    """Read a JSON document together with its lesser problems, such as a key that stands twice."""
    text = decode(data, file, limits=limits, kind=kind, strict=False)
    reader = _Reader(text, file, limits)
    try:
        root = reader.document()
    except _Refused as refused:
        raise InvalidInput(kind, [refused.problem]) from None
    return Document(root, tuple(reader.problems))


class _Refused(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(slots=True)
class _Open:
    """A list or object whose end has not come yet."""

    node: Listing | Mapping
    start: int
    key: Scalar | None = None

    @property
    def close(self) -> str:
        """The bracket that ends it."""
        return "]" if isinstance(self.node, Listing) else "}"


class _Reader:
    """Reads one text. Without recursion, so depth cannot hurt."""

    def __init__(self, text: str, file: str, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self._text = text
        self._file = file
        self._limits = limits
        self._lines = [0, *(match.end() for match in _BREAK.finditer(text))]
        self._nodes = 0
        self._open: list[_Open] = []

    def document(self) -> Node:
        at = self._skip(0)
        while True:
            node, at = self._begin(at)
            if not isinstance(node, Scalar) and self._peek(at) != self._open[-1].close:
                at = self._before_value(at)
                continue
            if not isinstance(node, Scalar):
                self._open.pop()
                at += 1
            root, at = self._end(node, at)
            if root is not None:
                return root

    def _begin(self, at: int) -> tuple[Node, int]:
        """Read a scalar, or what opens a list or object; give where it goes on."""
        self._count(at)
        character = self._peek(at)
        if character == '"':
            text, end = self._string(at)
            return Scalar(*self._at(at), text), end
        if character not in {"[", "{"}:
            return self._plain(at)
        if len(self._open) >= self._limits.depth:
            raise self._refusal(at, f"nested deeper than {self._limits.depth} levels")
        node = Listing(*self._at(at)) if character == "[" else Mapping(*self._at(at))
        self._open.append(_Open(node, at))
        return node, self._skip(at + 1)

    def _before_value(self, at: int) -> int:
        """Pass what stands before a value inside of brackets: in an object, its key."""
        top = self._open[-1]
        if isinstance(top.node, Listing):
            return at
        if self._peek(at) != '"':
            raise self._refusal(at, "a key in double quotes is missing here")
        self._count(at)
        name, end = self._string(at)
        top.key = Scalar(*self._at(at), name)
        colon = self._skip(end)
        if self._peek(colon) != ":":
            raise self._refusal(colon, "a ':' is missing here")
        return self._skip(colon + 1)

    def _end(self, node: Node, at: int) -> tuple[Node | None, int]:
        """Put a complete value where it belongs; give the root, or where the next value begins."""
        while self._open:
            top = self._open[-1]
            self._put(top, node)
            at = self._skip(at)
            character = self._peek(at)
            if character == ",":
                return None, self._before_value(self._skip(at + 1))
            if character != top.close:
                raise self._unclosed(top, at)
            node = self._open.pop().node
            at += 1
        if self._skip(at) < len(self._text):
            raise self._refusal(self._skip(at), "there is text after the document", "remove it")
        return node, at

    def _unclosed(self, top: _Open, at: int) -> _Refused:
        if at < len(self._text):
            return self._refusal(at, f"a ',' or '{top.close}' is missing here")
        opened = self._text[top.start]
        return self._refusal(top.start, f"this '{opened}' is never closed", f"write '{top.close}'")

    def _put(self, top: _Open, value: Node) -> None:
        if isinstance(top.node, Listing):
            top.node.items.append(value)
            return
        key = top.key
        if key is None:
            return
        name = str(key.value)
        if name in top.node.items:
            hint = f"remove one; the first is in line {top.node.keys[name].line}"
            problem = Problem("this key stands twice in its object", hint, key.place)
            self.problems.append(problem)
            return
        top.node.items[name] = value
        top.node.keys[name] = key

    def _at(self, index: int) -> tuple[str, int, int]:
        line = bisect_right(self._lines, index)
        return self._file, line, index - self._lines[line - 1] + 1

    def _refusal(self, index: int, message: str, hint: str | None = None) -> _Refused:
        return _Refused(Problem(message, hint, Place(*self._at(index))))

    def _skip(self, index: int) -> int:
        match = _SPACE.match(self._text, index)
        return match.end() if match else index

    def _peek(self, index: int) -> str:
        return self._text[index : index + 1]

    def _count(self, index: int) -> None:
        self._nodes += 1
        if self._nodes > self._limits.nodes:
            message = f"more than {self._limits.nodes:,} keys and values"
            raise self._refusal(index, message, "split the file")

    def _string(self, index: int) -> tuple[str, int]:
        try:
            text, end = _scan(self._text, index + 1, True)
        except decoder.JSONDecodeError as error:
            if error.msg.startswith("Unterminated"):
                raise self._refusal(index, "this quote is never closed") from None
            if error.msg.startswith("Invalid control"):
                hint = "write it as an escape, such as \\n"
                message = "a control character or line break is not allowed in a text"
                raise self._refusal(error.pos, message, hint) from None
            raise self._refusal(error.pos, "this \\ begins no escape that JSON knows") from None
        if _SURROGATE.search(text):
            place = Place(*self._at(index))
            hint = "write both halves, or the character itself"
            self.problems.append(Problem("half of a surrogate pair is no character", hint, place))
        return text, end

    def _plain(self, index: int) -> tuple[Node, int]:
        match = _NUMBER.match(self._text, index)
        if match is not None:
            return Scalar(*self._at(index), self._number(match.group(), index)), match.end()
        word = _WORD.match(self._text, index)
        if word is None:
            raise self._refusal(index, "a value is missing here")
        if word.group() not in _WORDS:
            hint = "JSON knows true, false and null; a text stands in double quotes"
            raise self._refusal(index, "this is no JSON value", hint)
        return Scalar(*self._at(index), _WORDS[word.group()]), word.end()

    def _number(self, text: str, index: int) -> int | float:
        if text.removeprefix("-").isdigit():
            number = resolve(text)
            if isinstance(number, int):
                return number
            raise self._refusal(index, f"an integer of more than {DIGITS:,} digits")
        value = float(text)
        if not isfinite(value):
            raise self._refusal(index, "a number that is too large")
        return value
