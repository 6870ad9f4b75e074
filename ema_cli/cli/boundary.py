"""The error boundary: every way in which a command can end becomes one document and one code."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from ema_cli.cli.misuse import misuse
from ema_cli.cli.streams import say, write_out
from ema_cli.errors import (
    EmaError,
    ErrorKind,
    ExitCode,
    Interrupted,
    InvalidInput,
    Problem,
    exit_code,
    usage,
)

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.values import JsonObject, JsonValue

SCHEMA_VERSION = 1


@dataclass(slots=True)
class Invocation:
    """What the boundary must know of a call to answer for it; the options' callbacks fill it."""

    output: Path | None = None
    started: bool = False
    """A text that is no document was begun on standard output: no document may follow it."""


class OutputRefused(InvalidInput):
    """The file of `-o` must stay as it is: the document of this error is printed."""


def guarded(command: Any, arguments: list[str]) -> int:  # noqa: ANN401 - typer names no type for it
    """Run a command and answer its exit code, whatever happens in it."""
    invocation = Invocation()
    try:
        code = command.main(arguments, prog_name="ema", standalone_mode=False, obj=invocation)
    except EmaError as error:
        return fail(error, invocation)
    except typer.TyperException as error:
        return _misused(error, invocation)
    except (typer.Abort, KeyboardInterrupt):
        return fail(Interrupted(ExitCode.SIGINT), invocation)
    except BaseException as fault:  # noqa: BLE001 - this is the boundary
        return fail(_homeless(fault) or internal(fault), invocation)
    return code if isinstance(code, int) else ExitCode.SUCCESS


def _homeless(fault: BaseException) -> EmaError | None:
    """Tell of a working directory that was removed, if that is what a fault comes of."""
    if not isinstance(fault, FileNotFoundError):
        return None
    try:
        os.getcwd()  # noqa: PTH109 - the same as Path.cwd, which every part of ema calls
    except FileNotFoundError:
        return usage("the working directory is gone", hint="change to a folder that is there")
    return None


def internal(fault: BaseException) -> EmaError:
    """Turn a fault in ema into an error; where the traceback was written is its hint."""
    from ema_cli.cli.faults import write_traceback  # noqa: PLC0415 - hardly ever needed

    return EmaError(
        ErrorKind.INTERNAL,
        f"a fault in ema ({type(fault).__name__})",
        hint=write_traceback(fault),
    )


def fail(error: EmaError, invocation: Invocation) -> int:
    """Tell of an error that ended a command before a run began; answer its exit code."""
    for problem in problems(error):
        say(str(problem) if problem.place else f"error: {problem}")
    try:
        if not invocation.started:
            # A file that could not be written is not tried a second time.
            unsaved = isinstance(error, OutputRefused) or error.kind is ErrorKind.OUTPUT
            deliver(error_document(error), None if unsaved else invocation.output)
    except Interrupted:
        raise
    except EmaError as unsaid:
        if unsaid.message != error.message:
            say(f"error: {unsaid.message}")
    return error.code if isinstance(error, Interrupted) else exit_code(error.kind)


def problems(error: EmaError) -> tuple[Problem, ...]:
    """List what is wrong: all problems of invalid input, else the error itself."""
    if isinstance(error, InvalidInput):
        return error.problems
    return (Problem(error.message, error.hint, error.where),)


def error_document(error: EmaError) -> JsonObject:
    """Make the document of a command that failed before a run began."""
    errors: list[JsonValue] = [
        {"message": p.message, "hint": p.hint, "where": str(p.place) if p.place else None}
        for p in problems(error)
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "status": "interrupted" if error.kind is ErrorKind.INTERRUPTED else "failed",
        "error": error.message,
        "error_kind": error.kind.value,
        "hint": error.hint,
        "where": str(error.where) if error.where else None,
        "errors": errors,
    }


def deliver(document: JsonObject, output: Path | None) -> None:
    """Print a document on standard output, or save it in `output`; `output` error if that fails."""
    from ema_cli.documents.json_text import encode  # noqa: PLC0415 - not needed by `ema --help`
    from ema_cli.documents.saving import save  # noqa: PLC0415

    text = encode(document)
    if output is None:
        write_out(text)
    else:
        save(output, text)


def _misused(error: typer.TyperException, invocation: Invocation) -> int:
    context = getattr(error, "ctx", None)
    if context is not None and type(error).__name__ == "NoArgsIsHelpError":
        say_text(context.get_help())
        return ExitCode.INVALID
    message, hint = misuse(error)
    return fail(usage(message, hint=hint), invocation)


def say_text(text: str) -> None:
    """Write several lines of our own to standard error."""
    for line in text.splitlines():
        say(line)
