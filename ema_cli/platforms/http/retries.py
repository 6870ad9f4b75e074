"""When a call is tried again, and after how long.

At most five tries within two minutes, with exponential pauses and jitter, or the pause that the
platform asks for. Tenacity is used for it rather than stamina, which is built on it and hides the
pause that an answer asks for; it also adds 20 ms of imports to what tenacity needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isinf
from typing import TYPE_CHECKING

import tenacity

from ema_cli.errors import PlatformError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TRIES = 5
LONGEST = 120.0
"""Seconds from the first try to the last one."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 20.0
_SECONDS = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


class Failed(Exception):
    """A try that failed in a way that may pass."""

    def __init__(
        self, error: PlatformError, *, carried_out: bool, pause: float | None = None
    ) -> None:
        """Keep `error`; `carried_out` says that the platform may have done what was asked."""
        super().__init__()
        self.error = error
        self.carried_out = carried_out
        self.pause = pause
        """Seconds that the platform asks to wait."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a call is tried."""

    tries: int = TRIES
    seconds: float = LONGEST
    sleep: Callable[[float], None] = tenacity.nap.sleep

    def trying(self, again: Callable[[Failed], bool]) -> tenacity.Retrying:
        """Make the loop of tries; `again` says whether a failure may be followed by another."""
        return tenacity.Retrying(
            retry=tenacity.retry_if_exception(
                lambda error: isinstance(error, Failed) and again(error)
            ),
            stop=tenacity.stop_after_attempt(self.tries) | tenacity.stop_before_delay(self.seconds),
            wait=_pause,
            sleep=self.sleep,
            reraise=True,
        )

    def exhausted(self, failure: Failed, tried: int) -> PlatformError:
        """Give the error after the last try, which says what was done about it."""
        error = failure.error
        if failure.pause is not None and failure.pause > self.seconds:
            asked = "for ever" if isinf(failure.pause) else f"{failure.pause:.0f} s"
            hint = f"the platform asks to wait {asked}; ema tries for {self.seconds:g} s"
        elif tried > 1:
            hint = f"tried {tried} times"
        else:
            return error
        return PlatformError(error.kind, error.message, hint=_joined(error.hint, hint))


def _joined(*hints: str | None) -> str:
    return "; ".join(hint for hint in hints if hint)


_exponential = tenacity.wait_random_exponential(multiplier=_FIRST_PAUSE, max=_LONGEST_PAUSE)


def _pause(state: tenacity.RetryCallState) -> float:
    failure = state.outcome.exception() if state.outcome else None
    if isinstance(failure, Failed) and failure.pause is not None:
        return failure.pause
    return _exponential(state)


def asked_pause(headers: Mapping[str, str]) -> float | None:
    """Read `Retry-After`: seconds, fractions of them, or a date; None where it says nothing.

    What lies in the past is 0. A date is compared with the platform's own clock where it tells it.
    """
    text = headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(text):
        return max(float(text), 0.0)
    when = _date(text)
    if when is None:
        return None
    return max((when - (_date(headers.get("Date", "")) or datetime.now(UTC))).total_seconds(), 0.0)


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
