"""What may come next on a command line that is being typed."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import typer

from ema_cli.cli.completing import FILES, answer, called, source_of
from ema_cli.cli.completion import Shell, script
from ema_cli.cli.lazy import LazyGroup
from ema_cli.cli.main import COMMANDS, application
from ema_cli.cli.shell_words import cut, reply
from tests.conftest import EMA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Ema


def completed(*words: str) -> list[str]:
    """Give what may stand in the place of the last word; `files` where the shell knows."""
    lines = answer(typer.main.get_command(application()), "zsh", words)
    if lines[:1] == ["files"]:
        return lines
    assert lines[:1] in ([], ["words"])
    return [line.partition("\t")[0] for line in lines[1:]]


def test_commands() -> None:
    assert completed("") == list(COMMANDS)
    assert completed("pers") == ["persona"]
    assert completed("persona", "cr") == ["create"]
    assert completed("snapshot", "")[:3] == ["create", "restore", "list"]
    assert completed("nothing", "") == []


def test_options() -> None:
    assert completed("persona", "create", "--fr") == ["--from", "--from-env"]
    assert "--from-env" in completed("data", "copy", "x", "--")
    assert completed("data", "copy", "x", "--li") == ["--link"]
    assert completed("data", "copy", "x", "--no-li") == ["--no-link"]
    assert completed("--ver") == ["--version"]


def test_old_flags_are_not_offered() -> None:
    assert completed("persona", "create", "--sanit") == []


def test_after_two_dashes_nothing_is_an_option() -> None:
    assert completed("run", "--", "--tar") == ["files"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["schema", ""], ["plan", "alias", "result", "config"]),
        (["completion", "z"], ["zsh"]),
        (["persona", "create", "--if-exists", ""], ["fail", "reuse"]),
        (["persona", "create", "--if-exists=re"], ["--if-exists=reuse"]),
        (["data", "copy", "x", "--include", ""], ["rows", "files"]),
        (["data", "delete", "x", "--rows", ""], ["all"]),
        (["validate", "x", "--checks", "wor"], ["workflow"]),
    ],
)
def test_words_of_a_choice(words: list[str], expected: list[str]) -> None:
    assert completed(*words) == expected


@pytest.mark.parametrize(
    "words",
    [
        ["run", ""],
        ["run", "--target", "x", "pl"],
        ["persona", "create", "--actions", ""],
        ["persona", "create", "--actions=pl"],
        ["persona", "import", ""],
        ["persona", "create", "-o", ""],
        ["persona", "create", "--aliases", ""],
        ["data", "upload", "x", "--file", "t"],
    ],
)
def test_files(words: list[str]) -> None:
    assert completed(*words) == ["files"]


@pytest.fixture
def personas(ema_here: Ema) -> list[str]:
    names = ["Acme demo", 'Odd $n "q" (1)', "Ünïcode"]
    for name in names:
        assert ema_here("persona", "create", "--name", name, "-q").code == 0
    return names


def test_personas(personas: list[str]) -> None:
    assert completed("persona", "get", "") == personas
    assert completed("data", "copy", "Ac") == ["Acme demo"]
    assert completed("run", "plan.yaml", "--target", "Ün") == ["Ünïcode"]
    assert completed("persona", "create", "--from=Od") == ['--from=Odd $n "q" (1)']
    assert completed("persona", "create", "--from", "basic") == ["basic-chat"]
    assert completed("snapshot", "restore", "x", "") == []


def test_templates_where_there_is_no_workspace(isolated: Path) -> None:
    assert completed("persona", "get", "") == []
    assert not (isolated / "data").exists()


def test_personas_of_another_platform_are_not_asked_for(
    personas: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert personas
    monkeypatch.setenv("EMA_URL", "http://127.0.0.1:9")
    assert completed("persona", "get", "-e", "remote", "") == []
    assert completed("persona", "get", "--env=local", "") == personas


def test_environments(isolated: Path) -> None:
    folder = isolated / "config" / "ema"
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_text("environments: {demo: {url: 'https://ema.acme.example'}}")
    assert sorted(completed("persona", "list", "-e", "")) == ["demo", "local"]
    assert completed("data", "copy", "x", "--from-env", "de") == ["demo"]
    assert completed("env", "show", "de") == ["demo"]
    (folder / "config.yaml").write_text("environments: [")
    assert completed("persona", "list", "-e", "") == []


def test_aliases(isolated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path / "aliases", isolated / "config" / "ema" / "aliases", tmp_path / "o"):
        folder.mkdir(parents=True)
        (folder / f"of-{folder.parent.name}.yaml").write_text("[]")
    found = completed("persona", "create", "-a", "")
    assert found[:2] == [f"of-{tmp_path.name}", "of-ema"]
    assert {"copy-and-sanitize", "standard-demo-setup"} <= set(found)
    (tmp_path / "mine.yaml").write_text("[]")
    assert "mine" in completed("persona", "create", "--aliases", "mine.yaml", "-a", "")
    assert completed("alias", "show", "copy") == ["copy-and-sanitize"]


def test_runs(ema_here: Ema, acme_here: str) -> None:
    assert completed("resume", "") == ["last"]
    run = ema_here("snapshot", "create", acme_here).document["run_id"]
    assert completed("runs", "show", "") == ["last", run]


def test_a_tool_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "x-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: x\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[ema.tools]\nxylophone = x:TOOL\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert completed("xyl") == ["xylophone"]
    assert completed("xylophone", "") == [], "it cannot be imported, and nobody is told"


def every_value() -> Iterator[tuple[str, Any]]:
    def walk(command: Any, path: str) -> Iterator[tuple[str, Any]]:
        context = typer.Context(command)
        if isinstance(command, LazyGroup):
            for name in command.list_commands(context):
                yield from walk(command.get_command(context, name), f"{path} {name}")
            return
        for parameter in command.get_params(context):
            flag = parameter.param_type_name == "option" and parameter.is_flag
            if not flag:
                yield f"{path} {parameter.opts[0]}", parameter

    yield from walk(typer.main.get_command(application()), "ema")


FREE = {
    *("TEXT", "INTEGER", "NUMBER", "SECONDS", "MAPPING", "VALUE", "TEXT|MAPPING", "NAME=VALUE"),
    *(
        "VERSION",
        "VERSION...",
        "[VERSION]",
        "A",
        "B",
        "VARIABLE",
        "<str>",
        "<int range>",
        "<float range>",
    ),
}
"""What help calls values that nobody can guess."""


def test_every_value_is_completed_or_free() -> None:
    for name, parameter in every_value():
        command = typer.main.get_command(application())
        known = source_of(parameter) or called(parameter) in FILES
        offered = parameter.shell_complete(typer.Context(command), "")
        metavar = parameter.metavar or parameter.make_metavar(typer.Context(command))
        assert known or offered or metavar in FREE, f"{name} {metavar}: say what completes it"


def test_nothing_is_said_of_errors() -> None:
    env = {"_EMA_COMPLETE": "bash", "PATH": "/usr/bin:/bin"}
    for arguments in ([], ["ema 'unclosed", " ="], ["ema persona get \\", " ="], ["a", "b", "c"]):
        done = subprocess.run(
            [EMA, *arguments], env=env, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", Shell)
def test_the_script_says_where_it_goes(ema_here: Ema, shell: Shell) -> None:
    done = ema_here("completion", shell)
    assert done.out == script(shell)
    assert f"ema completion {shell} > " in done.out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ema", ["ema"]),
        ("ema ", ["ema", ""]),
        ("ema  a\tb", ["ema", "a", "b"]),
        (r"ema a\ b", ["ema", "a b"]),
        ("ema 'a b", ["ema", "a b"]),
        ("ema 'a b' ", ["ema", "a b", ""]),
        ('ema "a \\" b"c', ["ema", 'a " bc']),
        ("ema '' x", ["ema", "", "x"]),
        ("ema a'b'\"c\"", ["ema", "abc"]),
        ("ema \\", ["ema", ""]),
    ],
)
def test_cutting_a_line(line: str, words: list[str]) -> None:
    assert [word.text for word in cut(line)] == words


@pytest.mark.parametrize(
    ("line", "candidate", "written"),
    [
        ("x Ac", "Acme demo", r"Acme\ demo"),
        ("x 'Ac", "Acme's", r"Acme'\''s"),
        ('x "Ac', 'Acme "$x`', r"Acme \"\$x\`"),
        ("x --from=Ac", "--from=Acme", "Acme"),
        ("x a:b", "a:bc d", r"bc\ d"),
        ("x 'a:b", "a:bc", "a:bc"),
        ("x a\\:b", "a:bc", r"a\:bc"),
    ],
)
def test_writing_for_bash(line: str, candidate: str, written: str) -> None:
    assert reply(cut(line)[-1], candidate, " \t\n\"'@><=;|&(:") == written
