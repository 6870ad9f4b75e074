"""The law of keys: same key and body, same answer and nothing done twice; other body, conflict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ErrorKind
from ema_cli.platforms.port import PersonaContent, Row, RowEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ema_cli.platforms.port import Port
    from tests.platforms.conftest import Platform, Refused


@dataclass
class Scene:
    """A persona with rows, files, a version; another one to copy from."""

    persona: str
    source: str


@pytest.fixture
def scene(platform: Platform) -> Scene:
    persona, source = platform.filled(5), platform.filled(7)
    platform.upload(persona, "a.txt", b"zero")
    platform.upload(source, "b.txt", b"two")
    platform.version(persona, "first")
    platform.version(persona, "second")
    return Scene(persona, source)


def _edit(port: Port, scene: Scene, name: str) -> list[RowEdit]:
    revision = port.rows(scene.persona, version=1).items[0].revision
    return [RowEdit("T-1", revision, {"name": name}, "renamed")]


CALLS: dict[str, Callable[[Port, Scene, str, str], Any]] = {
    "create_persona": lambda port, _, key, body: port.create_persona(PersonaContent(body), key=key),
    "update_persona": lambda port, scene, key, body: port.update_persona(
        scene.persona, {"name": body, "description": "new"}, key=key
    ),
    "delete_persona": lambda port, scene, key, body: port.delete_persona(
        scene.persona if body == "one" else scene.source, key=key
    ),
    "write_rows": lambda port, scene, key, body: port.write_rows(
        scene.persona, [Row("new", {"body": body}), Row("T-1", {})], key=key
    ),
    "edit_rows": lambda port, scene, key, body: port.edit_rows(
        scene.persona, _edit(port, scene, body), key=key
    ),
    "delete_rows": lambda port, scene, key, body: port.delete_rows(
        scene.persona, ["T-1", "T-2", body], key=key
    ),
    "delete_all_rows": lambda port, scene, key, body: port.delete_rows(
        scene.persona, None if body == "one" else ["T-1"], key=key
    ),
    "copy_rows": lambda port, scene, key, body: port.copy_rows(
        scene.source, scene.persona, limit=3 if body == "one" else 4, key=key
    ),
    "link_data": lambda port, scene, key, body: port.link_data(
        scene.source, scene.persona, include=["rows"] if body == "one" else ["files"], key=key
    ),
    "write_file": lambda port, scene, key, body: port.write_file(
        scene.persona, "new.txt", "text/plain", iter([body.encode()]), key=key
    ),
    "replace_file": lambda port, scene, key, body: port.write_file(
        scene.persona, "a.txt", "text/plain", [body.encode()], replace=True, key=key
    ),
    "delete_files": lambda port, scene, key, body: port.delete_files(
        scene.persona, ["a.txt", body], key=key
    ),
    "delete_all_files": lambda port, scene, key, body: port.delete_files(
        scene.persona, None if body == "one" else [], key=key
    ),
    "copy_file": lambda port, scene, key, body: port.copy_file(
        scene.source, scene.persona, "b.txt" if body == "one" else "c.txt", key=key
    ),
    "create_version": lambda port, scene, key, body: port.create_version(
        scene.persona, body, key=key
    ),
    "restore_version": lambda port, scene, key, body: port.restore_version(
        scene.persona, 1 if body == "one" else 2, key=key
    ),
    "delete_versions": lambda port, scene, key, body: port.delete_versions(
        scene.persona, [1] if body == "one" else [1, 2], key=key
    ),
}


def _all(platform: Platform) -> list[Any]:
    """Everything that can be seen on the platform."""
    return list(_seen(platform))


def _seen(platform: Platform) -> Iterator[Any]:
    for persona in platform.port.personas().items:
        yield persona
        yield platform.state(persona.id)
        yield platform.port.data_counts(persona.id)
        for version in platform.port.versions(persona.id).items:
            yield version
            yield platform.state(persona.id, version.number)


@pytest.mark.parametrize("name", CALLS)
def test_the_same_call_again_changes_nothing(platform: Platform, scene: Scene, name: str) -> None:
    before = _all(platform)
    first = CALLS[name](platform.port, scene, "k", "one")
    after = _all(platform)
    assert after != before
    assert CALLS[name](platform.port, scene, "k", "one") == first
    assert CALLS[name](platform.open(), scene, "k", "one") == first
    assert _all(platform) == after


@pytest.mark.parametrize("name", CALLS)
def test_the_key_with_another_body_is_a_conflict(
    platform: Platform, scene: Scene, name: str, refused: Refused
) -> None:
    CALLS[name](platform.port, scene, "k", "one")
    after = _all(platform)
    with refused(ErrorKind.CONFLICT):
        CALLS[name](platform.port, scene, "k", "other")
    assert _all(platform) == after


@pytest.mark.parametrize("name", CALLS)
def test_the_key_of_another_call_is_a_conflict(
    platform: Platform, scene: Scene, name: str, refused: Refused
) -> None:
    platform.port.write_rows(scene.source, [Row("x", {})], key="k")
    before = _all(platform)
    with refused(ErrorKind.CONFLICT):
        CALLS[name](platform.port, scene, "k", "one")
    assert _all(platform) == before


def test_the_key_comes_before_names(platform: Platform) -> None:
    first = platform.port.create_persona(PersonaContent("Acme"), key="k")
    assert platform.port.create_persona(PersonaContent("Acme"), key="k") == first


def test_the_key_comes_before_what_became_of_the_persona(platform: Platform, scene: Scene) -> None:
    port = platform.port
    for name in ("write_rows", "write_file", "create_version", "copy_rows"):
        answer = CALLS[name](port, scene, name, "one")
        if name == "copy_rows":
            port.delete_persona(scene.persona, key="gone")
        assert CALLS[name](port, scene, name, "one") == answer
    written = CALLS["write_file"](port, scene, "write_file", "one")
    assert (written.file.name, written.written) == ("new.txt", True)


def test_a_created_persona_is_answered_as_it_was(platform: Platform) -> None:
    content = PersonaContent("Acme", "as it was", proto_config={"a": [1]})
    first = platform.port.create_persona(content, key="k")
    platform.port.update_persona(first.id, {"name": "Other", "description": ""}, key="u")
    assert platform.port.create_persona(content, key="k") == first
    platform.port.delete_persona(first.id, key="d")
    assert platform.port.create_persona(content, key="k") == first
    assert platform.port.personas().items == []


def test_what_failed_has_used_no_key(platform: Platform, refused: Refused) -> None:
    platform.persona("Acme")
    with refused(ErrorKind.CONFLICT):
        platform.port.create_persona(PersonaContent("Acme"), key="k")
    assert platform.port.made_by("k") is None
    made = platform.port.create_persona(PersonaContent("Acme 2"), key="k")
    assert platform.port.made_by("k") == made


def test_the_maker_of_a_persona_is_found_by_key(platform: Platform) -> None:
    made = platform.port.create_persona(PersonaContent("Acme"), key="k")
    platform.port.create_version(made.id, "", key="v")
    assert platform.port.made_by("k") == made
    assert platform.port.made_by("v") is None
    assert platform.port.made_by("unknown") is None
    changed = platform.port.update_persona(made.id, {"name": "Beta"}, key="u")
    assert platform.port.made_by("k") == changed
    platform.port.delete_persona(made.id, key="d")
    assert platform.port.made_by("k") is None


@pytest.mark.parametrize("key", ["", "x" * 1001, "\ud800"])
def test_a_key_is_a_text(platform: Platform, key: str, refused: Refused) -> None:
    with refused(ErrorKind.REJECTED):
        platform.port.create_persona(PersonaContent("Acme"), key=key)
    assert platform.port.personas().items == []


@pytest.mark.parametrize(
    ("task", "arguments"),
    [
        ("create", ["Acme", "k"]),
        ("write_row", ["PERSONA", "row", "k"]),
        ("write_file", ["PERSONA", "text", "k"]),
        ("make_version", ["PERSONA", "k"]),
    ],
)
def test_the_same_key_from_two_processes_at_once(
    platform: Platform, task: str, arguments: list[str]
) -> None:
    persona = platform.persona("Target")
    told = [persona if argument == "PERSONA" else argument for argument in arguments]
    processes = [platform.begin(task, *told) for _ in range(2)]
    first, second = platform.at_once(processes)
    assert first == second
    assert "error" not in first
    assert len(platform.port.personas().items) == (2 if task == "create" else 1)
    assert len(platform.rows(persona)) == (task == "write_row")
    assert len(platform.port.files(persona)) == (task == "write_file")
    assert len(platform.port.versions(persona).items) == (task == "make_version")


def test_the_same_name_from_two_processes_at_once(platform: Platform) -> None:
    processes = [platform.begin("create", "Acme", key) for key in ("k1", "k2")]
    answers = platform.at_once(processes)
    assert [answer.get("error") for answer in answers].count("conflict") == 1
    (made,) = platform.port.personas().items
    assert made.id in [answer.get("id") for answer in answers]
