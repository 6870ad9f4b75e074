"""Many ema processes on one workspace at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

EMA = Path(sys.executable).with_name("ema")


def at_once(commands: list[list[str]]) -> list[tuple[int, dict[str, Any]]]:
    processes = [
        subprocess.Popen(
            [EMA, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for command in commands
    ]
    outs = [process.communicate(timeout=300)[0] for process in processes]
    return [
        (process.returncode, json.loads(out)) for process, out in zip(processes, outs, strict=True)
    ]


def test_eight_clones_of_20000_rows(ema: Any, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    with rows.open("w") as stream:
        stream.writelines(f'{{"n": {n}, "text": "Ticket {n}"}}\n' for n in range(20_000))
    upload = f"{{tool: data, args: {{method: upload, file: {rows}}}}}"
    assert ema("persona", "create", "--name", "source", "-a", upload).code == 0
    copy = "{tool: data, args: {method: copy, from: $source}}"
    done = at_once(
        [
            ["persona", "create", "--from", "source", "--name", f"clone {n}", "-a", copy]
            for n in range(8)
        ]
    )
    assert [code for code, _ in done] == [0] * 8
    for _, document in done:
        counts = document["actions"][0]["result"]["rows"]
        assert counts == {"read": 20_000, "written": 20_000, "skipped": 0, "failed": 0}


def test_two_of_one_name(ema: Any) -> None:
    for attempt in range(4):
        command = ["persona", "create", "--name", f"demo {attempt}"]
        done = at_once([command, command])
        assert sorted(code for code, _ in done) == [0, 5]
    assert len(ema("persona", "list").document["personas"]) == 4
