"""The old flags of `persona create`, turned into actions, and `ema migrate`, which shows them.

All that ema knows of these flags is in this module. On the day they go it is deleted, with its
tests, the two lines in `persona_create` that name it, and its line in the table of commands.
"""

from __future__ import annotations

import inspect
import os
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_args

import typer

from ema_cli.cli import options as opt
from ema_cli.cli import plan_trees
from ema_cli.cli.streams import say, write_out
from ema_cli.documents.nodes import Listing, Mapping, value
from ema_cli.errors import ErrorKind, InvalidInput, Problem, usage
from ema_cli.plans.models import PlanSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXAMPLE = 'ema migrate --include-data --sanitize --sanitize-example "Acme Corp" > plan.yaml'
PHASE = "EMA_LEGACY_FLAGS"


class Phase(StrEnum):
    """How far the flags are on their way out."""

    ALLOW = "allow"
    WARN = "warn"
    ERROR = "error"


def _flag(name: str, help_text: str, **more: Any) -> Any:  # noqa: ANN401 - typer's own types
    return typer.Option(name, help=help_text, **more)


IncludeData: TypeAlias = Annotated[bool, _flag("--include-data", "Copy the source's data.")]
LinkData: TypeAlias = Annotated[bool, _flag("--link-data", "Show the source's data read-only.")]
Sanitize: TypeAlias = Annotated[bool, _flag("--sanitize", "Take personal data out.")]
SanitizeExample: TypeAlias = Annotated[
    list[str],
    _flag("--sanitize-example", "A value that --sanitize takes out. Repeatable.", metavar="TEXT"),
]
CreateSnapshot: TypeAlias = Annotated[bool, _flag("--create-snapshot", "Make a version.")]
SnapshotMessage: TypeAlias = Annotated[
    str | None, _flag("--snapshot-message", "What --create-snapshot says.", metavar="TEXT")
]


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags as they were given."""

    include_data: bool = False
    link_data: bool = False
    sanitize: bool = False
    sanitize_example: tuple[str, ...] = ()
    create_snapshot: bool = False
    snapshot_message: str | None = None

    def names(self) -> list[str]:
        """List those that were given, as they are written."""
        given = {name: getattr(self, name) for name in self.__slots__}
        return [f"--{name.replace('_', '-')}" for name, value in given.items() if _given(value)]

    def problems(self) -> list[Problem]:
        """Find flags that make no sense without, or beside, another."""
        wrong = {
            ("--include-data copies what --link-data only shows", "leave one of the two out"): (
                self.include_data and self.link_data
            ),
            ("--sanitize cannot change what --link-data only shows", "take --include-data"): (
                self.sanitize and self.link_data
            ),
            ("--sanitize-example says what --sanitize takes out", "add --sanitize"): (
                self.sanitize_example and not self.sanitize
            ),
            ("--snapshot-message is what --create-snapshot says", "add --create-snapshot"): (
                self.snapshot_message is not None and not self.create_snapshot
            ),
        }
        return [Problem(message, hint) for (message, hint), holds in wrong.items() if holds]

    def plan(self) -> PlanSource:
        """Make the plan that says the same: copy, sanitize, snapshot."""
        root = Listing("flags", 0, 0)
        if self.include_data or self.link_data:
            root.items.append(self._copy())
        if self.sanitize:
            root.items.append(self._sanitize())
        if self.create_snapshot:
            root.items.append(self._snapshot())
        return PlanSource("flags", b"", Path.cwd(), node=root)

    def _copy(self) -> Mapping:
        name = "--link-data" if self.link_data else "--include-data"
        arguments = _method(name, "copy")
        plan_trees.put(arguments, "from", plan_trees.text(name, "$source"))
        if self.link_data:
            plan_trees.put(arguments, "link", plan_trees.text(name, True))
        return plan_trees.action(name, "data", arguments)

    def _sanitize(self) -> Mapping:
        arguments = _method("--sanitize", "sanitize")
        if self.sanitize_example:
            examples = Listing("--sanitize-example", 0, 0)
            for number, example in enumerate(self.sanitize_example, start=1):
                name = f"--sanitize-example[{number}]"
                examples.items.append(plan_trees.literal(plan_trees.text(name, example)))
            plan_trees.put(arguments, "examples", examples)
        return plan_trees.action("--sanitize", "data", arguments)

    def _snapshot(self) -> Mapping:
        arguments = Mapping("--create-snapshot", 0, 0)
        if self.snapshot_message is not None:
            message = plan_trees.text("--snapshot-message", self.snapshot_message)
            plan_trees.put(arguments, "message", plan_trees.literal(message))
        return plan_trees.action("--create-snapshot", "snapshot", arguments)


def _method(name: str, method: str) -> Mapping:
    arguments = Mapping(name, 0, 0)
    plan_trees.put(arguments, "method", plan_trees.text(name, method))
    return arguments


def _given(value: object) -> bool:
    return value is not None and value is not False and value != ()


def with_legacy_flags(function: Callable[..., int]) -> Callable[..., int]:
    """Let a command take the flags; its parameter `before` gets the plans that they stand for."""

    def call(**values: Any) -> int:  # noqa: ANN401 - options of any kind
        flags = _taken(values)
        return function(**values, before=_plans(flags) if flags.names() else [])

    # Typer is not to make an option of it, and its type need not be there when ema runs.
    del function.__annotations__["before"]
    own = inspect.signature(function, eval_str=True).parameters.values()
    parameters = [*(p for p in own if p.name != "before"), *_hidden()]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in parameters}
    call.__doc__ = function.__doc__
    return call


def _hidden() -> Iterator[inspect.Parameter]:
    """Give the flags as parameters that help does not show."""
    shown = inspect.signature(command, eval_str=True).parameters
    for parameter in (shown[name] for name in Flags.__slots__):
        kind, option = get_args(parameter.annotation)
        option = copy(option)
        option.hidden = True
        yield parameter.replace(annotation=Annotated[kind, option])


def _taken(values: dict[str, Any]) -> Flags:
    flags = {name: values.pop(name) for name in Flags.__slots__}
    return Flags(**flags | {"sanitize_example": tuple(flags["sanitize_example"])})


def _plans(flags: Flags) -> list[PlanSource]:
    problems = flags.problems()
    if problems:
        raise InvalidInput(ErrorKind.USAGE, problems)
    phase, plan = _phase(), flags.plan()
    if phase is Phase.ALLOW:
        return [plan]
    names = _listed(flags.names())
    word = "" if phase is Phase.ERROR else "deprecated: "
    say(f"{word}in place of {names}, give this plan with --actions:")
    for line in _shown(plan, flags).splitlines():
        say(f"  {line}")
    if phase is Phase.ERROR:
        raise usage(f"no longer taken, as {PHASE}=error says: {names}", hint=_MIGRATE)
    say(_MIGRATE)
    return [plan]


_MIGRATE = "`ema migrate` with the same flags writes the plan"


def _phase() -> Phase:
    text = os.environ.get(PHASE) or Phase.WARN
    try:
        return Phase(text)
    except ValueError:
        raise usage(
            f"{PHASE} is none of its values", hint=f"they are: {', '.join(Phase)}"
        ) from None


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _shown(plan: PlanSource, flags: Flags) -> str:
    """Write the plan without the examples: they are what nobody should read in a log."""
    count = len(flags.sanitize_example)
    return _written(plan, f"the {count} given" if count else None)


def _written(plan: PlanSource, examples: str | None = None) -> str:
    from ema_cli.documents.writing import dump  # noqa: PLC0415 - loads yaml, which few calls need

    actions: Any = value(plan.node) if plan.node else []
    for action in actions:
        if examples and "examples" in action.get("args", {}):
            action["args"]["examples"] = examples
    return dump(actions)


def command(
    *,
    include_data: IncludeData = False,
    link_data: LinkData = False,
    sanitize: Sanitize = False,
    sanitize_example: SanitizeExample = [],  # noqa: B006 - typer makes a new list for each call
    create_snapshot: CreateSnapshot = False,
    snapshot_message: SnapshotMessage = None,
    output: opt.Output = None,
) -> None:
    """Write the plan that says what old flags of `persona create` said."""
    flags = Flags(
        include_data=include_data,
        link_data=link_data,
        sanitize=sanitize,
        sanitize_example=tuple(sanitize_example),
        create_snapshot=create_snapshot,
        snapshot_message=snapshot_message,
    )
    problems = flags.problems()
    if problems:
        raise InvalidInput(ErrorKind.USAGE, problems)
    if not flags.names():
        raise usage("there are no flags to turn into a plan", hint=f"as in: {EXAMPLE}")
    text = _written(flags.plan())
    if output is None:
        write_out(text)
    else:
        from ema_cli.documents.saving import save  # noqa: PLC0415 - needed where there is a file

        save(output, text)
