"""Actions that cannot work together, or hardly mean what they say, in the order of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.errors import Problem
from ema_cli.plans.fields import argument_marks
from ema_cli.plans.written import only_variable
from ema_cli.tool import Effect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.plans.planned import PlannedAction
    from ema_cli.plans.problems import Findings

_DATA = frozenset({Effect.ADDS_DATA, Effect.LINKS_DATA})


def judge_together(actions: Sequence[PlannedAction], findings: Findings) -> None:
    """Look at what the actions do to the data, one after the other."""
    linking: PlannedAction | None = None
    added: list[PlannedAction] = []
    sanitized = False
    for action in actions:
        effects = effects_of(action)
        if effects & _DATA:
            _judge_source(action, findings)
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


def _judge_source(action: PlannedAction, findings: Findings) -> None:
    """Look at the persona that the data comes from."""
    item = action.use.item
    for name, marks in argument_marks(item.method.arguments).items():
        if marks.persona is None or name not in item.args:
            continue
        if only_variable(item.args[name]) in {"target", "target_name"}:
            place = item.node.items.get(name, item.node).place
            hint = "name another persona, as $source"
            problem = Problem(f"`{name}` is the target itself", hint, place)
            findings.error(problem, action.use.within.ending)
