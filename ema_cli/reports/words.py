"""The words in which reports speak of actions and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ema_cli.runs.result import ActionStatus

if TYPE_CHECKING:
    from ema_cli.runs.result import ActionOutcome

_SECOND = 1000
_MINUTE = 60


def title(action: ActionOutcome) -> str:
    """Name an action: `data copy`."""
    return f"{action.tool} {action.method}" if action.method else action.tool


def origin(action: ActionOutcome) -> str:
    """Tell where an action is written, and which alias it comes from."""
    return f"{action.where}, alias {action.alias}" if action.alias else action.where


def duration(milliseconds: int) -> str:
    """Write a time as a person reads it: `12 ms`, `3.4 s`, `2 min 05 s`."""
    if milliseconds < _SECOND:
        return f"{milliseconds} ms"
    seconds = milliseconds / _SECOND
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    return f"{int(seconds // _MINUTE)} min {int(seconds % _MINUTE):02} s"


def progressed(done: int, total: int | None, unit: str) -> str:
    """Tell how far something is: `12,000 of 50,000 rows`."""
    return f"{done:,} of {total:,} {unit}" if total else f"{done:,} {unit}"


def outcome(action: ActionOutcome) -> str:
    """Tell what became of an action: its counts, its error and hint, or that it did not run."""
    if action.status is ActionStatus.NOT_RUN:
        return "not run"
    if action.status is ActionStatus.ERROR:
        hint = f" ({action.hint})" if action.hint else ""
        return f"error: {action.error}{hint}"
    return "; ".join(_counts(action.result or {})) or "done"


def _counts(result: dict[str, Any]) -> list[str]:
    """List the numbers of a result, one level deep: `rows read 64, written 64`."""
    told = []
    for name, value in result.items():
        if isinstance(value, dict):
            numbers = [f"{k} {v}" for k, v in value.items() if _is_number(v)]
            if numbers:
                told.append(f"{name} {', '.join(numbers)}")
        elif _is_number(value):
            told.append(f"{name} {value}")
    return told


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
