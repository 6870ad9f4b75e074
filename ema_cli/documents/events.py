"""From text to YAML's events, by either loader of PyYAML: the same events at the same places."""

from __future__ import annotations

import re
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
    """Give all events of a text. `yaml.YAMLError` where it is no YAML."""
    parser: _Parser = PureParser(text) if is_pure(text, pure=pure) else yaml.CSafeLoader(text)
    return iter(parser.get_event, None)


def is_pure(text: str, *, pure: bool) -> bool:
    """Whether the parser in Python reads this text, asked to or not."""
    return pure or not yaml.__with_libyaml__ or bool(_SURROGATE_ESCAPE.search(text))
