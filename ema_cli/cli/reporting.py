"""Chooses the report that fits standard error, and keeps its troubles away from the run."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from ema_cli.cli.streams import one_line, say
from ema_cli.reports import words
from ema_cli.reports.plain import Detail, PlainReport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ema_cli.reports import Report
    from ema_cli.runs.events import Event
    from ema_cli.runs.result import CompositeResult


@contextmanager
def reporting(*, quiet: bool, verbose: bool) -> Iterator[Report]:
    """Give a report for the length of a run."""
    detail = Detail.QUIET if quiet else Detail.VERBOSE if verbose else Detail.NORMAL
    report = _Shielded(_choose(detail))
    try:
        yield report
    finally:
        report.close()


def _choose(detail: Detail) -> Report:
    stream = _drawable()
    if stream is None or detail is Detail.QUIET:
        return PlainReport(say, detail)
    from ema_cli.reports.live import LiveReport  # noqa: PLC0415 - loads rich

    return LiveReport(stream, one_line, detail)


def _drawable() -> TextIO | None:
    """Give standard error where it is a terminal that can be drawn on."""
    stream = sys.stderr
    if stream is None or not stream.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return None
    utf8 = (stream.encoding or "").lower().replace("-", "") == "utf8"
    return stream if utf8 else None


@contextmanager
def progressing(title: str, *, quiet: bool) -> Iterator[Callable[[int, int | None, str], None]]:
    """Show on a terminal how far a call is that is no run; give what takes note of it."""
    stream = None if quiet else _drawable()
    if stream is None:
        yield lambda _done, _total, _unit: None
        return
    from ema_cli.reports.progress import LiveProgress  # noqa: PLC0415 - loads rich

    progress = LiveProgress(stream, one_line, title)
    try:
        yield progress.tell
    except BaseException:
        progress.close(well=False)
        raise
    progress.close(well=True)


class _Shielded:
    """A report that falls silent when its stream fails: a closed terminal must not end a run."""

    def __init__(self, report: Report) -> None:
        self._report: Report | None = report

    def show(self, event: Event | None) -> None:
        self._try(lambda report: report.show(event))

    def notify(self, line: str) -> None:
        self._try(lambda report: report.notify(line))

    def close(self) -> None:
        self._try(lambda report: report.close())

    def _try(self, act: Callable[[Report], None]) -> None:
        if self._report is None:
            return
        try:
            act(self._report)
        except (OSError, ValueError):
            self._report = None


def say_planned(result: CompositeResult, title: str, *, quiet: bool) -> None:
    """Write what a dry run found: one line an action."""
    if result.error is not None:
        hint = f" ({result.hint})" if result.hint else ""
        say(f"error: {result.error}{hint}")
    if not quiet:
        say(f"would {title}")
    for action in result.actions:
        told = f": {words.outcome(action)}" if action.error else ""
        if told or not quiet:
            say(f"[{action.index}/{len(result.actions)}] would run {words.title(action)}{told}")
