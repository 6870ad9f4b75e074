r"""Names on the command line that are bytes, not text: `\xff`, which Python holds as `\udcff`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import EMA, EXAMPLE_PERSONA

if TYPE_CHECKING:
    from tests.conftest import Ema

X = "\udcff"
PERSONA = "basic-chat"
RUN = ("run", "--target", PERSONA)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {
        f"right{X}.yaml": "- tool: snapshot\n",
        f"wrong{X}.yaml": "- tool: snapshit\n",
        f"rows{X}.csv": "a,b\n1,2\n",
        f"d{X}/plan.yaml": "- {tool: data, args: {method: upload, file: rows.csv}}\n",
        f"d{X}/rows.csv": "a,b\n1,2\n",
        f"aliases{X}/broken.yaml": "- tool: snapshit\n",
        f"bad{X}.yaml": "ema_bundle: 1\npersona: {name: 5}\n",
    }
    for name, text in texts.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    shutil.copy(EXAMPLE_PERSONA, f"bundle{X}.yaml")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("check", f"right{X}.yaml"), 0),
        (("check", f"wrong{X}.yaml"), 2),
        (("check", f"none{X}.yaml"), 2),
        (("check", f"d{X}"), 2),
        (("check", f"d{X}/plan.yaml"), 2),
        (("check", f"right{X}.yaml", f"./right{X}.yaml"), 2),
        (("check", "-a", X), 2),
        (("check", "-a", f"plan{X}.yaml"), 2),
        (("check", "-a", "broken", "--aliases", f"aliases{X}"), 2),
        (("check", "-a", "broken", "--aliases", f"none{X}"), 2),
        (("check", f"right{X}.yaml", "-o", f"d{X}/out{X}.json"), 0),
        (("check", f"right{X}.yaml", "-o", f"none{X}/out"), 2),
        (("check", f"right{X}.yaml", "--var", f"{X}=1"), 2),
        (("check", f"right{X}.yaml", "--var", f"x={X}"), 2),
        (("check", f"right{X}.yaml", "--env", X), 2),
        ((*RUN, f"wrong{X}.yaml"), 2),
        (("run", f"right{X}.yaml", "--target", X), 3),
        (("resume", f"none{X}"), 2),
        (("runs", "show", X), 2),
        (("persona", "create", "--name", X), 2),
        (("persona", "create", "--name", "x", "--description", X), 2),
        (("persona", "create", "--name", "x", "--from", X), 3),
        (("persona", "update", PERSONA, "--description", X), 2),
        (("persona", "import", f"none{X}"), 2),
        (("persona", "import", f"d{X}"), 2),
        (("persona", "import", f"bad{X}.yaml"), 2),
        (("persona", "export", PERSONA, "-o", f"out{X}.yaml"), 0),
        (("persona", "export", PERSONA, "-o", f"out{X}"), 0),
        (("persona", "export", PERSONA, "-o", f"none{X}/out"), 2),
        (("persona", "export", PERSONA, "-o", f"out.{X}"), 2),
        (("data", "export", PERSONA, "-o", f"out{X}"), 0),
        (("data", "export", X), 3),
        (("data", "upload", PERSONA, "--file", f"rows{X}.csv"), 2),
        (("data", "upload", PERSONA, "--files", "rows*"), 2),
        (("data", "delete", PERSONA, "--rows", X, "--yes"), 2),
        (("data", "sanitize", PERSONA, "--examples-file", f"rows{X}.csv"), 2),
        (("snapshot", "diff", PERSONA, f"none{X}.yaml"), 2),
        (("snapshot", "show", PERSONA, X), 2),
        (("validate", f"bundle{X}.yaml"), 0),
        (("validate", f"./none{X}.yaml"), 2),
        (("alias", "list", "--aliases", f"none{X}"), 2),
        (("alias", "show", X), 2),
        (("schema", "plan", "-o", f"none{X}/out"), 2),
        (("migrate", "--sanitize", "--sanitize-example", X), 2),
        ((X,), 2),
        ((f"--{X}",), 2),
    ],
    ids=lambda value: ascii(" ".join(value)) if isinstance(value, tuple) else str(value),
)
def test_every_answer_can_be_printed(ema_here: Ema, arguments: tuple[str, ...], code: int) -> None:
    done = ema_here(*arguments)
    assert (done.code, "Traceback" in done.err) == (code, False)
    (done.out + done.err).encode()
    assert code == 0 or json.loads(done.out)


def test_what_a_person_sees() -> None:
    command = [os.fsencode(EMA), b"check", b"none\xff.yaml"]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    first = done.stderr.decode("ascii").splitlines()[0]
    assert first.startswith("none\\udcff.yaml: the plan cannot be read: No such file")
    assert len(json.loads(done.stdout)["errors"]) == 1


def test_a_working_directory_that_is_gone(ema: Ema, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: snapshot\n")
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f'rmdir "{gone}" && ema check "{plan}"'
    done = subprocess.run(
        ["bash", "-c", script], cwd=gone, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (
        2,
        "error: the working directory is gone (change to a folder that is there)\n",
    )
    assert ema("check", plan).code == 0
