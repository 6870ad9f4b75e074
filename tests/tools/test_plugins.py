"""Tools of other packages: found, loaded, used like the shipped ones; the unfit ones left out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from ema_cli.tools import plugins, registry
from ema_cli.tools.registration import misfits
from ema_cli.tools.registry import SUMMARIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ema_cli.tool import Tool
    from tests.conftest import Ema

EXAMPLE = Path(__file__).parents[2] / "examples" / "plugin"

TOOL = """
from collections.abc import Callable
from pathlib import Path
from pydantic import Field
from ema_cli.tool import Arguments, Method, Progress, Result, Tool

Path(__file__).with_suffix(".imported").touch()
print("said while it is imported")


class CountArguments(Arguments):
    step: int = Field(default=1, ge=1, description="How far at a time.")


class CountResult(Result):
    rows: int


def run(args, job):
    yield Progress(0)
    return CountResult(rows=job.port.data_counts(job.target).rows // args.step)


METHOD = Method("counting", None, "Count rows", CountArguments, CountResult, run)
TOOL = Tool("counting", "How much there is", {None: METHOD})
"""


class Plant(Protocol):
    def __call__(self, package: str, code: str, names: Mapping[str, str]) -> dict[str, str]: ...


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Install a package of one module, as a package manager would lay it out."""

    def plant(package: str, code: str, names: Mapping[str, str]) -> dict[str, str]:
        (tmp_path / f"{package}.py").write_text(code)
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {package}:{attribute}" for name, attribute in names.items()]
        (info / "entry_points.txt").write_text("[ema.tools]\n" + "\n".join(lines) + "\n")
        return {"PYTHONPATH": str(tmp_path)}

    return plant


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process find what is planted, for the length of the test."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


class Load(Protocol):
    def __call__(self, package: str, code: str, name: str) -> plugins.Loaded: ...


@pytest.fixture
def load(plant: Plant, here: None) -> Load:  # noqa: ARG001 - it moves this process
    def load(package: str, code: str, name: str) -> plugins.Loaded:
        plant(package, code, {name: "TOOL"})
        return plugins.load(plugins.installed(), SUMMARIES)

    return load


@pytest.fixture
def counting(plant: Plant) -> dict[str, str]:
    return plant("countings", TOOL, {"counting": "TOOL"})


def test_help_names_a_tool_without_importing_it(
    ema: Ema, counting: dict[str, str], tmp_path: Path
) -> None:
    done = ema("--help", env=counting)
    assert "counting    Tool of the package countings" in done.out
    assert done.err == ""
    assert not (tmp_path / "countings.imported").exists()


def test_its_own_help_has_its_arguments(ema: Ema, counting: dict[str, str]) -> None:
    done = ema("counting", "--help", env=counting)
    assert done.code == 0
    assert "--step INTEGER" in done.out
    assert "How far at a time. [default: 1]" in done.out


def test_its_arguments_are_checked(ema: Ema, counting: dict[str, str]) -> None:
    plan = "- tool: counting\n  args: {step: 0}\n- tool: counting\n  args: {stp: 1}\n"
    done = ema("run", "-", "--target", "nobody", stdin=plan, env=counting)
    assert done.code == 2
    assert [error["where"] for error in done.document["errors"]] == ["<stdin>:2:16", "<stdin>:4:10"]
    assert "did you mean `step`?" in done.err


def test_it_runs_in_a_plan_and_directly(ema: Ema, acme: str, counting: dict[str, str]) -> None:
    plan = "- tool: counting\n  args: {step: 2}\n"
    planned = ema("run", "-", "--target", acme, stdin=plan, env=counting)
    called = ema("counting", acme, "--step", "2", env=counting)
    assert planned.code == called.code == 0, planned.err
    results = [done.document["actions"][0]["result"] for done in (planned, called)]
    assert results[0] == results[1]
    assert results[0]["rows"] > 0


def test_it_stands_in_the_schemas(ema: Ema, counting: dict[str, str]) -> None:
    before = ema("schema", "plan").document["$defs"]
    after = ema("schema", "plan", env=counting).document["$defs"]
    assert after["tool.counting"]["properties"]["step"]["default"] == 1
    assert set(after) - set(before) == {"tool.counting"}
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"tool", "tools"}, "the shape of an item does not depend on the tools"
    result = ema("schema", "result", env=counting).document["$defs"]
    assert "rows" in result["result.counting"]["properties"]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise RuntimeError('no such license')", "failed with RuntimeError: no such license"),
        ("import nowhere_to_be_found", "failed with ModuleNotFoundError"),
        ("import sys; sys.exit(3)", "failed with SystemExit: 3"),
        ("def", "failed with SyntaxError"),
        ("OTHER = 1", "failed with AttributeError"),
        ("TOOL = 1", "'broken:TOOL' is no tool"),
        (TOOL, "it calls itself 'counting'"),
    ],
)
def test_one_that_cannot_be_loaded_is_named(load: Load, code: str, reason: str) -> None:
    loaded = load("broken", code, "counts")
    assert loaded.tools == ()
    (problem,) = loaded.problems
    assert "the tool 'counts' of the package 'broken' is left out" in problem.message
    assert reason in problem.message
    assert problem.hint


def test_the_others_are_there_and_it_is_said_once(ema: Ema, plant: Plant, acme: str) -> None:
    plant("countings", TOOL, {"counting": "TOOL"})
    env = plant("broken", "print('hello')\nraise RuntimeError('no license')", {"broken": "TOOL"})
    plan = "- tool: counting\n- tool: snapshot\n"
    done = ema(
        "run", "-", "--target", acme, "-o", "result.json", stdin=plan, env=env, cwd=Path.home()
    )
    assert done.code == 0
    assert done.out == "", "standard output is for the result"
    assert done.err.count("the tool 'broken' of the package 'broken' is left out") == 1


def test_what_a_process_of_a_package_prints_is_no_part_of_the_result(
    ema: Ema, plant: Plant
) -> None:
    env = plant("noisy", "import os\nos.system('echo noise')\n" + TOOL, {"counting": "TOOL"})
    done = ema("alias", "list", env=env)
    assert done.document["schema_version"] == 1
    done = ema("persona", "create", "--name", "demo", "-a", "tool: counting", env=env)
    assert done.document["status"] == "success"
    assert "noise" in done.err.splitlines()


def test_a_command_that_needs_no_tools_says_nothing(ema: Ema, plant: Plant) -> None:
    env = plant("broken", "raise RuntimeError", {"broken": "TOOL"})
    done = ema("migrate", "--include-data", env=env)
    assert (done.code, done.err) == (0, "")


def test_the_command_of_one_that_is_left_out(ema: Ema, plant: Plant) -> None:
    env = plant("broken", "raise RuntimeError", {"broken": "TOOL"})
    done = ema("broken", "somebody", env=env)
    assert done.code == 2
    assert done.document["error"] == "the tool 'broken' cannot be used"
    assert "failed with RuntimeError" in done.err


def test_a_shipped_name_cannot_be_claimed(ema: Ema, plant: Plant) -> None:
    env = plant("claims", TOOL, {"data": "TOOL"})
    done = ema("data", "--help", env=env)
    assert "warning: the tool 'data' of the package 'claims' is left out" in done.err
    assert "ema ships a tool of that name" in done.err
    assert done.out == ema("data", "--help").out
    assert "claims" not in ema("--help", env=env).out


@pytest.mark.usefixtures("here")
def test_two_packages_of_one_name(plant: Plant) -> None:
    plant("countings", TOOL, {"counting": "TOOL"})
    plant("accounts", TOOL, {"counting": "TOOL"})
    loaded = plugins.load(plugins.installed(), ())
    assert [tool.name for tool in loaded.tools] == ["counting"]
    (problem,) = loaded.problems
    assert "of the package 'countings' is left out" in problem.message


UNFIT = {
    "'run' is a command of ema": ('"counting", None', '"run", None'),
    "'Counting' is no name for a tool": ('"counting", None', '"Counting", None'),
    "--output is an option of every command": ("step: int", "output: int"),
    "--dry-run is an option of every command": ("step: int", "dry_run: int"),
    "which plans use for the method's name": ("step: int", "method: int"),
    "share the option --no-step": ("step: int", "no_step: int = 0\n    step: bool"),
    "an argument 'STEP'": ("step: int = Field(", "step: int = Field(alias='STEP', "),
    "no models of ema_cli.tool": ("CountArguments, CountResult", "CountArguments, dict"),
    "says that it is": ("{None: METHOD}", "{'rows': METHOD}"),
    "no schema can describe": ("rows: int", "rows: Callable[[], int]"),
    "looking at it failed with TypeError": ("{None: METHOD}", "None"),
    "it has no method": ("{None: METHOD}", "{}"),
}


@pytest.mark.parametrize("reason", UNFIT)
def test_what_does_not_fit_is_refused(load: Load, reason: str) -> None:
    old, new = UNFIT[reason]
    assert old in TOOL
    code = TOOL.replace(old, new)
    name = new.partition('"')[2].partition('"')[0] if old.startswith('"counting') else "counting"
    loaded = load("unfit", code.replace('Tool("counting"', f'Tool("{name}"'), name)
    (problem,) = loaded.problems
    assert f"the tool '{name}' of the package 'unfit' is left out" in problem.message
    assert reason in problem.message


@pytest.mark.parametrize(
    "entry_points",
    [b"[ema.tools]\nfoo\n", b"[ema.tools]\nfoo = x:y\n\xff\n"],
)
def test_entry_points_that_cannot_be_read(
    load: Load, plant: Plant, tmp_path: Path, entry_points: bytes
) -> None:
    plant("torn", "", {})
    (tmp_path / "torn-1.0.dist-info" / "entry_points.txt").write_bytes(entry_points)
    loaded = load("countings", TOOL, "counting")
    assert [tool.name for tool in loaded.tools] == ["counting"]
    (problem,) = loaded.problems
    assert problem.message == "the entry points of the package 'torn' cannot be read"


def test_all_that_does_not_fit_is_said(load: Load) -> None:
    code = TOOL.replace("step: int", "output: int = 0\n    quiet: int")
    (problem,) = load("unfit", code, "counting").problems
    assert "--output" in problem.message
    assert "--quiet" in problem.message


@pytest.mark.parametrize("tool", registry.table().values(), ids=lambda tool: tool.name)
def test_shipped_tools_fit(tool: Tool) -> None:
    assert list(misfits(tool)) == []


def test_looking_for_tools_costs_nothing_where_there_are_none() -> None:
    program = (
        "import sys; from ema_cli.tools.plugins import installed\n"
        "assert not installed().plugins; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "importlib.metadata" not in done.stdout.split()


def test_the_example(ema: Ema, acme: str, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run(
        [*pip, *alone, str(EXAMPLE)], check=True, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    env = {"PYTHONPATH": str(target)}
    done = ema("greeting", acme, "--messages", "Hello", "--messages", "Again", env=env)
    assert done.code == 0, done.err
    (action,) = done.document["actions"]
    assert (action["tool"], action["method"], action["result"]) == (
        "greeting",
        None,
        {"messages": 2},
    )
    persona = json.loads(ema("persona", "get", acme).out)
    assert "Again" in json.dumps(persona)
    assert "The tool greeting for ema" not in done.err
    plan = "- tool: greeting\n  args: {messages: []}\n"
    assert ema("run", "-", "--target", acme, stdin=plan, env=env).code == 2
