"""What can go wrong: a closed set of kinds, their exit codes, and the few error classes.

Every other part of ema may import this one; it imports none of them. Wording of a message: what is
wrong and where; of a hint: what to do. Neither holds a value of a row, a secret, or a line of a
file that a user gave.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class ErrorKind(StrEnum):
    """Why something failed; `error_kind` in every document that ema prints."""

    USAGE = "usage"
    PLAN_INVALID = "plan_invalid"
    NOT_FOUND = "not_found"
    REJECTED = "rejected"
    CONFLICT = "conflict"
    FINDINGS = "findings"
    INCOMPLETE = "incomplete"
    RESIDUAL = "residual"
    FORBIDDEN = "forbidden"
    UNAVAILABLE = "unavailable"
    TIMEOUT = "timeout"
    PROTOCOL = "protocol"
    UNCLEAR = "unclear"
    AUTH = "auth"
    OUTPUT = "output"
    INTERNAL = "internal"
    INTERRUPTED = "interrupted"


class ExitCode(IntEnum):
    """What the process answers; see the table in the README."""

    SUCCESS = 0
    FAILED = 1
    INVALID = 2
    BASE_FAILED = 3
    AUTH = 4
    CONFLICT = 5
    INTERNAL = 70
    SIGINT = 130
    SIGTERM = 143


_OUTSIDE_ACTIONS = {
    ErrorKind.USAGE: ExitCode.INVALID,
    ErrorKind.PLAN_INVALID: ExitCode.INVALID,
    ErrorKind.CONFLICT: ExitCode.CONFLICT,
    ErrorKind.AUTH: ExitCode.AUTH,
    ErrorKind.OUTPUT: ExitCode.FAILED,
    ErrorKind.INTERNAL: ExitCode.INTERNAL,
    ErrorKind.INTERRUPTED: ExitCode.SIGINT,
}


def exit_code(kind: ErrorKind) -> ExitCode:
    """Exit code of an error outside an action: of the command, the plan or the base operation."""
    return _OUTSIDE_ACTIONS.get(kind, ExitCode.BASE_FAILED)


def action_exit_code(kind: ErrorKind) -> ExitCode:
    """Exit code that an action's error asks for: some stop everything, the others count as 1."""
    if kind in {ErrorKind.AUTH, ErrorKind.INTERNAL, ErrorKind.INTERRUPTED}:
        return exit_code(kind)
    return ExitCode.FAILED


STOPS_EVERYTHING = frozenset({ErrorKind.AUTH, ErrorKind.INTERNAL, ErrorKind.INTERRUPTED})
"""Kinds after which not even an `always` action runs."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is written: a file's name as the user gave it, line and column from 1.

    Columns count characters, not bytes. A place in a command-line argument has the file `-a[2]`.
    Line 0 says that there are no lines: the file is an option, `--examples[2]`.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        """`file:line:column`, as compilers write it; the name alone where there are no lines."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with what the user gave."""

    message: str
    hint: str | None = None
    place: Place | None = None

    def __str__(self) -> str:
        """`place: message (hint)`."""
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.message}" + (f" ({self.hint})" if self.hint else "")


class EmaError(Exception):
    """Every error that ema expects; anything else is a fault in ema itself."""

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        *,
        hint: str | None = None,
        where: Place | None = None,
    ) -> None:
        """Keep the parts; `str()` is the message alone."""
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.hint = hint
        self.where = where


class InvalidInput(EmaError):
    """The user can mend it: the command, the plan or a file is wrong, and nothing was changed."""

    def __init__(
        self,
        kind: ErrorKind,
        problems: Sequence[Problem],
        *,
        message: str | None = None,
    ) -> None:
        """Keep all `problems` (at least one); the first one speaks for all of them."""
        first = problems[0]
        super().__init__(
            kind,
            message or (first.message if len(problems) == 1 else f"{len(problems)} problems"),
            hint=first.hint if len(problems) == 1 else None,
            where=first.place,
        )
        self.problems = tuple(problems)


def usage(message: str, *, hint: str | None = None) -> InvalidInput:
    """Error for a command that is wrong: exit 2, nothing was changed."""
    return InvalidInput(ErrorKind.USAGE, [Problem(message, hint)])


class PlatformError(EmaError):
    """The platform said no, or said nothing. Raised by adapters and by nothing else."""


class ActionFailed(EmaError):
    """A method did its work and judges the outcome not good; what it counted is kept."""

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        *,
        hint: str | None = None,
        result: Any = None,  # noqa: ANN401 - the method's own result model
    ) -> None:
        """Keep `result`, an instance of the method's result model, to stand beside the error."""
        super().__init__(kind, message, hint=hint)
        self.result = result


class Interrupted(EmaError):
    """A signal asked the run to stop."""

    def __init__(self, code: ExitCode) -> None:
        """Keep which signal it was, as the exit code that answers it."""
        super().__init__(ErrorKind.INTERRUPTED, "interrupted")
        self.code = code
