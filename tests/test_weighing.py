"""Is memory weighed right?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.weighing import weigh

if TYPE_CHECKING:
    from pathlib import Path

MB = 10**6


def test_what_a_command_holds_is_seen(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "print(len(b'x' * 300_000_000))"]
    assert 300 * MB < weigh(command, tmp_path).peak < 340 * MB


def test_what_the_tests_hold_is_not_the_commands(tmp_path: Path) -> None:
    held = b"x" * (400 * MB)
    assert weigh([sys.executable, "-c", "print()"], tmp_path).peak < 100 * MB
    assert len(held) == 400 * MB
