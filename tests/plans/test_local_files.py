"""Paths of local files: where they start from, what they may be, and what becomes of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ema_cli.plans.checking import Examined
    from ema_cli.values import JsonValue
    from tests.plans.conftest import Check


def upload(look: Check, argument: str, base: Path | None = None) -> Examined:
    return look(f"- {{tool: data, args: {{method: upload, {argument}}}}}\n", base=base)


def files(found: Examined, name: str = "files") -> JsonValue:
    assert [str(e) for e in found.errors] == []
    return found.plan.actions[0].written[name]


def test_relative_to_the_file_in_which_they_are_written(look: Check, tmp_path: Path) -> None:
    plans, aliases = tmp_path / "plans", tmp_path / "plans" / "aliases"
    aliases.mkdir(parents=True)
    for folder in (plans, aliases, Path.cwd()):
        (folder / "rows.csv").write_text("a\n")
    (aliases / "up.yaml").write_text("- {tool: data, args: {method: upload, file: rows.csv}}\n")
    item = "{tool: data, args: {method: upload, file: rows.csv}}"
    found = look(f"- {item}\n- up\n", inline=[item], base=plans)
    assert [a.written["file"] for a in found.plan.actions] == [
        str(plans / "rows.csv"),
        str(aliases / "rows.csv"),
        str(Path.cwd() / "rows.csv"),
    ]


PLAN_AND_ALIAS = "vars: {f: rows.csv}\nactions: [{tool: data, args: {method: upload, file: $f}}]\n"


def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Make a plan's folder and one of aliases beside it, with the same file in both and here."""
    plans, aliases = tmp_path / "plans", tmp_path / "plans" / "aliases"
    aliases.mkdir(parents=True)
    for folder in (plans, aliases, Path.cwd()):
        (folder / "rows.csv").write_text("a\n")
    return plans, aliases


def test_a_variable_is_relative_to_the_file_that_gives_its_value(
    look: Check, tmp_path: Path
) -> None:
    plans, aliases = folders(tmp_path)
    (aliases / "up.yaml").write_text(PLAN_AND_ALIAS)
    given_here = look("- up\n", base=plans, var={"f": "rows.csv"})
    for found, folder in (
        (look(PLAN_AND_ALIAS, base=plans), plans),
        (look("vars: {f: rows.csv}\nactions: [up]\n", base=plans), plans),
        (look("- up\n", base=plans), aliases),
        (look("[]\n", inline=["up"], aliases=[aliases]), aliases),
        (given_here, Path.cwd()),
    ):
        assert files(found, "file") == str(folder / "rows.csv")


def test_the_beginning_of_a_path_tells_where_it_starts(look: Check, tmp_path: Path) -> None:
    plans, aliases = folders(tmp_path)
    for argument, starts in (
        ("file: $f", [plans]),
        ('file: "$f.csv"', [plans]),
        ('file: "./$f.csv"', [aliases]),
        ("files: [rows.csv, $f]", [aliases, plans]),
        ("files: ['*.csv', '$f*']", [aliases, plans]),
        ("files: $list", [plans]),
    ):
        name = "rows" if "$f." in argument else "rows.csv"
        (aliases / "up.yaml").write_text(
            f"- {{tool: data, args: {{method: upload, {argument}}}}}\n"
        )
        plan = f"vars: {{f: {name}, list: ['*.csv', rows.csv]}}\nactions: [up]\n"
        found = files(look(plan, base=plans), argument.partition(":")[0])
        paths = [str(folder / "rows.csv") for folder in starts]
        assert found == (paths if argument.startswith("files") else paths[0])


def test_the_beginning_is_settled_before_the_end_is_known(look: Check, tmp_path: Path) -> None:
    plans, aliases = folders(tmp_path)
    (aliases / "up.yaml").write_text(
        "vars: {d: inner}\nactions:\n"
        "- {tool: data, args: {method: upload, file: $d/$target.csv}}\n"
        "- tool: data\n"
        "  args: {method: upload, files: [$d/$target, x/$target, $target, /x/$target]}\n"
    )
    one, many = look("vars: {d: outer}\nactions: [up]\n", base=plans).plan.actions
    assert one.written["file"] == f"{plans}/outer/$target.csv"
    assert many.written["files"] == [
        f"{plans}/outer/$target",
        f"{aliases}/x/$target",
        f"{aliases}/$target",
        "/x/$target",
    ]


def test_where_a_path_from_the_command_line_starts_is_told(look: Check, tmp_path: Path) -> None:
    plans, _ = folders(tmp_path)
    (error,) = look(PLAN_AND_ALIAS, base=plans, var={"f": "none.csv"}).errors
    assert error.hint == "paths start from the working directory"


def test_home_expands(look: Check, isolated: Path) -> None:
    (isolated / "rows.csv").write_text("a\n")
    assert files(upload(look, "file: ~/rows.csv"), "file") == str(isolated / "rows.csv")
    assert files(upload(look, "files: [~/*.csv]")) == [str(isolated / "rows.csv")]
    assert upload(look, "file: ~rows.csv").errors


def test_patterns_become_what_they_match(look: Check, tmp_path: Path) -> None:
    for name in ("b.csv", "a.csv", "c.txt", ".hidden.csv", "sub/d.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a\n")
    (tmp_path / "folder.csv").mkdir()

    def names(argument: str) -> list[str]:
        found = files(upload(look, argument, tmp_path))
        assert isinstance(found, list)
        return [str(Path(str(f)).relative_to(tmp_path)) for f in found]

    assert names("files: ['*.csv']") == ["a.csv", "b.csv"]
    assert names("files: [b.csv, '*.csv', a.csv]") == ["b.csv", "a.csv"]
    assert names("files: ['**/*.csv']") == ["a.csv", "b.csv", "sub/d.csv"]
    assert names("files: ['[ab].csv', '?.txt']") == ["a.csv", "b.csv", "c.txt"]


def test_only_the_users_part_is_a_pattern(look: Check, tmp_path: Path) -> None:
    folder = tmp_path / "[x]*"
    folder.mkdir()
    (folder / "a.csv").write_text("a\n")
    assert files(upload(look, "files: ['*.csv']", folder)) == [str(folder / "a.csv")]


def test_a_file_of_that_very_name_is_no_pattern(look: Check, tmp_path: Path) -> None:
    (tmp_path / "[a].csv").write_text("a\n")
    (tmp_path / "a.csv").write_text("a\n")
    assert files(upload(look, "files: ['[a].csv']", tmp_path)) == [str(tmp_path / "[a].csv")]


def test_a_single_path_is_no_pattern(look: Check, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a\n")
    assert [e.message for e in upload(look, "file: '*.csv'", tmp_path).errors] == [
        "the file does not exist"
    ]


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("file: nowhere.csv", "the file does not exist"),
        ("file: folder", "this is a folder, not a file"),
        ("files: ['*.nowhere']", "the pattern matches no file"),
        ("files: [nowhere.csv]", "the file does not exist"),
        ('file: "a\\0b"', "a path cannot hold the character NUL"),
        ('files: ["*\\0"]', "a path cannot hold the character NUL"),
        (f"file: {'a' * 5000}", "the file cannot be read: File name too long"),
    ],
)
def test_what_cannot_be_read(look: Check, tmp_path: Path, argument: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    assert [e.message for e in upload(look, argument, tmp_path).errors] == [message]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(look: Check, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a\n")
    (tmp_path / "a.csv").chmod(0)
    assert [e.message for e in upload(look, "file: a.csv", tmp_path).errors] == [
        "the file may not be read"
    ]


def test_all_files_are_told_at_once_at_their_places(look: Check) -> None:
    found = upload(look, "files: [x.csv, y.csv], limit: 0")
    assert [str(e.place) for e in found.errors] == [
        "plan.yaml:1:47",
        "plan.yaml:1:54",
        "plan.yaml:1:69",
    ]
