"""The check of plans: everything that can be known before anything is sent."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, InvalidInput, Problem
from ema_cli.plans.alias_library import AliasLibrary, AliasPaths
from ema_cli.plans.bodies import read_plan
from ema_cli.plans.expanding import Counter, Expander
from ema_cli.plans.judging import UseJudge
from ema_cli.plans.models import CheckedPlan
from ema_cli.plans.problems import Findings
from ema_cli.plans.together import judge_together
from ema_cli.plans.variables import CommandVariables, plan_variables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from ema_cli.plans.expanding import Use
    from ema_cli.plans.models import Given, PlanSource
    from ema_cli.plans.planned import PlannedAction
    from ema_cli.plans.written import PlanText
    from ema_cli.tool import ToolTable


@dataclass(frozen=True, slots=True)
class Examined:
    """What a check found. With errors, the plan holds the actions that could be judged."""

    plan: CheckedPlan
    actions: Sequence[PlannedAction]
    """The same actions, with all that the check knows of them."""
    errors: Sequence[Problem]
    texts: Sequence[PlanText]
    counts: Sequence[int]
    """How many actions each text has, aliases expanded."""


def check(
    sources: Sequence[PlanSource],
    *,
    tools: ToolTable,
    given: Given,
    variables: Mapping[str, str],
    alias_paths: Sequence[Path],
    shipped_aliases: Path,
    user_aliases: Path | None,
    continue_on_error: bool = False,
    folder: Path | None = None,
) -> CheckedPlan:
    """Check plans as one run, in their order. `InvalidInput` tells all that is wrong in all files.

    `variables` are the texts of `--var`; paths in them start from `folder`, or the working
    directory. Nothing is sent and nothing is changed.
    """
    examined = examine(
        sources,
        tools=tools,
        given=given,
        variables=variables,
        aliases=AliasPaths(alias_paths, user_aliases, shipped_aliases),
        continue_on_error=continue_on_error,
        folder=folder,
    )
    if examined.errors:
        raise InvalidInput(ErrorKind.PLAN_INVALID, examined.errors)
    return examined.plan


@contextmanager
def _no_collector() -> Iterator[None]:
    """Keep the cycle collector away: it walks the growing trees again and again, for nothing.

    With it, ten times the actions take fifteen times as long.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_no_collector()
def examine(
    sources: Sequence[PlanSource],
    *,
    tools: ToolTable,
    given: Given,
    variables: Mapping[str, str],
    aliases: AliasPaths,
    continue_on_error: bool = False,
    folder: Path | None = None,
    pure: bool = False,
) -> Examined:
    """Check plans as `check` does, and give errors and warnings alike.

    Paths in `variables` start from `folder`, or the working directory. `pure` chooses PyYAML's
    loader in Python, which gives the same.
    """
    findings = Findings()
    for source in sources:
        findings.file(source.name)
    problems: list[Problem] = []
    command = CommandVariables(variables, problems, folder)
    findings.errors_in(problems)
    texts = [read_plan(source, tools, pure=pure) for source in sources]
    library = AliasLibrary(aliases, tools, findings, pure=pure)
    uses, counts, seen = _uses(texts, library, command, given, findings, go_on=continue_on_error)
    judge = UseJudge(uses, given, findings)
    actions = [judge.action(index, use) for index, use in enumerate(uses, start=1)]
    judge_together(actions, findings)
    if not findings.incomplete:
        findings.errors_in(command.unused(seen))
    used = {name: command.values[name] for name in command.values if name in command.used}
    plan = CheckedPlan(actions, findings.warnings(), used)
    return Examined(plan, actions, findings.errors(), texts, counts)


def _uses(
    texts: Sequence[PlanText],
    library: AliasLibrary,
    command: CommandVariables,
    given: Given,
    findings: Findings,
    *,
    go_on: bool,
) -> tuple[list[Use], list[int], set[str]]:
    """Expand all plans, each with its own variables."""
    counter = Counter(library, findings)
    seen: set[str] = set()
    uses: list[Use] = []
    counts: list[int] = []
    for position, text in enumerate(texts, start=1):
        before = len(uses)
        if counter.fits(text):
            expander = Expander(text, library, counter.endless, findings)
            variables = plan_variables(command, given, text.body, seen)
            own = text.continue_on_error or go_on
            uses += expander.uses(variables, position, go_on=own)
        else:
            findings.incomplete = True
        counts.append(len(uses) - before)
    return uses, counts, seen
