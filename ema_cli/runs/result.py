"""The composite result of a run: the one document that a run prints or saves."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ema_cli.errors import ErrorKind, ExitCode, Interrupted, action_exit_code, exit_code


class RunStatus(StrEnum):
    """How a run ended."""

    SUCCESS = "success"
    FAILED = "failed"
    COMPLETED_WITH_ERRORS = "completed_with_errors"
    INTERRUPTED = "interrupted"
    PLANNED = "planned"


class ActionStatus(StrEnum):
    """How an action ended, or that it did not run."""

    SUCCESS = "success"
    ERROR = "error"
    NOT_RUN = "not_run"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PersonaOutcome(_Part):
    """The persona that a run worked on, as it is at the run's end."""

    id: str
    name: str
    status: str
    fingerprint: str = Field(description="SHA-256 over its configuration, in hexadecimal.")
    created: bool = Field(description="Whether this run created it.")
    deleted: bool | None = Field(None, description="True where the run deleted it again.")


class ActionOutcome(_Part):
    """One action of the plan and what became of it."""

    index: int = Field(description="Position among all actions, from 1.")
    id: str | None = None
    tool: str
    method: str | None = Field(None, description="Null for a tool that does one thing only.")
    alias: str | None = Field(None, description="Aliases that it comes from, `outer/inner`.")
    where: str = Field(description="Where it is written: `file:line:column`.")
    status: ActionStatus = ActionStatus.NOT_RUN
    duration_ms: int | None = None
    result: dict[str, Any] | None = None
    error: str | None = None
    error_kind: ErrorKind | None = None
    hint: str | None = None
    args: dict[str, Any] | None = Field(
        None, description="In a dry run: the arguments, known values filled in, secrets masked."
    )


class CompositeResult(_Part):
    """What a run did: base operation and actions in one document."""

    schema_version: Literal[1] = 1
    run_id: str
    status: RunStatus
    env: str
    persona: PersonaOutcome | None = None
    actions: tuple[ActionOutcome, ...] = ()
    error: str | None = Field(None, description="What failed outside the actions.")
    error_kind: ErrorKind | None = None
    hint: str | None = None

    def document(self) -> dict[str, Any]:
        """Give the document in its fixed order of keys; parts that do not apply are left out."""
        whole = self.model_dump(mode="json", exclude_none=True, exclude={"actions"})
        order = {"schema_version", "run_id", "status", "env"}
        head = {k: v for k, v in whole.items() if k in order}
        tail = {k: v for k, v in whole.items() if k not in order and k != "persona"}
        actions = [_action_document(action) for action in self.actions]
        return {**head, "persona": whole.get("persona"), "actions": actions, **tail}


def _action_document(action: ActionOutcome) -> dict[str, Any]:
    dumped = action.model_dump(mode="json")
    always = ("index", "id", "tool", "method", "alias", "where", "status")
    return {k: v for k, v in dumped.items() if k in always or v is not None}


def run_exit_code(result: CompositeResult, interrupted: Interrupted | None = None) -> ExitCode:
    """Answer the exit code; where several hold: interruption, fault, sign-in, then the rest.

    A conflict says that nothing was begun, so once an action ran it is a failure like others.
    """
    if interrupted is not None:
        return interrupted.code
    codes = {action_exit_code(a.error_kind) for a in result.actions if a.error_kind}
    if result.error_kind is not None:
        codes.add(exit_code(result.error_kind))
    for code in (ExitCode.SIGTERM, ExitCode.SIGINT, ExitCode.INTERNAL, ExitCode.AUTH):
        if code in codes:
            return code
    if any(a.status in {ActionStatus.SUCCESS, ActionStatus.ERROR} for a in result.actions):
        codes = {ExitCode.FAILED if code is ExitCode.CONFLICT else code for code in codes}
    outside = codes - {ExitCode.FAILED}
    return max(outside, default=ExitCode.FAILED) if codes else ExitCode.SUCCESS
