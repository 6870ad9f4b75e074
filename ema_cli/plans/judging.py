"""Judges every action of a run: its variables, its arguments, its id, what its method says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.documents.nearest import did_you_mean
from ema_cli.errors import Problem
from ema_cli.plans.arguments import Judgement, deferred_in, judge
from ema_cli.plans.fields import argument_marks
from ema_cli.plans.filling import Filler
from ema_cli.plans.planned import PlannedAction
from ema_cli.plans.result_paths import NotThere, check_path
from ema_cli.plans.written import only_variable
from ema_cli.tool import Offline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.errors import Place
    from ema_cli.plans.expanding import Use
    from ema_cli.plans.filling import Filled
    from ema_cli.plans.models import Given
    from ema_cli.plans.problems import Findings
    from ema_cli.plans.templates import ResultPath
    from ema_cli.plans.variables import Variables
    from ema_cli.plans.written import ActionItem
    from ema_cli.tool import OfflineProblem


class UseJudge:
    """Knows all actions, so that one may name the results of those before it."""

    def __init__(self, uses: Sequence[Use], given: Given, findings: Findings) -> None:
        """Take note of all ids."""
        self._offline = Offline(
            env=given.env, has_source=given.has_source, environments=given.environments
        )
        self._source_env = given.source_env if given.source_env != given.env else None
        self._findings = findings
        self._ids: dict[str, dict[str, tuple[int, ActionItem]]] = {}
        self._judged: dict[tuple[ActionItem, Variables], Judgement] = {}
        for index, use in enumerate(uses, start=1):
            if use.item.id is not None:
                self._note_id(use, use.item.id, index)

    def _note_id(self, use: Use, name: str, index: int) -> None:
        scope = self._ids.setdefault(use.scope, {})
        if name not in scope:
            scope[name] = (index, use.item)
            return
        hint = f"choose another one; the first is at {scope[name][1].id_place}"
        problem = Problem("this id is taken", hint, use.item.id_place)
        self._findings.error(problem, use.within.ending)

    def action(self, index: int, use: Use) -> PlannedAction:
        """Judge one action; what is wrong goes into the findings."""
        item = use.item
        judgement = self._judged.get((item, use.variables))
        if judgement is None:
            judgement = self._judge(index, use)
            if not item.results:
                self._judged[item, use.variables] = judgement
        return PlannedAction(index, use, judgement)

    def _judge(self, index: int, use: Use) -> Judgement:
        item = use.item

        def report(problem: Problem) -> None:
            self._findings.error(problem, use.within.ending)

        filler = Filler(use.variables, lambda path: self._result(path, use, index), report)
        args = {name: filler.tree(tree) for name, tree in item.args.items()}
        args |= self._environments(item)
        judgement = judge(item, args, use.variables)
        for problem in judgement.problems:
            report(problem)
        if judgement.model is not None and not judgement.problems:
            for found in item.method.check(judgement.model, self._offline):
                self._offline_problem(found, use, judgement)
        return judgement

    def _environments(self, item: ActionItem) -> dict[str, Filled]:
        """Say where a source is that is in another environment, where the plan does not say it."""
        if self._source_env is None:
            return {}
        return {
            marks.persona.env: self._source_env
            for name, marks in argument_marks(item.method.arguments).items()
            if marks.persona is not None
            and marks.persona.env is not None
            and marks.persona.env not in item.args
            and only_variable(item.args.get(name)) in {"source", "source_name"}
        }

    def _offline_problem(self, found: OfflineProblem, use: Use, judgement: Judgement) -> None:
        if _may_still_fit(found, judgement):
            return
        problem = Problem(found.message, found.hint, _place(use.item, found.argument))
        add = self._findings.warning if found.warning else self._findings.error
        add(problem, use.within.ending)

    def _result(self, path: ResultPath, use: Use, index: int) -> Problem | None:
        """Say what is wrong with a path into a result."""
        ids = self._ids.get(use.scope, {})
        if path.action not in ids:
            if self._findings.incomplete:
                return None
            where = "in this alias" if use.within.names else "in the plan"
            hint = did_you_mean(path.action, ids, listed=f"the ids {where} are:")
            if any(path.action in others for others in self._ids.values()):
                hint = "an id is seen only where it stands: in the plan, or in one use of an alias"
            return Problem(f"no action {where} has this id", hint or "give the action an `id`")
        position, item = ids[path.action]
        if position >= index:
            which = "this action itself" if position == index else "a later action"
            return Problem(f"the result of {which} is not there yet", "name an earlier action")
        try:
            check_path(item.method.result, path.path)
        except NotThere as error:
            return Problem(error.message, error.hint)
        return None


def _may_still_fit(found: OfflineProblem, judgement: Judgement) -> bool:
    """Whether a problem may come of a value that is not known yet; the method then judges it."""
    if not found.argument:
        return bool(judgement.left_out)
    name = str(found.argument[0])
    return name in judgement.left_out or any(deferred_in(judgement.args.get(name)))


def _place(item: ActionItem, argument: Sequence[str | int]) -> Place:
    """Find where an argument is written; the nearest there is to it."""
    node: nodes.Node = item.node
    for segment in argument:
        inner: nodes.Node | None = None
        if isinstance(node, nodes.Mapping) and isinstance(segment, str):
            inner = node.items.get(segment)
        elif isinstance(node, nodes.Listing) and isinstance(segment, int):
            inner = node.items[segment] if segment < len(node.items) else None
        if inner is None:
            break
        node = inner
    return node.place
