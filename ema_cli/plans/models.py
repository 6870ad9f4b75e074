"""Checked plans: what checking makes and running takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from ema_cli.documents.nodes import Node
    from ema_cli.errors import Problem
    from ema_cli.tool import AnyMethod, Arguments
    from ema_cli.values import JsonObject, JsonValue


@dataclass(frozen=True, slots=True)
class PlanSource:
    """The text of one plan: a file, standard input (`<stdin>`) or an option (`-a[2]`)."""

    name: str
    """What places in it are called."""
    text: bytes
    base: Path
    """Folder that paths written in it start from, and beside which `aliases/` is looked for."""
    inline: bool = False
    """The value of `-a`: an alias name or one action, in flow or block YAML."""
    node: Node | None = None
    """What a reader would have made of `text`, where there is no text: a tool called by options."""
    unreadable: Problem | None = None
    """Why there is no text: the check tells it along with what is wrong elsewhere."""


@dataclass(frozen=True, slots=True)
class Given:
    """What is known when a plan is checked. None: not known yet, or there is none."""

    has_source: bool
    env: str | None = None
    source: str | None = None
    source_env: str | None = None
    """Where the source is, if not in `env`."""
    source_name: str | None = None
    target: str | None = None
    target_name: str | None = None
    run_id: str | None = None
    environments: Callable[[], frozenset[str]] | None = None
    """Gives the names of the environments that the settings have."""


@dataclass(frozen=True, slots=True)
class RunValues:
    """What is known just before an action runs."""

    env: str
    run_id: str
    target: str
    target_name: str
    source: str | None = None
    source_name: str | None = None
    results: Mapping[tuple[str, str], JsonObject] = field(default_factory=dict)
    """Results of the actions that succeeded, by scope and id."""


class CheckedAction(Protocol):
    """An action that passed the check; all of it can be read, and its arguments made to run."""

    @property
    def index(self) -> int:
        """Position among all actions of the run, from 1."""
        ...

    @property
    def id(self) -> str | None:
        """Its id, unique in its scope."""
        ...

    @property
    def scope(self) -> str:
        """The use of an alias that the id belongs to; empty for the plan itself."""
        ...

    @property
    def method(self) -> AnyMethod:
        """What runs."""
        ...

    @property
    def alias(self) -> str | None:
        """Path of aliases that it comes from, `outer/inner`; None for an action of the plan."""
        ...

    @property
    def where(self) -> str:
        """Place in the plan, `file:line:column`: of the action, or of the alias it comes from."""
        ...

    @property
    def continue_on_error(self) -> bool:
        """Whether the run goes on when it fails."""
        ...

    @property
    def always(self) -> bool:
        """Whether it runs after a stop, too."""
        ...

    @property
    def shown(self) -> JsonObject:
        """Arguments with known values filled in and sensitive ones as counts or masks."""
        ...

    @property
    def written(self) -> JsonObject:
        """Arguments with known values filled in, complete: for the run record and its digest."""
        ...

    @property
    def deferred(self) -> Sequence[str]:
        """Names of the arguments whose values are known only when it runs."""
        ...

    def arguments(self, values: RunValues) -> Arguments:
        """Make the arguments to run with. `InvalidInput` where a value does not fit after all."""
        ...


@dataclass(frozen=True, slots=True)
class CheckedPlan:
    """All actions of a run in order, aliases expanded."""

    actions: Sequence[CheckedAction]
    warnings: Sequence[Problem] = ()
    variables: Mapping[str, JsonValue] = field(default_factory=dict)
    """The values of `--var` that were used."""
