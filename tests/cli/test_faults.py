"""A fault in ema itself, planted by a tool from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

PLANTED = """\
from typing import Any

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.tool import Arguments, Method, Result, Saved, Tool


class BreakArguments(Arguments):
    secret: str = "nothing"


class BreakResult(Result):
    value: Any = None


def run(args, job):
    yield from ()
    {fault}
    return BreakResult()


METHOD = Method(
    tool="breaker",
    name=None,
    summary="Break",
    arguments=BreakArguments,
    result=BreakResult,
    run=run,
)
TOOL = Tool("breaker", "Breaks", {{None: METHOD}})
"""


@pytest.fixture
def planted(tmp_path: Path) -> Any:
    """Plant a tool whose run holds the given statement; answer the environment to run it in."""

    def plant(fault: str) -> dict[str, str]:
        folder = tmp_path / "planted"
        metadata = folder / "planted-1.0.dist-info"
        metadata.mkdir(parents=True)
        (folder / "planted.py").write_text(PLANTED.format(fault=fault))
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text("[ema.tools]\nbreaker = planted:TOOL\n")
        return {"PYTHONPATH": str(folder)}

    return plant


PLAN = "-a", "{tool: breaker, args: {secret: Ann Lee}}", "-a", "{tool: snapshot, always: true}"


def test_an_unexpected_fault(ema: Any, planted: Any) -> None:
    env = planted("raise LookupError(args.secret)")
    done = ema("persona", "create", "--name", "demo", *PLAN, env=env)
    assert done.code == 70
    assert "Traceback" not in done.err
    assert len([line for line in done.err.splitlines() if "fault in ema" in line]) == 1
    assert [a["status"] for a in done.document["actions"]] == ["error", "not_run"]
    broken = done.document["actions"][0]
    assert broken["error_kind"] == "internal"
    written = Path(broken["hint"].removeprefix("traceback in "))
    text = written.read_text()
    assert "LookupError" in text
    assert "planted.py" in text
    assert "in run" in text
    assert "Ann Lee" not in text + done.err + done.out
    assert written.stat().st_mode & 0o777 == 0o600


def test_a_fault_before_a_run(ema: Any, tmp_path: Path) -> None:
    """The state folder is a file as well: then the traceback cannot be written, and says so."""
    (tmp_path / "state").write_text("")
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "yaml.py").write_text("raise RuntimeError('planted')\n")
    env = {"PYTHONPATH": str(folder), "XDG_STATE_HOME": str(tmp_path / "state")}
    done = ema("check", "plan.yaml", env=env)
    assert done.code == 70
    assert done.document["error_kind"] == "internal"
    assert "could not be written" in done.document["hint"]
    assert "Traceback" not in done.err


FAULTS = [
    "raise MemoryError",
    "raise RecursionError",
    "1 / 0",
    "exit(0)",
    "exit(3)",
    "raise KeyboardInterrupt",
    "raise BaseException(args.secret)",
    "raise StopIteration",
    "return None",
    "return {'rows': 1}",
    "return Arguments()",
    "return BreakResult(value=object())",
    "return BreakResult(value=b'\\xff')",
    "return BreakResult(value=10**5000)",
    "raise GeneratorExit",
    "raise ActionFailed(ErrorKind.REJECTED, 'no', result=BreakResult(value=object()))",
    "raise ActionFailed(ErrorKind.REJECTED, 'no', result={'rows': 1})",
    "yield Saved('part', {'a': object()})",
    "yield 42",
    "yield None",
]


@pytest.mark.parametrize("fault", FAULTS)
def test_every_kind_of_fault(ema: Any, planted: Any, fault: str) -> None:
    done = ema("persona", "create", "--name", "demo", *PLAN, env=planted(fault))
    assert done.code == 70
    assert done.document["status"] == "failed"
    assert [a["status"] for a in done.document["actions"]] == ["error", "not_run"]
    assert done.document["actions"][0]["error_kind"] == "internal"
    assert "to go on: ema resume" in done.err
    assert "Ann Lee" not in done.err + done.out


PRINTING = """\
import os, subprocess, sys
    print("noise")
    os.write(1, b"more noise\\n")
    subprocess.run(["echo", "noise of a process"], check=True)
"""


@pytest.mark.parametrize("after", ["", "os.close(1)", "sys.stdout.close()", "raise LookupError"])
def test_what_a_tool_prints_is_no_part_of_the_result(ema: Any, planted: Any, after: str) -> None:
    done = ema("persona", "create", "--name", "demo", *PLAN, env=planted(PRINTING + "    " + after))
    failed = after.startswith("raise")
    assert done.code == (70 if failed else 0)
    assert done.document["status"] == ("failed" if failed else "success")
    for line in ("noise", "more noise", "noise of a process"):
        assert line in done.err.splitlines()
