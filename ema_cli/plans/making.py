"""Arguments just before their action runs: nothing is to come any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, InvalidInput, Problem
from ema_cli.plans.arguments import deferred_in, leads_to, told, validated
from ema_cli.plans.fields import has_paths
from ema_cli.plans.filling import Deferred, Filled, NoValue, settled
from ema_cli.plans.local_files import with_paths
from ema_cli.plans.templates import as_text
from ema_cli.plans.written import Unknown

if TYPE_CHECKING:
    from collections.abc import Collection

    from ema_cli.plans.arguments import Judgement, Path
    from ema_cli.plans.models import RunValues
    from ema_cli.plans.written import ActionItem
    from ema_cli.tool import Arguments


def make(item: ActionItem, judgement: Judgement, values: RunValues, scope: str) -> Arguments:
    """Make the arguments to run with. `InvalidInput` where a value does not fit after all.

    What the check took for text arrives as text, where its own type does not fit.
    """
    coming = {path for path, _ in deferred_in(judgement.args)}
    try:
        args = _settled_all(judgement.args, values, scope, ())
        errors, model = validated(item, args)
        texts = {
            path
            for path in coming - judgement.not_text
            if any(leads_to(error["loc"], path) for error in errors)
        }
        if texts:
            args = _settled_all(judgement.args, values, scope, texts)
            errors, model = validated(item, args)
    except NoValue as error:
        raise InvalidInput(ErrorKind.PLAN_INVALID, [error.problem]) from None
    problems = told(item, errors)
    if not problems and coming and has_paths(item.method.arguments):
        _, model = validated(item, with_paths(item, args, problems))
    if model is None or problems:
        raise InvalidInput(ErrorKind.PLAN_INVALID, problems or [_misfit(item)])
    return model


def _misfit(item: ActionItem) -> Problem:
    return Problem("the arguments do not fit", None, item.place)


def _settled_all(
    args: dict[str, Filled], values: RunValues, scope: str, as_texts: Collection[Path]
) -> dict[str, Filled]:
    def settle(value: Filled, path: Path) -> Filled:
        if isinstance(value, Deferred):
            final = settled(value, values, scope)
            return as_text(final) if path in as_texts else final  # type: ignore[return-value]  # JSON
        if isinstance(value, list):
            return [settle(item, (*path, position)) for position, item in enumerate(value)]
        if isinstance(value, dict):
            return {key: settle(item, (*path, key)) for key, item in value.items()}
        return None if isinstance(value, Unknown) else value

    return {name: settle(value, (name,)) for name, value in args.items()}
