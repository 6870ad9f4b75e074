"""Standard streams: one JSON document on standard output, lines for people on standard error."""

from __future__ import annotations

import os
import sys
import unicodedata
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ema_cli.errors import EmaError, ErrorKind

if TYPE_CHECKING:
    from collections.abc import Iterator

STDIN, STDOUT, STDERR = 0, 1, 2


def secure_descriptors() -> None:
    """Fill closed standard descriptors, so that no database or socket is opened under their number.

    Standard output gets one that cannot be written to: a result that goes nowhere must be noticed.
    """
    for descriptor in (STDIN, STDOUT, STDERR):
        try:
            os.fstat(descriptor)
        except OSError:
            # The lowest free number is the closed one, as the lower ones are taken by now.
            os.open(os.devnull, os.O_WRONLY if descriptor == STDERR else os.O_RDONLY)


@contextmanager
def output_kept_for_the_result() -> Iterator[None]:
    """Send to standard error what tools of other packages print, and what they start prints.

    Standard output is the result's alone, for whoever reads it takes it for JSON.
    """
    kept = os.dup(STDOUT)
    os.dup2(STDERR, STDOUT)
    try:
        yield
    finally:
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
        os.dup2(kept, STDOUT)
        os.close(kept)


def one_line(text: str) -> str:
    r"""Show foreign text as one line: control and format characters as escapes (`\n`, `\x1b`).

    Also breaks up what a CI log takes for a command: `##[` anywhere, `::` at the start.
    """
    shown = "".join(c if _plain(c) else c.encode("unicode_escape").decode() for c in text)
    shown = shown.replace("##[", "#\\x23[")
    bare = shown.lstrip()
    return "\\x3a" + bare[1:] if bare.startswith("::") else shown


def _plain(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def say(line: str) -> None:
    """Write one line to standard error; never fails, for there is nobody left to tell."""
    stream = sys.stderr
    if stream is None:
        return
    try:
        stream.write(one_line(line) + "\n")
        stream.flush()
    except (OSError, ValueError):
        return


def write_out(text: str) -> None:
    """Write to standard output as UTF-8, whatever the locale says: JSON is UTF-8 (RFC 8259).

    A reader that has closed its pipe is no error. Everything else is one of kind `output`.
    """
    try:
        data = memoryview(text.encode("utf-8", "backslashreplace"))
        while data:
            data = data[os.write(STDOUT, data) :]
    except BrokenPipeError:
        return
    except OSError as error:
        raise EmaError(
            ErrorKind.OUTPUT, f"standard output cannot be written: {error.strerror}"
        ) from None
