"""The one YAML reader: bytes in, nodes with places out. Plans, bundles and configuration use it.

First the event stream is judged (depth, tags, anchors, documents, number of nodes), then nodes are
composed, then values made by the rules of `scalars`. PyYAML's own composer is never used: the C one
ends the process on deep nesting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from ema_cli.documents.composing import Composer
from ema_cli.documents.events import events, is_pure
from ema_cli.documents.indentation import IndentationWatch
from ema_cli.documents.judging import Judge, Refused
from ema_cli.documents.limits import PLAN_LIMITS, Limits
from ema_cli.documents.nodes import Document, Node, Scalar, value
from ema_cli.documents.scalars import resolve
from ema_cli.documents.syntax import explain
from ema_cli.documents.text import decode, place_at
from ema_cli.errors import ErrorKind, InvalidInput, Place, Problem

if TYPE_CHECKING:
    from ema_cli.values import JsonValue


def read(
    data: bytes,
    file: str,
    *,
    pure: bool = False,
    limits: Limits = PLAN_LIMITS,
    kind: ErrorKind = ErrorKind.PLAN_INVALID,
) -> Node:
    """Read a YAML document. `InvalidInput` of `kind` tells everything that is wrong with it.

    `file` is what places call it; `pure` chooses PyYAML's loader in Python, which gives the same.
    """
    document = read_document(data, file, pure=pure, limits=limits, kind=kind)
    if document.problems:
        raise InvalidInput(kind, document.problems)
    return document.root


def read_document(
    data: bytes,
    file: str,
    *,
    pure: bool = False,
    limits: Limits = PLAN_LIMITS,
    kind: ErrorKind = ErrorKind.PLAN_INVALID,
) -> Document:
    """Read a YAML document together with its lesser problems, such as a key that stands twice.

    `InvalidInput` where there is nothing to go on with: bad encoding, syntax, or a limit passed.
    """
    text = decode(data, file, limits=limits, kind=kind)
    watch = IndentationWatch(text, file)
    composer = Composer(Judge(file, limits, place_at(text, len(text), file)))
    try:
        document = composer.compose(watch.watch(events(text, pure=pure)))
    except (Refused, yaml.YAMLError) as error:
        if not is_pure(text, pure=pure) and not (isinstance(error, Refused) and error.costly):
            # The Python parser looks further ahead and words its errors in another way: it has the
            # last word, so that both give the same.
            return read_document(data, file, pure=True, limits=limits, kind=kind)
        raise InvalidInput(kind, _told(error, text, file, composer, watch)) from None
    indented = tuple(watch.problems())
    if document is None or _nothing(document.root):
        empty = Problem("the file is empty", "write [] for an empty list", Place(file, 1, 1))
        raise InvalidInput(kind, indented or [empty])
    return Document(document.root, indented + document.problems)


def _told(
    error: Refused | yaml.YAMLError,
    text: str,
    file: str,
    composer: Composer,
    watch: IndentationWatch,
) -> list[Problem]:
    """Blame indentation where it is to blame, else what the reader found."""
    if isinstance(error, Refused):
        return [error.problem]
    if not isinstance(error, yaml.MarkedYAMLError):
        return [Problem("this is not YAML", None, Place(file, 1, 1))]
    problem = explain(error, text, file, composer.innermost())
    marks = [mark.index for mark in (error.context_mark, error.problem_mark) if mark]
    in_quotes = (error.context or "").endswith("quoted scalar")
    until = min(marks) if in_quotes else _line_end(text, max(marks, default=0))
    return watch.problems(until) or [problem]


def _line_end(text: str, index: int) -> int:
    ends = [end for end in (text.find("\n", index), text.find("\r", index)) if end >= 0]
    return min(ends, default=len(text))


def _nothing(root: Node) -> bool:
    return isinstance(root, Scalar) and root.value is None


def read_value(text: str, file: str) -> JsonValue:
    """Read the value of an option or a default: a scalar, or flow YAML after `[` or `{`."""
    if text.startswith(("[", "{")):
        return value(read(text.encode("utf-8", "surrogateescape"), file))
    return resolve(text)
