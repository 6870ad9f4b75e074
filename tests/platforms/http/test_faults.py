"""A run of six actions through a proxy that fails at one of its calls.

Judged by what the platform holds in the end, and not by the client's word: exactly one persona with
the rows, files and version of a run that nothing disturbed, after trying again or `ema resume`.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from re import sub
from typing import TYPE_CHECKING, Any

import pytest
import typer

from ema_cli.cli.boundary import guarded
from ema_cli.cli.main import application
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row
from ema_cli.server.access import Access
from tests.platforms.http.conftest import FAULTS, calls_to_fail

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ema_cli.platforms.port import Port
    from tests.conftest import Hub
    from tests.platforms.http.conftest import FaultProxy

PLAN = """\
- tool: data
  args: {method: copy, from: $source}
- tool: data
  args: {method: upload, content: [{id: u1, name: Zelda Quill}, {id: u2}], key: id}
- tool: data
  args: {method: upload, file: notes.txt}
- tool: data
  args: {method: sanitize, examples: [Zelda Quill, Acme Corp], key_env: PSEUDONYMS}
- tool: data
  args: {method: delete, rows: [u2]}
- tool: snapshot
  args: {message: done}
"""
SOURCE, TARGET = "Acme support", "Acme demo"
RUN = [
    "POST /api/auth/generate_access_token",
    # Looking up the source by its name.
    "GET /personas/Acme%20support",
    "GET /templates",
    "GET /personas",
    # Creating the target.
    "GET /personas",
    "GET /personas/SOURCE",
    "POST /personas",
    # Copying.
    "GET /personas/SOURCE",
    "GET /platform",
    "GET /personas/SOURCE/data",
    "POST /personas/TARGET/rows/copy",
    "GET /personas/SOURCE/files",
    "POST /personas/TARGET/files/copy",
    "GET /personas/SOURCE/data",
    # The two uploads.
    "POST /personas/TARGET/rows",
    "PUT /personas/TARGET/files/notes.txt",
    # Sanitizing: looking through all, changing it, and the independent scan.
    "GET /personas/TARGET/links",
    "GET /personas/TARGET/files",
    "GET /personas/TARGET/files/a.txt",
    "GET /personas/TARGET/files/notes.txt",
    "GET /personas/TARGET",
    "GET /personas/TARGET/data",
    "GET /personas/TARGET/rows",
    "PATCH /personas/TARGET/rows",
    "GET /personas/TARGET/files",
    "GET /personas/TARGET/files/a.txt",
    "PUT /personas/TARGET/files/a.txt",
    "GET /personas/TARGET/files/notes.txt",
    "PUT /personas/TARGET/files/notes.txt",
    "GET /personas/TARGET",
    "GET /personas/TARGET/data",
    "GET /personas/TARGET/rows",
    "GET /personas/TARGET/files",
    "GET /personas/TARGET/files",
    "GET /personas/TARGET/files/a.txt",
    "GET /personas/TARGET/files/notes.txt",
    "GET /personas/TARGET/versions",
    # Deleting a row, the snapshot, and the last look at the target.
    "POST /personas/TARGET/rows/delete",
    "POST /personas/TARGET/versions",
    "GET /personas/TARGET",
]
"""The calls of the run when nothing fails."""


@pytest.fixture(scope="module")
def source_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a workspace with the persona that is cloned."""
    path = tmp_path_factory.mktemp("source") / "w.db"
    port = open_workspace(path)
    source = port.create_persona(PersonaContent(SOURCE, proto_config={"widgets": []}), key="s").id
    rows = [Row(f"T-{n}", {"name": "Zelda Quill", "note": f"{n} of Acme Corp"}) for n in range(30)]
    port.write_rows(source, rows, key="r")
    port.write_file(source, "a.txt", "text/plain", [b"Acme Corp hired Zelda Quill\n"], key="f")
    port.close()
    return path


@dataclass
class Scene:
    """A copy of that workspace behind a server and a proxy, and the command line before both."""

    port: Port
    proxy: FaultProxy
    folder: Path

    def ema(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        """Run the command in this process; give its exit code and document."""
        output = self.folder / "out.json"
        output.unlink(missing_ok=True)
        command = typer.main.get_command(application())
        code = guarded(command, [*arguments, "-q", "-o", str(output)])
        return code, json.loads(output.read_text())

    def clone(self) -> tuple[int, dict[str, Any]]:
        plan = str(self.folder / "plan.yaml")
        return self.ema("persona", "create", "--from", SOURCE, "--name", TARGET, "--actions", plan)

    def persist(self) -> dict[str, Any]:
        """Clone, and go on as often as a user would; give the last document."""
        code, document = self.clone()
        for _ in range(3):
            if code == 0:
                return document
            code, document = self.ema("resume", document.get("run_id", "last"))
        pytest.fail(f"never came to an end: {document}")

    def requests(self) -> list[str]:
        """Give the requests so far as they stand in `RUN`."""
        source, target = self.port.personas().items
        lines = [sub(r" /\d+/", " /", line) for line in self.proxy.requests]
        named = (line.replace(source.id, "SOURCE") for line in lines)
        return [line.replace(target.id, "TARGET") for line in named]

    def held(self) -> dict[str, Any]:
        """Give all that the platform holds of the clone, apart from its id and times."""
        source, target = self.port.personas().items
        rows = self.port.rows(target.id).items
        versions = self.port.versions(target.id).items
        assert self.port.data_counts(source.id).rows == 30
        assert "Zelda Quill" not in str(rows)
        return {
            "content": target.content,
            "rows": [(row.key, row.fields) for row in rows],
            "files": self.port.files(target.id),
            "versions": [(v.number, v.message, v.fingerprint, v.data_digest) for v in versions],
        }


@pytest.fixture
def make_scene(
    hub: Hub,
    proxied: Callable[[str], FaultProxy],
    source_workspace: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[], Scene]]:
    """Give what makes a fresh scene."""
    ports: list[Port] = []

    def make() -> Scene:
        folder = tmp_path / str(len(ports))
        shutil.copytree(source_workspace.parent, folder)
        (folder / "plan.yaml").write_text(PLAN)
        (folder / "notes.txt").write_text("Acme Corp, in short\n" * 1000)
        port = open_workspace(folder / "w.db")
        ports.append(port)
        url = hub.serve(port, Access("sesame"))
        proxy = proxied(url)
        monkeypatch.setenv("EMA_URL", f"{proxy.url}/{url.rpartition('/')[2]}")
        monkeypatch.setenv("EMA_API_KEY", "sesame")
        monkeypatch.setenv("PSEUDONYMS", "0123456789abcdef" * 2)
        return Scene(port, proxy, folder)

    yield make
    for port in ports:
        port.close()


CHOSEN = [
    ("reset done", "POST /personas"),
    ("reset in request", "PUT /personas/TARGET/files/notes.txt"),
    ("silence", "POST /personas/TARGET/rows/copy"),
    ("cut in body", "GET /personas/TARGET/files/a.txt"),
    ("HTML done", "POST /personas/TARGET/versions"),
]
"""Faults at the calls where they hurt most."""
SAMPLE = [
    *((name, 1 + RUN.index(line)) for name, line in CHOSEN),
    *((name, 1 + 7 * number % len(RUN)) for number, name in enumerate(FAULTS)),
]
"""For every test run: each fault at one call, and all of them at calls of every action."""
SWEEP = [(name, call) for name in FAULTS for call in calls_to_fail(name, len(RUN))]


@pytest.fixture(scope="module")
def undisturbed() -> tuple[dict[str, Any], list[str]]:
    """What a run without faults leaves, and its calls; filled by the first test to need it."""
    return {}, []


@dataclass
class Trial:
    """Clones through faults and compares what the platform then holds."""

    make_scene: Callable[[], Scene]
    undisturbed: dict[str, Any]
    calls: list[str]
    """The requests of the run without faults."""

    def expected(self) -> dict[str, Any]:
        if not self.undisturbed:
            scene = self.make_scene()
            scene.persist()
            self.calls.extend(scene.requests())
            self.undisturbed.update(scene.held())
        return self.undisturbed

    def once(self, name: str, call: int) -> None:
        """Let one request fail."""
        os.environ["EMA_TIMEOUT"] = "1" if name == "silence" else "20"
        expected, scene = self.expected(), self.make_scene()
        fault = FAULTS[name]
        scene.proxy.choose = lambda number, _request: fault if number == call else None
        assert scene.persist()["status"] == "success"
        assert scene.held() == expected, f"{name} at call {call}"

    def until_given_up(self, name: str, call: int) -> None:
        """Let all requests fail from one on, until the command gives up; then go on."""
        expected, scene = self.expected(), self.make_scene()
        fault = FAULTS[name]
        scene.proxy.choose = lambda number, _request: fault if number >= call else None
        code, document = scene.clone()
        assert code in {1, 3}, document
        scene.proxy.choose = lambda _number, _request: None
        code, document = scene.ema("resume", document["run_id"])
        assert (code, document["status"]) == (0, "success")
        assert scene.held() == expected, f"{name} from call {call} on"


@pytest.fixture
def trial(
    make_scene: Callable[[], Scene],
    undisturbed: tuple[dict[str, Any], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> Trial:
    monkeypatch.setenv("EMA_TIMEOUT", "")
    return Trial(make_scene, *undisturbed)


def test_the_calls_at_which_something_fails_are_all_of_the_run(trial: Trial) -> None:
    trial.expected()
    assert trial.calls == RUN


@pytest.mark.parametrize(("name", "call"), SAMPLE)
def test_one_call_fails(trial: Trial, name: str, call: int) -> None:
    trial.once(name, call)


@pytest.mark.parametrize(
    ("name", "line"),
    [("reset done", "POST /personas"), ("cut in body", "POST /personas/TARGET/rows/copy")],
)
def test_calls_fail_until_the_command_gives_up(trial: Trial, name: str, line: str) -> None:
    trial.until_given_up(name, 1 + RUN.index(line))


@pytest.mark.whole
@pytest.mark.parametrize(("name", "call"), SWEEP)
def test_any_call_fails(trial: Trial, name: str, call: int) -> None:
    trial.once(name, call)
