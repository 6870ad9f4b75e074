"""What all bodies have in common."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


class Wire(BaseModel):
    """Base of all bodies: nothing is guessed, unknown keys are refused, no value is shown."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True)


class Answer(BaseModel):
    """Base of answers: keys that a newer platform adds are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, hide_input_in_errors=True)


Count = Annotated[int, Field(ge=0)]
Json = dict[str, Any]


class Removed(Answer):
    """How many were removed."""

    removed: Count
