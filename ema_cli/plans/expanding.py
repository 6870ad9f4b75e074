"""Expands the items of a plan into actions: first counted, then copied out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.errors import Problem
from ema_cli.plans.written import ActionItem, AliasItem, Body

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ema_cli.errors import Place
    from ema_cli.plans.alias_library import AliasLibrary
    from ema_cli.plans.problems import Findings
    from ema_cli.plans.variables import Variables
    from ema_cli.plans.written import PlanText

MOST_ACTIONS = 100_000
"""Items of all plans, those of aliases counted for each use."""
DEEPEST_ALIASES = 100
"""Aliases within one another."""
_MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class Within:
    """The aliases around an item: none for the plan itself."""

    names: tuple[str, ...] = ()
    used: Place | None = None
    """Where the plan names the outermost of them."""

    def inside(self, item: AliasItem) -> Within:
        """Go into one more alias."""
        return Within((*self.names, item.name), self.used or item.place)

    @property
    def path(self) -> str | None:
        """`outer/inner`, None outside of any alias."""
        return "/".join(self.names) or None

    @property
    def ending(self) -> str:
        """Say where the alias is used, as the ending of a message about something in it."""
        if not self.names:
            return ""
        names = (
            self.names if len(self.names) <= _MOST_NAMES else (*self.names[:2], "…", self.names[-1])
        )
        return f"; in alias `{'/'.join(names)}`, used at {self.used}"


@dataclass(frozen=True, slots=True)
class Use:
    """One action of the run, and where it comes from."""

    item: ActionItem
    variables: Variables
    scope: str
    within: Within
    continue_on_error: bool
    """What holds if the action says nothing."""


class Counter:
    """Counts what aliases expand to, and finds those without an end, before any expansion."""

    def __init__(self, library: AliasLibrary, findings: Findings) -> None:
        """Start at nothing; the sum is that of all plans."""
        self.endless: set[Body] = set()
        """Aliases that name themselves, by way of others too."""
        self._library = library
        self._findings = findings
        self._sum = 0

    def fits(self, plan: PlanText) -> bool:
        """Tell whether a plan may be expanded without its endless aliases."""
        counts: dict[Body, int] = {}
        for item in plan.body.items:
            self._sum += 1
            if isinstance(item, AliasItem):
                self._sum += self._alias(item, plan, Within(), counts)
            if self._sum > MOST_ACTIONS:
                message = f"with this item there are more than {MOST_ACTIONS:,} actions"
                hint = "an alias counts for all that it expands to"
                self._findings.error(Problem(message, hint, item.place))
                return False
        for name, body in plan.aliases.items():
            self._alias(AliasItem(body.place, name), plan, Within(), counts)
        return True

    def _alias(
        self, item: AliasItem, plan: PlanText, within: Within, counts: dict[Body, int]
    ) -> int:
        """Count the items of an alias; one that is missing or endless counts nothing."""
        body = self._library.find(item.name, plan)
        if body is None or body in self.endless:
            return 0
        if item.name in within.names or len(within.names) >= DEEPEST_ALIASES:
            self._refuse(item, within)
            self.endless.add(body)
            return 0
        if body not in counts:
            counts[body] = self._body(body, plan, within.inside(item), counts)
        return counts[body]

    def _body(self, body: Body, plan: PlanText, within: Within, counts: dict[Body, int]) -> int:
        total = 0
        for item in body.items:
            total += 1
            if isinstance(item, AliasItem):
                total += self._alias(item, plan, within, counts)
        return total

    def _refuse(self, item: AliasItem, within: Within) -> None:
        names = within.names
        if item.name in names:
            circle = " -> ".join([*names[names.index(item.name) :], item.name])
            message, hint = f"aliases name one another in a circle: {circle}", "break the circle"
        else:
            message = f"more than {DEEPEST_ALIASES} aliases within one another"
            hint = "name the actions directly"
        self._findings.error(Problem(message, hint, item.place), within.ending)


class Expander:
    """Gives the actions of one plan that was counted."""

    def __init__(
        self, plan: PlanText, library: AliasLibrary, endless: Collection[Body], findings: Findings
    ) -> None:
        """Take a plan, and the aliases that must not be expanded."""
        self._plan = plan
        self._library = library
        self._endless = endless
        self._findings = findings
        self._told: set[Body] = set()
        self._go_on = False

    def uses(self, variables: Variables, position: int, *, go_on: bool) -> Iterator[Use]:
        """Expand; `position` among the plans makes the scopes of ids differ.

        `go_on` is what holds for actions that do not say whether the run goes on without them.
        """
        self._go_on = go_on
        yield from self._body(self._plan.body, variables, ("", str(position)), Within())
        for body in self._plan.aliases.values():
            self._tell(body, Within())

    def _body(
        self, body: Body, variables: Variables, scopes: tuple[str, str], within: Within
    ) -> Iterator[Use]:
        """Expand; `scopes` are that of the body's ids, and what those of its aliases begin with."""
        self._tell(body, within)
        scope, prefix = scopes
        for position, item in enumerate(body.items, start=1):
            if isinstance(item, ActionItem):
                yield Use(item, variables, scope, within, self._go_on)
                continue
            alias = self._find(item, within)
            if alias is not None:
                inner = f"{prefix}.{position}:{item.name}"
                seen = variables.inside(alias)
                yield from self._body(alias, seen, (inner, inner), within.inside(item))

    def _find(self, item: AliasItem, within: Within) -> Body | None:
        body = self._library.find(item.name, self._plan)
        if body is None:
            hint = self._library.hint(item.name, self._plan)
            problem = Problem("there is no such alias", hint, item.place)
            self._findings.error(problem, within.ending)
        elif body in self._endless:
            self._tell(body, within.inside(item))
        else:
            return body
        self._findings.incomplete = True
        return None

    def _tell(self, body: Body, within: Within) -> None:
        """Tell once what is wrong in a body."""
        if body not in self._told:
            self._told.add(body)
            self._findings.errors_in(body.problems, within.ending)
            self._findings.incomplete |= not body.complete
