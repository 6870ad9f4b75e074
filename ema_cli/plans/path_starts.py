"""Where paths in arguments start: from the folder of the file in which they are written.

What begins with a variable is written where the variable got its value: in the plan, an alias, or
on the command line. A path from there would otherwise have to know where an alias file lies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ema_cli.plans.fields import argument_marks
from ema_cli.plans.templates import Variable
from ema_cli.plans.written import Text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ema_cli.plans.variables import Variables
    from ema_cli.plans.written import ActionItem, Tree


@dataclass(frozen=True, slots=True)
class Start:
    """The folder that a path starts from."""

    folder: Path
    on_command_line: bool = False
    """Whether it is there that the path is written."""


@dataclass(frozen=True, slots=True)
class Starts:
    """The folders that the paths of one action start from."""

    own: Start
    """Of what stands in the action itself."""
    given: Mapping[str, Start | list[Start]] = field(default_factory=dict)
    """Of the arguments whose values begin elsewhere; of a list written out, item by item."""

    def of(self, name: str, position: int | None = None) -> Start:
        """Give the folder for an argument, or an item of its list."""
        given = self.given.get(name, self.own)
        if not isinstance(given, list):
            return given
        return given[position] if position is not None and position < len(given) else self.own


def path_starts(item: ActionItem, variables: Variables) -> Starts:
    """Find where the paths in the arguments start."""
    own = Start(item.base)
    given: dict[str, Start | list[Start]] = {}
    for name, marks in argument_marks(item.method.arguments).items():
        if marks.path is None:
            continue
        tree = item.args.get(name)
        if isinstance(tree, list):
            given[name] = [_start(part, own, variables) for part in tree]
        else:
            given[name] = _start(tree, own, variables)
    return Starts(own, given)


def _start(tree: Tree, own: Start, variables: Variables) -> Start:
    first = tree.parts[0] if isinstance(tree, Text) else None
    folder = variables.base(first.name) if isinstance(first, Variable) else None
    if folder is None or not isinstance(first, Variable):
        return own
    return Start(folder, on_command_line=first.name in variables.command.values)
