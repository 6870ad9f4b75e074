"""Which variables an action sees, and what they are worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.documents.nearest import nearest
from ema_cli.documents.reading import read_value
from ema_cli.errors import InvalidInput, Problem
from ema_cli.plans.bodies import GIVEN, variable_name_problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ema_cli.plans.models import Given
    from ema_cli.plans.written import Body
    from ema_cli.values import JsonObject, JsonValue

_OF_SOURCE = ("source", "source_name")


class CommandVariables:
    """The values of `--var`, and which of them were used."""

    def __init__(
        self, texts: Mapping[str, str], problems: list[Problem], folder: Path | None = None
    ) -> None:
        """Read the values by the scalar rules; `[` and `{` begin flow YAML.

        Paths in them start from `folder`, or the working directory.
        """
        self.folder = folder or Path.cwd()
        self.values: dict[str, JsonValue] = {}
        self.used: set[str] = set()
        self.broken: set[str] = set()
        """Names whose values could not be read."""
        for name, text in texts.items():
            wrong = variable_name_problem(name)
            if wrong is not None:
                problems.append(Problem(f"--var {name}: {wrong[0]}", wrong[1]))
                continue
            try:
                text.encode()
                self.values[name] = read_value(text, f"--var {name}") if text else ""
            except UnicodeEncodeError:
                problems.append(Problem(f"--var {name}: the value is not UTF-8"))
                self.broken.add(name)
            except InvalidInput as error:
                problems.extend(error.problems)
                self.broken.add(name)

    def unused(self, seen: set[str]) -> Iterator[Problem]:
        """Tell of variables that no action names; `seen` are names that actions do use."""
        for name in self.values:
            if name not in self.used:
                near = nearest(name, seen - {name})
                hint = f"did you mean `{near}`?" if near else "leave it out, or name it in `args`"
                yield Problem(f"--var {name} is used nowhere", hint)


@dataclass(slots=True, eq=False)
class Variables:
    """The variables of one plan, or of one use of an alias in it."""

    command: CommandVariables
    given: Mapping[str, JsonValue]
    """Those of ema that are known."""
    later: frozenset[str]
    """Those of ema that will be known when an action runs."""
    declared: JsonObject
    """Those of plan and aliases; the outer ones have won already."""
    bases: Mapping[str, Path]
    """Folders that paths in the values of `declared` start from."""
    seen: set[str]
    """Names that any action has used, for hints; shared by all."""
    _inner: dict[Body, Variables] = field(default_factory=dict)

    def inside(self, alias: Body) -> Variables:
        """Give the variables inside an alias: its own count least."""
        inner = self._inner.get(alias)
        if inner is None:
            declared = {**alias.variables, **self.declared}
            bases = {**dict.fromkeys(alias.variables, alias.base), **self.bases}
            inner = Variables(self.command, self.given, self.later, declared, bases, self.seen)
            self._inner[alias] = inner
        return inner

    def find(self, name: str) -> tuple[JsonValue] | None:
        """Give the value of a variable that is known by now, in a tuple."""
        self.seen.add(name)
        if name in self.command.values:
            self.command.used.add(name)
            return (self.command.values[name],)
        if name in self.declared:
            return (self.declared[name],)
        return (self.given[name],) if name in self.given else None

    def base(self, name: str) -> Path | None:
        """Give the folder that a path in this variable starts from; None where none wrote it."""
        return self.command.folder if name in self.command.values else self.bases.get(name)

    def unknown(self, name: str) -> tuple[str, str | None]:
        """Say what is wrong with a variable that is not there."""
        if name in _OF_SOURCE:
            hint = f"create with --from or run with --source, or give a default: ${{{name}:-…}}"
            return f"there is no source for `${name}`", hint
        if name == "actions":
            return "a result is named in braces", "as in ${actions.ID.result.rows.written}"
        names = [*self.command.values, *self.declared, *self.given, *self.later]
        near = nearest(name, names)
        if near is not None:
            return f"unknown variable `${name}`", f"did you mean `${near}`?"
        # The name is not shown: a `$` in a password begins no variable.
        hint = "declare it under `vars` or give --var NAME=VALUE; write $$ for a plain $"
        return "unknown variable", hint


def plan_variables(
    command: CommandVariables, given: Given, body: Body, seen: set[str]
) -> Variables:
    """Give the variables of a plan."""
    known: dict[str, JsonValue] = {}
    later: set[str] = set()
    for name in GIVEN:
        if name in _OF_SOURCE and not given.has_source:
            continue
        value: str | None = getattr(given, name)
        if value is None:
            later.add(name)
        else:
            known[name] = value
    bases = dict.fromkeys(body.variables, body.base)
    return Variables(command, known, frozenset(later), body.variables, bases, seen)
