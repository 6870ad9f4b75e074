"""Creating and updating personas, their names and fingerprints."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ErrorKind, InvalidInput, PlatformError
from ema_cli.personas import checked_name, create, fingerprint, resolve, update_of
from ema_cli.platforms.port import PersonaContent

if TYPE_CHECKING:
    from ema_cli.platforms.local import Workspace
    from ema_cli.platforms.port import Persona

CONTENT = PersonaContent(
    "Source", "About it", True, {"messages": ["Hi"]}, {"widgets": [{"name": "a"}]}, {"nodes": []}
)


@pytest.fixture
def source(workspace: Workspace) -> Persona:
    return workspace.create_persona(CONTENT, key="source")


# Creating


def test_a_clone_is_its_source_but_disabled(workspace: Workspace, source: Persona) -> None:
    made = create(workspace, name="Clone", model=source.content, description=None, key="k")
    assert made.content == replace(CONTENT, name="Clone", enabled_by_user=False)
    assert workspace.persona(source.id) == source


def test_a_clone_with_a_description(workspace: Workspace, source: Persona) -> None:
    made = create(workspace, name="Clone", model=source.content, description="", key="k")
    assert made.content.description == ""


def test_without_a_source_it_is_a_basic_chat(workspace: Workspace) -> None:
    made = create(workspace, name="New", model=None, description="Mine", key="k")
    basic = resolve(workspace, "basic-chat").content
    assert made.content == replace(basic, name="New", description="Mine")


def test_the_same_key_makes_one_persona(workspace: Workspace, source: Persona) -> None:
    made = [
        create(workspace, name="Clone", model=source.content, description=None, key="k")
        for _ in "ab"
    ]
    assert made[0] == made[1]


def test_a_taken_name_is_a_conflict(workspace: Workspace, source: Persona) -> None:
    with pytest.raises(PlatformError) as caught:
        create(workspace, name="Source", model=source.content, description=None, key="k")
    assert caught.value.kind is ErrorKind.CONFLICT


# Updating


@pytest.fixture
def target(workspace: Workspace) -> Persona:
    content = PersonaContent("Target", "Old", True, "Hello", {"old": 1})
    return workspace.create_persona(content, key="target")


def test_from_replaces_all_but_the_name(
    workspace: Workspace, source: Persona, target: Persona
) -> None:
    changed = update_of(target, source=source).send(workspace, key="k")
    assert changed.content == replace(CONTENT, name="Target")
    assert changed.id == target.id


def test_from_leaves_it_enabled_or_disabled(workspace: Workspace, target: Persona) -> None:
    template = resolve(workspace, "voice")
    assert not template.content.enabled_by_user
    assert update_of(target, source=template).send(workspace, key="k").content.enabled_by_user


def test_what_is_given_wins_over_the_source(
    workspace: Workspace, source: Persona, target: Persona
) -> None:
    changed = update_of(target, source=source, name="Zoe\u0308", description="Given").send(
        workspace, key="k"
    )
    assert changed.content == replace(CONTENT, name="Zo\u00eb", description="Given")


def test_from_is_refused_when_it_changed_since_it_was_read(
    workspace: Workspace, source: Persona, target: Persona
) -> None:
    theirs = workspace.update_persona(target.id, {"proto_config": {"theirs": 1}}, key="theirs")
    with pytest.raises(PlatformError) as caught:
        update_of(target, source=source).send(workspace, key="k")
    assert caught.value.kind is ErrorKind.CONFLICT
    assert workspace.persona(target.id) == theirs


def test_a_description_can_be_set_meanwhile(workspace: Workspace, target: Persona) -> None:
    workspace.update_persona(target.id, {"proto_config": {"theirs": 1}}, key="theirs")
    changed = update_of(target, description="New").send(workspace, key="k")
    assert (changed.content.description, changed.content.proto_config) == ("New", {"theirs": 1})


def test_nothing_to_change(workspace: Workspace, target: Persona) -> None:
    assert update_of(target).send(workspace, key="k") == target
    assert workspace.persona(target.id) == target


# Names


@pytest.mark.parametrize("name", ["a", "«Zoë» 🤖", " spaced ", "x" * 200, "[/x] {} %s"])
def test_names(workspace: Workspace, name: str) -> None:
    assert checked_name(name) == name
    made = create(workspace, name=name, model=None, description=None, key="k")
    assert made.content.name == name


def test_names_are_composed() -> None:
    assert checked_name(unicodedata.normalize("NFD", "Zoë")) == "Zoë"
    assert checked_name("e\u0301" * 200) == "é" * 200


@pytest.mark.parametrize("name", ["", "  ", "\u00a0", "a\nb", "a\x1b[31m", "a\u2028b", "x" * 201])
def test_what_is_no_name(workspace: Workspace, name: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked_name(name)
    assert caught.value.kind is ErrorKind.USAGE
    with pytest.raises(PlatformError) as refused:
        workspace.create_persona(PersonaContent(name), key="k")
    assert refused.value.kind is ErrorKind.REJECTED, "the platform agrees"


# Fingerprints


def test_the_fingerprint_knows_neither_status_nor_order_of_keys() -> None:
    one = replace(CONTENT, proto_config={"a": 1, "b": {"c": 2, "d": 3}})
    other = replace(one, proto_config={"b": {"d": 3, "c": 2}, "a": 1}, enabled_by_user=False)
    assert fingerprint(one) == fingerprint(other)
    assert len(fingerprint(one)) == 64


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Other"},
        {"description": "Other"},
        {"welcome_messages": {"messages": ["Hi", "Hi"]}},
        {"proto_config": {"widgets": [{"name": "b"}]}},
        {"proto_config": {}},
        {"workflow_def": None},
    ],
)
def test_the_fingerprint_knows_everything_else(change: dict[str, Any]) -> None:
    assert fingerprint(replace(CONTENT, **change)) != fingerprint(CONTENT)


def test_numbers_of_different_types_are_different() -> None:
    made = {fingerprint(replace(CONTENT, welcome_messages=value)) for value in (1, 1.0, True, "1")}
    assert len(made) == 4


def test_versions_record_the_same_fingerprint(workspace: Workspace, source: Persona) -> None:
    version = workspace.create_version(source.id, "One", key="k")
    assert version.fingerprint == fingerprint(source.content)
