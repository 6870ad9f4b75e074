"""From text to YAML's events, by either loader of PyYAML: the same events at the same places.

Where the C parser stumbles the Python parser has the last word, so that values and errors are the
same with both.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import yaml

from ema_cli.documents.pure_parser import PureParser

if TYPE_CHECKING:
    from collections.abc import Iterator

# libyaml refuses escaped surrogates, even in pairs; the Python parser gives them as they are.
_SURROGATE_ESCAPE = re.compile(r"\\(?:u|U0000)[dD][89a-fA-F]")


class _Parser(Protocol):
    def get_event(self) -> yaml.Event | None: ...


def events(text: str, *, pure: bool) -> Iterator[yaml.Event]:
    """Give all events of a text. `yaml.MarkedYAMLError`, always of the Python parser."""
    if pure or not yaml.__with_libyaml__ or _SURROGATE_ESCAPE.search(text):
        yield from _all(PureParser(text))
        return
    given = 0
    try:
        for event in _all(yaml.CSafeLoader(text)):
            yield event
            given += 1
    except yaml.YAMLError:
        yield from islice(_all(PureParser(text)), given, None)


def _all(parser: _Parser) -> Iterator[yaml.Event]:
    return iter(parser.get_event, None)
