"""Tools called directly: a command for each method, and a group for a tool that has several.

A direct command runs a plan of one action on a persona that exists. Its options are made of the
method's argument model, so that there is no second place to edit.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.arguments import PersonaRef
from ema_cli.cli.asking import Question
from ema_cli.cli.bases import Taking
from ema_cli.cli.direct_options import argument_options, parameters
from ema_cli.cli.direct_plan import direct_plan
from ema_cli.cli.executing import GRACE, ShowOptions
from ema_cli.cli.lazy import Group, command
from ema_cli.cli.plan_sources import PlanOptions
from ema_cli.cli.running import RunOptions, dry, run_plan
from ema_cli.cli.tool_table import tools
from ema_cli.errors import usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ema_cli.cli.direct_options import ArgumentOption
    from ema_cli.cli.lazy import Entry
    from ema_cli.tool import AnyMethod


def tool_command(name: str, others: Mapping[str, Entry]) -> Any:  # noqa: ANN401 - typer names no public type for a command
    """Make the command of a tool. `usage` error for a tool that had to be left out."""
    tool = tools().get(name)
    if tool is None:
        raise usage(f"the tool {name!r} cannot be used", hint="the warning before this says why")
    methods = {method.name: MethodEntry(method) for method in tool.methods.values()}
    if None in methods:
        return methods[None].load(name)
    entries = {str(method_name): entry for method_name, entry in methods.items()}
    first = next(iter(entries.values()))
    return Group(tool.summary, {**entries, **others}, first.example).load(name)


@dataclass(frozen=True, slots=True)
class MethodEntry:
    """The direct command of a method."""

    method: AnyMethod

    @property
    def summary(self) -> str:
        """Its line in the help of its group."""
        return f"{self.method.summary}."

    @property
    def example(self) -> str:
        """A command line that help ends with."""
        called = " ".join(filter(None, ("ema", self.method.tool, self.method.name)))
        return self.method.example or f'{called} "Acme demo"'

    def load(self, name: str) -> Any:  # noqa: ANN401 - typer names no public type for a command
        """Make the command."""
        function = direct_function(self.method)
        return command(name, function, example=self.example, help_text=self.summary, changes=True)


def direct_function(method: AnyMethod) -> Callable[..., int]:
    """Make the function of a direct command: the options of every run, then the arguments'."""
    options = argument_options(method.arguments)

    def call(persona: str, **values: Any) -> int:  # noqa: ANN401 - options of any kind
        asks = method.asks and not values["yes"]
        return run_plan(
            Taking(persona),
            PlanOptions(trees=[direct_plan(method, options, values, persona)]),
            RunOptions(
                env=values["env"],
                record=values["record"],
                question=_question(method, persona) if asks else None,
                dry=dry(values["dry_run"], values["offline"]),
                show=ShowOptions(
                    values["output"], values["quiet"], values["verbose"], values["grace"]
                ),
            ),
            has_source=False,
            target_name=None,
        )

    call.__signature__ = signature = _signature(method, options)  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
    return call


def _signature(method: AnyMethod, options: Sequence[ArgumentOption]) -> inspect.Signature:
    """Put together what typer reads a command's parameters from."""
    persona, *common = inspect.signature(_common, eval_str=True).parameters.values()
    made = [parameter for option in options for parameter in parameters(option)]
    asking = [_YES] if method.asks else []
    return inspect.Signature([persona, *made, *asking, *common])


_YES = inspect.Parameter(
    "yes",
    inspect.Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[bool, typer.Option("-y", "--yes", help="Do not ask.")],
)


def _common(
    persona: PersonaRef,
    *,
    env: opt.Env = None,
    output: opt.Output = None,
    quiet: opt.Quiet = False,
    verbose: opt.Verbose = False,
    record: opt.Record = None,
    dry_run: opt.DryRun = False,
    offline: opt.Offline = False,
    grace: opt.Grace = GRACE,
) -> None:
    """Stand for the options that every direct command has; only its signature is used."""


def _question(method: AnyMethod, persona: str) -> Question:
    called = " ".join(filter(None, (method.tool, method.name)))
    return Question(f"{method.summary} of {persona}? It cannot be brought back.", called)
