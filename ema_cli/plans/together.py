"""Actions that cannot work together, or hardly mean what they say, in the order of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.errors import Problem
from ema_cli.plans.fields import argument_marks
from ema_cli.plans.templates import Variable
from ema_cli.plans.written import Text
from ema_cli.tool import Effect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.plans.models import Given
    from ema_cli.plans.planned import PlannedAction
    from ema_cli.plans.problems import Findings
    from ema_cli.plans.written import Tree

_DATA = frozenset({Effect.ADDS_DATA, Effect.LINKS_DATA})


def judge_together(actions: Sequence[PlannedAction], given: Given, findings: Findings) -> None:
    """Look at what the actions do to the data, one after the other."""
    linking: PlannedAction | None = None
    added: list[PlannedAction] = []
    sanitized = False
    for action in actions:
        effects = effects_of(action)
        if effects & _DATA:
            _judge_source(action, effects, given, findings)
        if Effect.SANITIZES_DATA in effects:
            sanitized = True
            added.clear()
            if linking is not None:
                _linked(action, linking, findings)
        if Effect.LINKS_DATA in effects:
            linking = action
        if effects & _DATA:
            added.append(action)
    for action in added if sanitized else ():
        _unsanitized(action, findings)


def effects_of(action: PlannedAction) -> frozenset[Effect]:
    """Say what an action does, as far as its arguments are known."""
    model = action.judgement.model
    return frozenset() if model is None else action.method.effects(model)


def _linked(action: PlannedAction, linking: PlannedAction, findings: Findings) -> None:
    findings.error(
        Problem(
            f"data linked at {linking.where} cannot be sanitized: it is the source's own",
            "copy it there: leave `link` out",
            action.use.item.place,
        ),
        action.use.within.ending,
    )


def _unsanitized(action: PlannedAction, findings: Findings) -> None:
    findings.warning(
        Problem(
            "this adds data after the last sanitize, so it is not sanitized",
            "move it before the sanitize, or sanitize again",
            action.use.item.place,
        ),
        action.use.within.ending,
    )


def _judge_source(
    action: PlannedAction, effects: frozenset[Effect], given: Given, findings: Findings
) -> None:
    """Look at the persona that the data comes from."""
    item = action.use.item
    for name, marks in argument_marks(item.method.arguments).items():
        if not marks.persona or name not in item.args:
            continue
        meant = _only_variable(item.args[name])
        node = item.node.items.get(name, item.node)
        if meant in {"target", "target_name"}:
            message, hint = f"`{name}` is the target itself", "name another persona, as $source"
        elif (
            meant in {"source", "source_name"}
            and _elsewhere(given)
            and (Effect.LINKS_DATA in effects)
        ):
            message = "the source is in another environment, and data cannot be linked across"
            hint = "copy it: leave `link` out"
        else:
            continue
        findings.error(Problem(message, hint, node.place), action.use.within.ending)


def _only_variable(written: Tree) -> str | None:
    """Name the variable that an argument consists of."""
    if not isinstance(written, Text) or len(written.parts) != 1:
        return None
    only = written.parts[0]
    return only.name if isinstance(only, Variable) else None


def _elsewhere(given: Given) -> bool:
    return given.source_env is not None and given.source_env != given.env
