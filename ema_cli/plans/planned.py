"""An action that passed the check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.plans.arguments import deferred_in
from ema_cli.plans.fields import argument_marks
from ema_cli.plans.filling import Deferred, Filled
from ema_cli.plans.making import make
from ema_cli.plans.templates import escaped
from ema_cli.plans.written import Unknown

if TYPE_CHECKING:
    from ema_cli.plans.arguments import Judgement
    from ema_cli.plans.expanding import Use
    from ema_cli.plans.models import RunValues
    from ema_cli.tool import AnyMethod, Arguments
    from ema_cli.values import JsonObject, JsonValue


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """A `CheckedAction`."""

    index: int
    use: Use
    judgement: Judgement

    @property
    def id(self) -> str | None:
        """Its id, unique in its scope."""
        return self.use.item.id

    @property
    def scope(self) -> str:
        """The use of an alias that the id belongs to; empty for the plan itself."""
        return self.use.scope

    @property
    def method(self) -> AnyMethod:
        """What runs."""
        return self.use.item.method

    @property
    def alias(self) -> str | None:
        """Path of aliases that it comes from, `outer/inner`."""
        return self.use.within.path

    @property
    def where(self) -> str:
        """Place in the plan: of the action, or of the alias that it comes from."""
        return str(self.use.within.used or self.use.item.place)

    @property
    def alias_where(self) -> str | None:
        """Place of the action in its alias."""
        return str(self.use.item.place) if self.use.within.used else None

    @property
    def continue_on_error(self) -> bool:
        """Whether the run goes on when it fails: the action's word, else the plan's or option's."""
        own = self.use.item.continue_on_error
        return self.use.continue_on_error if own is None else own

    @property
    def always(self) -> bool:
        """Whether it runs after a stop, too."""
        return self.use.item.always

    @property
    def deferred(self) -> tuple[str, ...]:
        """Names of the arguments that hold values to come."""
        return tuple(dict.fromkeys(str(path[0]) for path, _ in deferred_in(self.judgement.args)))

    @property
    def shown(self) -> JsonObject:
        """Arguments with known values filled in and sensitive ones as counts or masks."""
        marks = argument_marks(self.method.arguments)
        sensitive = {name for name, mark in marks.items() if mark.sensitive}
        return {
            name: _masked(value) if name in sensitive else _shown(value)
            for name, value in self.judgement.args.items()
        }

    @property
    def written(self) -> JsonObject:
        """Arguments with known values filled in; as texts in it name variables, `$` is `$$`."""
        return {name: _written(value) for name, value in self.judgement.args.items()}

    def arguments(self, values: RunValues) -> Arguments:
        """Make the arguments to run with. `InvalidInput` where a value does not fit after all."""
        return make(self.use.item, self.judgement, values, self.scope)


def _masked(value: Filled) -> JsonValue:
    if isinstance(value, list | dict):
        return "(1 value)" if len(value) == 1 else f"({len(value)} values)"
    return None if value is None else "(hidden)"


def _shown(value: Filled) -> JsonValue:
    if isinstance(value, Deferred):
        return value.shown
    if isinstance(value, list):
        return [_shown(item) for item in value]
    if isinstance(value, dict):
        return {key: _shown(item) for key, item in value.items()}
    return None if isinstance(value, Unknown) else value


def _written(value: Filled) -> JsonValue:
    if isinstance(value, Deferred):
        return value.written
    if isinstance(value, str):
        return escaped(value)
    if isinstance(value, list):
        return [_written(item) for item in value]
    if isinstance(value, dict):
        return {key: _written(item) for key, item in value.items()}
    return None if isinstance(value, Unknown) else value
