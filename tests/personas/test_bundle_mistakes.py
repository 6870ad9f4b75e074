"""What is wrong with a bundle is told all at once, in file order, with places and no values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import ErrorKind, InvalidInput
from ema_cli.personas.bundle_reading import open_bundle, read_bundle

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "ema_bundle: 1\npersona: {name: x}\n"


def told(text: str, *, json: bool = False) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        read_bundle(text.encode(), "b", json=json)
    assert caught.value.kind is ErrorKind.USAGE
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("- a\n", ["b:1:1: `bundle` must be a mapping"]),
        ("a: 1\n", ["b:1:1: `ema_bundle` is missing", "b:1:1: `persona` is missing",
                    "b:1:1: unknown key `a` (known are ema_bundle, persona, rows, files)"]),
        ("ema_bundle: 2\npersona: {name: x}\n",
         ["b:1:1: the bundle is of another version (this ema reads bundles of version 1)"]),
        ("ema_bundle: 1\npersona: {nam: x}\n",
         ["b:2:1: `persona.name` is missing",
          "b:2:11: unknown key `nam` in `persona` (did you mean `name`?)"]),
        ("ema_bundle: 1\npersona:\n  name: 5\n  proto_config: []\n  enabled_by_user: 'yes'\n",
         ["b:3:3: `persona.name` must be text",
          "b:4:3: `persona.proto_config` must be a mapping",
          "b:5:3: `persona.enabled_by_user` must be true or false"]),
        (HEAD + "rows:\n- key: 1\n- {key: '', fields: {}}\n- {key: a, fields: x, id: 3}\n",
         ["b:4:3: `rows[0].key` must be text", "b:4:3: `rows[0].fields` is missing",
          "b:5:4: `rows[1].key` is empty", "b:6:12: `rows[2].fields` must be a mapping",
          "b:6:23: unknown key `id` in `rows[2]` (known are key, fields)"]),
        (HEAD + "rows:\n- {key: a, fields: {}}\n- {key: b, fields: {}}\n- {key: a, fields: {}}\n",
         ["b:6:3: `rows[2]` has the key or name of an earlier one"]),
        (HEAD + "files:\n- {name: a, text: x, base64: ''}\n- {name: b}\n- {name: c, base64: 'a'}\n"
         "- {name: c, base64: 'YQ=='}\n- {name: d, base64: 'YQ==', tpye: x}\n",
         ["b:8:29: unknown key `tpye` in `files[4]` (did you mean `type`?)"]),
        (HEAD + "files:\n- {name: a, text: x, base64: ''}\n- {name: b}\n- {name: c, base64: 'a'}\n"
         "- {name: c, base64: 'YQ=='}\n",
         ["b:4:3: `files[0]` must have `text` or `base64`, one of them",
          "b:5:3: `files[1]` must have `text` or `base64`, one of them",
          "b:6:3: `files[2]` has a `base64` that is none",
          "b:7:3: `files[3]` has the key or name of an earlier one"]),
        (HEAD + "rows:\n- {key: a, fields: {b: 1, b: 2}}\n",
         ["b:4:27: this key stands twice in its mapping (remove one; the first is in line 4)"]),
    ],
)  # fmt: skip
def test_yaml(text: str, problems: list[str]) -> None:
    assert told(text) == problems


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"ema_bundle": 1,\n "persona": {"name": 5}}', "b:2:14: `persona.name` must be text"),
        ('{"ema_bundle": 1,\n "persona": }', "b:2:13: a value is missing here"),
        ('{"ema_bundle": true, "persona": {"name": "x"}}', "b:1:2: the bundle is of another"),
        ('{"ema_bundle": 1.0, "persona": {"name": "x"}}', "b:1:2: the bundle is of another"),
    ],
)
def test_json(text: str, problem: str) -> None:
    (only,) = told(text, json=True)
    assert only.startswith(problem)


def test_no_value_is_told() -> None:
    text = HEAD + "rows:\n- {key: confidential, fields: confidential}\n- confidential\n"
    text += "files:\n- {name: confidential, base64: confidential!}\n"
    assert "confidential" not in str(told(text))


# Folders


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "b"
    (folder / "files").mkdir(parents=True)
    (folder / "persona.yaml").write_text(HEAD)
    (folder / "rows.jsonl").write_text('{"key": "a", "fields": {}}\n')
    (folder / "files" / "a.txt").write_text("alpha")
    return folder


def told_of(folder: Path) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        open_bundle(folder)
    return [str(problem) for problem in caught.value.problems]


def test_a_folder_made_by_hand_may_list_nothing(folder: Path) -> None:
    bundle = open_bundle(folder)
    assert [row.key for row in bundle.rows()] == ["a"]
    assert [(info.name, info.type) for info in bundle.files()] == [("a.txt", "text/plain")]


def test_a_folder_needs_neither_rows_nor_files(folder: Path) -> None:
    (folder / "rows.jsonl").unlink()
    (folder / "files" / "a.txt").unlink()
    (folder / "files").rmdir()
    bundle = open_bundle(folder)
    assert (list(bundle.rows()), bundle.files()) == ([], [])


def test_a_folder_that_is_no_bundle(tmp_path: Path) -> None:
    (problem,) = told_of(tmp_path)
    assert "is no bundle folder: it has no persona.yaml" in problem


def test_rows_of_a_folder(folder: Path) -> None:
    (folder / "rows.jsonl").write_text(
        '{"key": "a", "fields": {}}\n'
        '{"key": "", "fields": {}}\n'
        '{"key": 1, "fields": {}}\n'
        '{"key": "b"}\n'
        '{"key": "b", "fields": {}, "id": 1}\n'
        "\n"
        "[]\n"
        '{"key": "c", "fields": {"x": NaN}}\n'
        '{"key": "a", "fields": {}}\n'
    )
    row = 'a row is {"key": "…", "fields": {…}}'
    assert told_of(folder) == [
        f"b/rows.jsonl:2:1: {row}",
        f"b/rows.jsonl:3:1: {row}",
        f"b/rows.jsonl:4:1: {row}",
        f"b/rows.jsonl:5:1: {row}",
        "b/rows.jsonl:7:1: no row: a row is an object",
        "b/rows.jsonl:8:1: not JSON: NaN is no JSON number",
        "b/rows.jsonl:9:1: an earlier row has the same key",
    ]


def test_files_of_a_folder(folder: Path) -> None:
    (folder / "files" / "b.txt").write_text("beta")
    (folder / "persona.yaml").write_text(
        HEAD + "files:\n- {name: c.txt}\n- {name: a.txt, type: 5}\n"
    )
    assert told_of(folder) == ["b/persona.yaml:5:17: `files[1].type` must be text"]
    (folder / "persona.yaml").write_text(
        HEAD + "files:\n- {name: c.txt}\n- {name: a.txt, path: a.txt}\n- {name: a.txt}\n"
    )
    assert told_of(folder) == [
        "b/persona.yaml:6:3: `files[2]` has the key or name of an earlier one",
        "b/persona.yaml:4:3: `files[0]` is not in files/",
        "b/persona.yaml:6:3: `files[2]` is not in files/",
        "b/persona.yaml:3:1: b/files/b.txt is not listed (list it, or remove it)",
    ]


def test_keys_and_names_that_none_can_have(folder: Path) -> None:
    bad = "\\u0000"
    (folder / "rows.jsonl").write_text(f'{{"key": "{bad}", "fields": {{}}}}\n')
    (folder / "files" / "b\n.txt").write_text("beta")
    assert told_of(folder) == [
        "b/files/b\n.txt cannot be the name of a file (rename it)",
        "b/rows.jsonl:1:1: `key` cannot be the key of a row",
    ]
    rows = f'rows:\n- {{key: "{bad}", fields: {{}}}}\n- {{key: {"x" * 1001}, fields: {{}}}}\n'
    assert told(HEAD + rows + "files:\n- {name: a/b, text: x}\n- {name: .., text: x}\n") == [
        "b:4:4: `rows[0].key` cannot be the key of a row",
        "b:5:4: `rows[1].key` cannot be the key of a row",
        "b:7:4: `files[0].name` cannot be the name of a file",
        "b:8:4: `files[1].name` cannot be the name of a file",
    ]


def test_a_path_cannot_lead_out_of_the_folder(folder: Path) -> None:
    (folder / "persona.yaml").write_text(
        HEAD + "files:\n- {name: a.txt}\n- {name: x, path: ../persona.yaml}\n"
    )
    assert told_of(folder) == ["b/persona.yaml:5:3: `files[1]` is not in files/"]


@pytest.mark.parametrize("name", ["files/more", "files/link", "rows.jsonl"])
def test_what_is_no_ordinary_file(folder: Path, name: str) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    if name == "files/more":
        path.mkdir()
    else:
        path.symlink_to(folder / "persona.yaml")
    (problem,) = told_of(folder)
    assert problem == f"b/{name} is no ordinary file (a bundle has no links in it)"


def test_rows_in_persona_yaml(folder: Path) -> None:
    (folder / "persona.yaml").write_text(HEAD + "rows: []\n")
    (problem,) = told_of(folder)
    assert problem.startswith("b/persona.yaml:3:1: unknown key `rows`")


def test_a_bundle_that_is_not_there(tmp_path: Path) -> None:
    (problem,) = told_of(tmp_path / "nothing.yaml")
    assert problem.startswith("there is no bundle ")
