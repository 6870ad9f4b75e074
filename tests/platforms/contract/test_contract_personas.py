"""Personas: finding, making, changing, removing; templates."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ema_cli.errors import ErrorKind
from ema_cli.platforms.port import PersonaContent

if TYPE_CHECKING:
    from ema_cli.platforms.port import Persona
    from tests.platforms.conftest import Platform, Refused

law = settings(deadline=None, max_examples=40)

FULL = PersonaContent(
    name="Acme support",
    description="Answers “tickets”\n\0",
    enabled_by_user=True,
    welcome_messages={"messages": ["Hi", None, 1.0, -0.0, 10**40]},
    proto_config={"widgets": [{"name": "w", "type": 1}], "b": {"z": 1, "a": 2}},
    workflow_def={"nodes": []},
)

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
json_objects = st.dictionaries(st.text(), json_values, max_size=4)


def test_a_persona_is_what_it_was_made_of(platform: Platform) -> None:
    made = platform.port.create_persona(FULL, key="k")
    assert made.content == FULL
    assert made.created_at.endswith("Z")
    assert platform.port.persona(made.id) == made
    assert platform.port.find_personas("Acme support") == [made]
    assert platform.port.personas().items == [made]
    assert list(made.content.proto_config["b"]) == ["z", "a"]  # type: ignore[arg-type]


@law
@given(
    description=st.text(),
    welcome_messages=json_values,
    proto_config=json_objects,
    workflow_def=st.none() | json_objects,
)
def test_any_content_comes_back_exactly(steady: Platform, **content: Any) -> None:
    persona = steady.persona(**content)
    told = PersonaContent(name=steady.port.persona(persona).content.name, **content)
    made = steady.port.persona(persona)
    assert repr(made.content) == repr(told)
    changed = steady.port.update_persona(persona, {"description": "x"}, key=steady.key())
    assert steady.port.update_persona(persona, content, key=steady.key()).content == told
    assert changed.content.proto_config == told.proto_config


def test_the_status_follows_the_switch(platform: Platform) -> None:
    persona = platform.persona()
    off = platform.port.persona(persona).status
    on = platform.port.update_persona(persona, {"enabled_by_user": True}, key="k").status
    assert on != off
    assert platform.port.update_persona(persona, {"enabled_by_user": False}, key="l").status == off


def test_a_list_is_paged_by_time_of_creation(platform: Platform) -> None:
    made = [platform.persona(name) for name in ("Zeta", "Alpha", "Mid", "Beta", "Eta")]
    platform.port.delete_persona(made[1], key="d")
    listed: list[Persona] = []
    after = None
    while True:
        page = platform.port.personas(after=after, limit=2)
        listed.extend(page.items)
        after = page.after
        if after is None:
            break
    assert [persona.id for persona in listed] == [made[0], *made[2:]]
    assert platform.port.personas(limit=4).after is None


@pytest.mark.parametrize("limit", [0, -1, 1001])
def test_a_page_has_one_to_a_thousand(platform: Platform, limit: int, refused: Refused) -> None:
    persona = platform.persona()
    for ask in (
        lambda: platform.port.personas(limit=limit),
        lambda: platform.port.rows(persona, limit=limit),
        lambda: platform.port.versions(persona, limit=limit),
    ):
        with refused(ErrorKind.REJECTED):
            ask()


@pytest.mark.parametrize("after", ["", "x", "-1", "1.5.5", "\u0661", "9" * 40])
def test_a_page_starts_where_a_page_ended(platform: Platform, after: str, refused: Refused) -> None:
    persona = platform.persona()
    for ask in (
        lambda: platform.port.personas(after=after),
        lambda: platform.port.rows(persona, after=after),
        lambda: platform.port.versions(persona, after=after),
    ):
        with refused(ErrorKind.REJECTED):
            ask()


def test_names_are_compared_after_nfc(platform: Platform, refused: Refused) -> None:
    composed, decomposed = "Caf\u00e9", "Cafe\u0301"
    made = platform.port.create_persona(PersonaContent(decomposed), key="k")
    assert made.content.name == composed
    assert platform.port.find_personas(decomposed) == [made]
    assert platform.port.find_personas(composed) == [made]
    with refused(ErrorKind.CONFLICT):
        platform.port.create_persona(PersonaContent(composed), key="l")


def test_names_are_compared_exactly(platform: Platform) -> None:
    names = [
        "acme",
        "Acme",
        "acme ",
        "ACME",
        "\uff41\uff43\uff4d\uff45",
        "*",
        "%",
        "_",
        "[/x]",
        "{}",
        "%s",
        "a" * 200,
    ]
    made = {name: platform.persona(name) for name in names}
    for name, persona in made.items():
        assert [found.id for found in platform.port.find_personas(name)] == [persona]
    for unknown in ("", "AcMe", "a_me", "x" * 5000, "\ud800", "a\0"):
        assert platform.port.find_personas(unknown) == []


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u3000", "a\nb", "a\0", "\x7f", "\x85", "\u2028x", "\ud800", "x" * 201, "e\u0301\n"],
)
def test_what_is_no_name_is_rejected(platform: Platform, name: str, refused: Refused) -> None:
    persona = platform.persona("Acme")
    with refused(ErrorKind.REJECTED):
        platform.port.create_persona(PersonaContent(name), key="k")
    with refused(ErrorKind.REJECTED):
        platform.port.update_persona(persona, {"name": name}, key="l")
    assert [one.content.name for one in platform.port.personas().items] == ["Acme"]


def test_the_length_of_a_name_is_that_after_nfc(platform: Platform) -> None:
    persona = platform.persona("e\u0301" * 200)
    assert len(platform.port.persona(persona).content.name) == 200


@law
@given(name=st.text(min_size=1, max_size=200))
def test_any_printable_name_is_taken(steady: Platform, name: str) -> None:
    if not name.isprintable() or not name.strip():
        return
    name = unicodedata.normalize("NFC", name)
    for taken in steady.port.find_personas(name):
        steady.port.delete_persona(taken.id, key=steady.key())
    if len(name) <= 200:
        persona = steady.persona(name)
        assert [found.id for found in steady.port.find_personas(name)] == [persona]


def test_a_taken_name_is_a_conflict(platform: Platform, refused: Refused) -> None:
    platform.persona("Acme")
    other = platform.persona("Other")
    with refused(ErrorKind.CONFLICT):
        platform.port.create_persona(PersonaContent("Acme"), key="k")
    with refused(ErrorKind.CONFLICT):
        platform.port.update_persona(other, {"name": "Acme", "description": "x"}, key="l")
    assert platform.port.persona(other).content.description == ""
    assert platform.port.update_persona(other, {"name": "Other"}, key="m").content.name == "Other"


def test_an_update_changes_what_it_names(platform: Platform) -> None:
    made = platform.port.create_persona(FULL, key="k")
    changed = platform.port.update_persona(
        made.id, {"description": "new", "workflow_def": None}, key="u"
    )
    assert changed.content.description == "new"
    assert changed.content.workflow_def is None
    assert changed.content.proto_config == FULL.proto_config
    assert (changed.id, changed.created_at) == (made.id, made.created_at)
    assert platform.port.persona(made.id) == changed


def test_the_revision_changes_with_the_content(platform: Platform, refused: Refused) -> None:
    made = platform.port.create_persona(FULL, key="k")
    port = platform.port
    first = port.update_persona(made.id, {"description": "a"}, revision=made.revision, key="a")
    assert first.revision != made.revision
    with refused(ErrorKind.CONFLICT):
        port.update_persona(made.id, {"description": "b"}, revision=made.revision, key="b")
    assert port.persona(made.id) == first
    second = port.update_persona(made.id, {"description": FULL.description}, key="c")
    assert second.revision not in {made.revision, first.revision}
    platform.write(made.id, 1)
    platform.version(made.id)
    assert port.persona(made.id).revision == second.revision


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "active"},
        {"id": "x"},
        {"name": None},
        {"description": None},
        {"description": 1},
        {"enabled_by_user": "yes"},
        {"enabled_by_user": 1},
        {"proto_config": None},
        {"proto_config": []},
        {"workflow_def": "x"},
        {"welcome_messages": float("nan")},
        {"proto_config": {"a": float("inf")}},
        {"description": "\ud800"},
        {"proto_config": {"\udfff": 1}},
    ],
)
def test_what_no_field_can_be_is_rejected(
    platform: Platform, changes: dict[str, Any], refused: Refused
) -> None:
    made = platform.port.create_persona(FULL, key="k")
    with refused(ErrorKind.REJECTED):
        platform.port.update_persona(made.id, changes, key="u")
    assert platform.port.persona(made.id) == made


def test_a_removed_persona_is_gone(platform: Platform, refused: Refused) -> None:
    persona = platform.filled(3)
    platform.upload(persona, "a.txt", b"x")
    name = platform.port.persona(persona).content.name
    platform.version(persona)
    platform.port.delete_persona(persona, key="d")
    assert platform.port.find_personas(name) == []
    assert platform.port.personas().items == []
    _is_nowhere(platform, persona, refused)
    assert platform.port.persona(platform.persona(name)).id != persona


@pytest.mark.parametrize("unknown", ["", "nobody", "\ud800", "a\0b", "%", "'; --"])
def test_an_unknown_id_is_not_found(platform: Platform, unknown: str, refused: Refused) -> None:
    _is_nowhere(platform, unknown, refused)


def _is_nowhere(platform: Platform, unknown: str, refused: Refused) -> None:
    """Every call that takes an id does not find this one."""
    port, here = platform.port, platform.persona()
    for call in (
        lambda: port.persona(unknown),
        lambda: port.data_counts(unknown),
        lambda: port.rows(unknown),
        lambda: port.files(unknown),
        lambda: port.versions(unknown),
        lambda: port.version(unknown, 1),
        lambda: port.linked_sources(unknown),
        lambda: platform.content(unknown, "a.txt"),
    ):
        with refused(ErrorKind.NOT_FOUND):
            call()
    if "\ud800" in unknown:
        return
    for change in (
        lambda key: port.update_persona(unknown, {}, key=key),
        lambda key: port.delete_persona(unknown, key=key),
        lambda key: port.write_rows(unknown, [], key=key),
        lambda key: port.edit_rows(unknown, [], key=key),
        lambda key: port.delete_rows(unknown, None, key=key),
        lambda key: port.copy_rows(unknown, here, key=key),
        lambda key: port.copy_rows(here, unknown, key=key),
        lambda key: port.link_data(unknown, here, include=["rows"], key=key),
        lambda key: port.link_data(here, unknown, include=["rows"], key=key),
        lambda key: port.write_file(unknown, "a", "text/plain", [], key=key),
        lambda key: port.delete_files(unknown, None, key=key),
        lambda key: port.copy_file(unknown, here, "a", key=key),
        lambda key: port.copy_file(here, unknown, "a", key=key),
        lambda key: port.create_version(unknown, "", key=key),
        lambda key: port.restore_version(unknown, 1, key=key),
        lambda key: port.delete_versions(unknown, [], key=key),
    ):
        with refused(ErrorKind.NOT_FOUND):
            change(platform.key())


def test_templates_are_there_from_the_start(platform: Platform) -> None:
    templates = platform.port.templates()
    assert templates
    assert list(templates) == sorted(templates, key=lambda template: template.id)
    assert len({template.key for template in templates}) == len(templates)
    assert platform.port.personas().items == []
    for template in templates:
        persona = platform.port.persona(template.id)
        assert (persona.id, persona.content) == (template.id, template.content)
        assert platform.rows(template.id) == []
        assert platform.port.files(template.id) == []
        assert platform.port.versions(template.id).items == []
        assert platform.port.linked_sources(template.id) == []
        counts = platform.port.data_counts(template.id)
        assert (counts.rows, counts.files) == (0, 0)


def test_a_persona_may_have_the_name_of_a_template(platform: Platform) -> None:
    template = platform.port.templates()[0]
    persona = platform.persona(template.content.name)
    assert [one.id for one in platform.port.find_personas(template.content.name)] == [persona]


def test_templates_cannot_be_changed(platform: Platform, refused: Refused) -> None:
    port, here = platform.port, platform.persona()
    template = port.templates()[0].id
    for change in (
        lambda key: port.update_persona(template, {"name": "x"}, key=key),
        lambda key: port.delete_persona(template, key=key),
        lambda key: port.write_rows(template, [], key=key),
        lambda key: port.edit_rows(template, [], key=key),
        lambda key: port.delete_rows(template, None, key=key),
        lambda key: port.copy_rows(here, template, key=key),
        lambda key: port.link_data(here, template, include=["rows"], key=key),
        lambda key: port.write_file(template, "a", "text/plain", [], key=key),
        lambda key: port.delete_files(template, None, key=key),
        lambda key: port.create_version(template, "", key=key),
        lambda key: port.restore_version(template, 1, key=key),
        lambda key: port.delete_versions(template, [], key=key),
    ):
        with refused(ErrorKind.FORBIDDEN):
            change(platform.key())


def test_a_template_is_an_empty_source(platform: Platform, refused: Refused) -> None:
    template, here = platform.port.templates()[0].id, platform.filled(2)
    assert platform.copy(template, here) == (0, 0)
    linked = platform.port.link_data(template, here, include=["rows", "files"], key="l")
    assert (linked.rows, linked.files) == (0, 0)
    with refused(ErrorKind.NOT_FOUND):
        platform.port.copy_file(template, here, "a.txt", key="f")
    with refused(ErrorKind.NOT_FOUND):
        platform.port.persona(template, version=1)
    assert platform.port.data_counts(here).rows == 2
