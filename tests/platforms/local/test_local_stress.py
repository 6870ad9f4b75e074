"""Processes that do anything at once, some killed, leave a workspace whose books are right."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.local.sums import changed, file_term, pair_term, row_term

STRESS = Path(__file__).with_name("stress_process.py")

AT_NOW = 1 << 60


def test_processes_at_once(workspace: Path) -> None:
    _end([_start(workspace, seed, 40) for seed in range(3)])
    _check(workspace)


@pytest.mark.whole
@pytest.mark.parametrize("seed", [1000, 2000])
def test_processes_of_whom_some_are_killed(workspace: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - the seed makes it repeatable
    processes = [_start(workspace, seed + number, 80) for number in range(4)]
    for number in range(4, 24):
        time.sleep(chance.random())
        killed = processes.pop(chance.randrange(4))
        killed.kill()
        assert killed.wait() in {0, -signal.SIGKILL}
        processes.append(_start(workspace, seed + number, 80))
    _end(processes)
    _check(workspace)


def _start(workspace: Path, seed: int, calls: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, STRESS, workspace, str(seed), str(calls)])


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    assert [process.wait(timeout=300) for process in processes] == [0] * len(processes)


def _check(workspace: Path) -> None:
    """Count and sum up anew all that the workspace keeps counts and sums of."""
    port = open_workspace(workspace)
    port.compact()
    port.close()
    connection = sqlite3.connect(workspace)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        _check_sums(connection)
        _check_leftovers(connection, workspace)
    finally:
        connection.close()


def _check_sums(connection: sqlite3.Connection) -> None:
    books = connection.execute(
        """SELECT number, NULL, row_count, row_sum, file_count, file_sum FROM personas
        UNION ALL SELECT persona, epoch, row_count, row_sum, file_count, file_sum FROM versions"""
    ).fetchall()
    for persona, epoch, *told in books:
        at = {"persona": persona, "at": AT_NOW if epoch is None else epoch}
        assert told == [*_rows(connection, at), *_files(connection, at)]


def _rows(connection: sqlite3.Connection, at: dict[str, int]) -> tuple[int, bytes]:
    rows = connection.execute(
        """SELECT id, key, fields FROM live_rows WHERE persona = :persona AND born <= :at
        UNION ALL SELECT id, key, fields FROM old_rows
        WHERE persona = :persona AND born <= :at AND died > :at ORDER BY id""",
        at,
    ).fetchall()
    keys = ["", *(key for _, key, _ in rows)]
    total = sum(row_term(key, fields) for _, key, fields in rows)
    total += sum(map(pair_term, keys, keys[1:]))
    return len(rows), changed(b"", total)


def _files(connection: sqlite3.Connection, at: dict[str, int]) -> tuple[int, bytes]:
    files = connection.execute(
        """SELECT name, type, sha256 FROM live_files WHERE persona = :persona AND born <= :at
        UNION ALL SELECT name, type, sha256 FROM old_files
        WHERE persona = :persona AND born <= :at AND died > :at""",
        at,
    ).fetchall()
    return len(files), changed(b"", sum(file_term(*file) for file in files))


def _check_leftovers(connection: sqlite3.Connection, workspace: Path) -> None:
    """Look that nothing is kept that no persona and no version has."""
    unheld = connection.execute(
        """SELECT count(*) FROM old_rows WHERE NOT EXISTS (SELECT 1 FROM versions
        WHERE versions.persona = old_rows.persona
        AND versions.epoch >= old_rows.born AND versions.epoch < old_rows.died)"""
    ).fetchone()
    used = connection.execute("SELECT sha256 FROM live_files UNION SELECT sha256 FROM old_files")
    contents = connection.execute(
        """SELECT (SELECT count(*) FROM contents), (SELECT count(*) FROM
        (SELECT content FROM personas UNION SELECT content FROM versions))"""
    ).fetchone()
    unsettled = connection.execute(
        """SELECT count(*) FROM personas
        WHERE name IS NULL OR row_view IS NOT NULL OR file_view IS NOT NULL"""
    ).fetchone()
    folder = workspace.with_name(f"{workspace.name}.files")
    assert (unheld, unsettled) == ((0,), (0,))
    assert contents[0] == contents[1]
    assert {path.name for path in folder.rglob("*") if path.is_file()} == {
        digest for (digest,) in used
    }
