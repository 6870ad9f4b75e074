"""Something goes wrong in the middle of sanitizing, and tells of originals: ema does not."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ActionFailed, ErrorKind, PlatformError
from ema_cli.tools.data_sanitize import METHOD

if TYPE_CHECKING:
    from tests.conftest import Ema
    from tests.tools.conftest import Acting, Site

PLANTING = Path(__file__).with_name("planting.py")
FOUND = "zeb@quux.example", "+1 415 555 0199", "078-05-1120", "Tuesday4Ever"
"""What is found by its shape, and so stands nowhere but in the data."""
GIVEN = "Zebulon Quux"
NOTE = f"{GIVEN}, {FOUND[0]}, {FOUND[1]}, {FOUND[2]}, Password={FOUND[3]};"
BUNDLE = {
    "ema_bundle": 1,
    "persona": {
        "name": "Quiet",
        "description": NOTE,
        "enabled_by_user": False,
        "welcome_messages": None,
        "proto_config": {},
        "workflow_def": None,
    },
    "rows": [{"key": f"{GIVEN} {number}", "fields": {"note": NOTE}} for number in range(3)],
    "files": [
        {"name": f"{GIVEN}.txt", "type": "text/plain", "text": NOTE},
        {"name": f"{GIVEN}.bin", "type": "application/octet-stream", "base64": "AP8="},
    ],
}
PLAN = [{"tool": "data", "args": {"method": "sanitize", "examples": [GIVEN], "files": "drop"}}]
SPELLINGS = {
    spelling.lower()
    for spelling in (*FOUND, GIVEN, "Zebulon%20Quux", "quux", "555 0199", "555-0199", "5550199")
}
"""No shorter ones: four digits stand in some digest or id by chance, once in a hundred runs."""


def originals(text: str | bytes) -> list[str]:
    """Give those that stand in a text."""
    lowered = (text if isinstance(text, str) else text.decode("latin-1")).lower()
    return sorted(spelling for spelling in SPELLINGS if spelling in lowered)


@dataclass
class World:
    """A workspace with a persona full of originals, and a plan that takes them out."""

    home: Path
    plan: Path

    def ema(self, moment: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, PLANTING, moment, NOTE, *arguments],
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )

    def stored(self, folder: str) -> dict[Path, bytes]:
        """Give all files below a folder that ema keeps."""
        paths = (self.home / folder).rglob("*")
        return {path: path.read_bytes() for path in paths if path.is_file()}


@pytest.fixture
def world(ema: Ema, isolated: Path, tmp_path: Path) -> World:
    bundle, plan = tmp_path / "bundle.json", tmp_path / "plan.yaml"
    bundle.write_text(json.dumps(BUNDLE))
    plan.write_text(json.dumps(PLAN))
    done = ema("persona", "import", bundle)
    assert done.code == 0, done.err
    return World(isolated, plan)


@pytest.mark.parametrize(
    "moment",
    [
        *("update_persona before-commit", "edit_rows before-commit", "edit_rows after-commit"),
        *("write_file before-commit", "delete_files after-commit"),
    ],
)
def test_a_fault_whose_text_is_an_original(world: World, moment: str) -> None:
    broken = world.ema(moment, "run", world.plan, "--target", "Quiet", "-v")
    assert broken.returncode == 70, broken.stderr
    assert originals(broken.stdout + broken.stderr) == []
    action = json.loads(broken.stdout)["actions"][0]
    assert action["error_kind"] == "internal"
    traceback = Path(action["hint"].removeprefix("traceback in ")).read_text()
    assert "LookupError" in traceback
    assert "planting.py" in traceback
    assert originals(traceback) == []
    (record,) = (world.home / "state").rglob("*.jsonl")
    # The plan stands in the record until the run is done, and in it the examples.
    assert not set(originals(record.read_text())) & {found.lower() for found in FOUND}
    assert all(originals(line) == [] for line in record.read_text().splitlines()[1:])

    resumed = world.ema("-", "resume", "last", "-v")
    assert resumed.returncode == 0, resumed.stderr
    assert json.loads(resumed.stdout)["actions"][0]["result"]["residual"] == 0
    assert originals(resumed.stdout + resumed.stderr) == []
    kept = world.stored("state") | world.stored("data")
    assert len(kept) > 2
    assert [path for path, data in kept.items() if originals(data)] == []


class Quoting:
    """A platform that refuses one call and quotes what it was sent."""

    def __init__(self, port: Any, call: str) -> None:
        self._port, self._call = port, call

    def __getattr__(self, name: str) -> Any:
        return self._refuse if name == self._call else getattr(self._port, name)

    def _refuse(self, *_args: Any, **_options: Any) -> None:
        raise PlatformError(
            ErrorKind.REJECTED,
            f"the answer 422 to PUT /files/Zebulon%20Quux.txt from 10.1.2.3: {NOTE!r} is too long",
            hint=f"shorten {json.dumps(NOTE)}",
        )


@pytest.mark.parametrize("call", ["persona", "update_persona", "rows", "edit_rows", "write_file"])
def test_a_platform_that_quotes_what_it_was_sent(act: Acting, here: Site, call: str) -> None:
    persona = here.make("Quoted", {f"{GIVEN} 1": {"note": NOTE}}, {f"{GIVEN}.txt": NOTE.encode()})
    here.port.update_persona(persona, {"description": NOTE}, key="description")
    here.port = Quoting(here.port, call)
    with pytest.raises(ActionFailed) as refused:
        act(METHOD, persona, {"examples": [GIVEN]})
    error = refused.value
    assert error.kind is ErrorKind.REJECTED
    assert originals(f"{error.message} {error.hint} {error.result!r} {act.steps!r}") == []
    assert error.message.startswith("the answer 422 to PUT /files/")
    assert " from 10.1.2.3: " in error.message
    assert str(error.hint).startswith("shorten ")
