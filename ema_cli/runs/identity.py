"""Ids of runs."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime


def new_run_id() -> str:
    """Make an id that sorts by time: UTC to the millisecond, then 32 random bits."""
    now = datetime.now(UTC)
    return f"{now:%Y%m%dT%H%M%S}.{now.microsecond // 1000:03}Z-{secrets.token_hex(4)}"
