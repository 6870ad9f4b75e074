"""Fits what was read into pydantic models; what does not fit is told with its place.

Messages are ours: pydantic's may repeat the input, which no message of ema does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from ema_cli.documents.nodes import value
from ema_cli.documents.unfit import problems_of
from ema_cli.errors import ErrorKind, InvalidInput

if TYPE_CHECKING:
    from ema_cli.documents.nodes import Node

M = TypeVar("M", bound=BaseModel)


def fit(model: type[M], node: Node, *, kind: ErrorKind = ErrorKind.PLAN_INVALID) -> M:
    """Make a model of a node. `InvalidInput` of `kind` tells of everything that does not fit."""
    try:
        return model.model_validate(value(node))
    except ValidationError as error:
        raise InvalidInput(kind, problems_of(error, node, model)) from None
