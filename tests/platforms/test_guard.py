"""The guard: what a run must not change, it cannot."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ErrorKind
from ema_cli.platforms.guard import Guarded, ReadOnly
from ema_cli.platforms.port import PersonaContent, Port, Row
from ema_cli.platforms.watched import Watched

if TYPE_CHECKING:
    from tests.platforms.conftest import Platform, Refused


def _members() -> dict[str, Any]:
    return {name: member for name, member in vars(Port).items() if not name.startswith("_")}


def _parameters(name: str) -> list[inspect.Parameter]:
    member = _members()[name]
    return [] if isinstance(member, property) else [*inspect.signature(member).parameters.values()]


def _changes() -> list[str]:
    """Name the calls that change something: those that take a key, but for its look-up."""
    return [
        name
        for name in _members()
        if name != "made_by" and "key" in [parameter.name for parameter in _parameters(name)]
    ]


_VALUES: dict[str, Any] = {
    "content": PersonaContent("New"),
    "changes": {"description": "changed"},
    "rows": [Row("new", {})],
    "edits": [],
    "keys": None,
    "names": None,
    "numbers": [1],
    "number": 1,
    "include": ["rows"],
    "name": "a.txt",
    "media_type": "text/plain",
    "chunks": [b"x"],
    "message": "",
}


def _call(port: Port, name: str, persona: str, other: str) -> Any:
    """Make a changing call that changes `persona`."""
    values = dict(_VALUES, key=f"guarded-{name}")
    ids = ["source_id", "target_id"] if name in {"copy_rows", "copy_file", "link_data"} else []
    values |= dict(zip(ids, [other, persona], strict=False)) | {"persona_id": persona}
    if name == "copy_file":
        values["name"] = "b.txt"
    arguments = {
        parameter.name: values[parameter.name]
        for parameter in _parameters(name)
        if parameter.name in values
    }
    return getattr(port, name)(**arguments)


def test_the_guard_has_every_call_of_the_port_written_out() -> None:
    assert len(_changes()) == 14
    for name, member in _members().items():
        assert name in vars(Watched)
        if not isinstance(member, property):
            assert inspect.signature(vars(Watched)[name]) == inspect.signature(member)
    for guard in (Guarded, ReadOnly, Watched):
        assert not hasattr(guard, "__getattr__")
        assert "__getattribute__" not in vars(guard)


def _scene(platform: Platform) -> tuple[str, str]:
    persona, other = platform.filled(2), platform.filled(3)
    for one in (persona, other):
        platform.upload(one, "b.txt", b"x")
        platform.version(one)
    platform.upload(other, "a.txt", b"x")
    return persona, other


@pytest.mark.parametrize("name", _changes())
def test_the_source_of_a_run_cannot_change(local: Platform, name: str, refused: Refused) -> None:
    source, target = _scene(local)
    before = local.state(source), local.port.versions(source)
    port = Guarded(local.port, read_only=frozenset({source}))
    if name == "create_persona":
        assert port.create_persona(PersonaContent("New"), key="k").content.name == "New"
        return
    for spelling in (source, source.upper()):
        with refused(ErrorKind.FORBIDDEN):
            _call(port, name, spelling, target)
    assert (local.state(source), local.port.versions(source)) == before
    _call(port, name, target, source)
    assert (local.state(source), local.port.versions(source)) == before


@pytest.mark.parametrize("name", _changes())
def test_a_protected_environment_changes_only_what_the_run_made(
    local: Platform, name: str, refused: Refused
) -> None:
    persona, other = _scene(local)
    before = local.state(persona), local.port.versions(persona)
    port = Guarded(local.port, protected=True)
    if name == "create_persona":
        made = port.create_persona(PersonaContent("New"), key="k").id
        port.write_rows(made, [Row("a", {})], key="l")
        return
    with refused(ErrorKind.FORBIDDEN):
        _call(port, name, persona, other)
    assert (local.state(persona), local.port.versions(persona)) == before
    resumed = Guarded(local.port, made_by_this_run=[persona], protected=True)
    _call(resumed, name, persona, other)


def test_a_persona_found_by_the_key_of_its_making_is_the_runs_own(
    local: Platform, refused: Refused
) -> None:
    made = local.port.create_persona(PersonaContent("New"), key="k").id
    port = Guarded(local.port, protected=True)
    with refused(ErrorKind.FORBIDDEN):
        port.write_rows(made, [], key="a")
    assert port.made_by("unknown") is None
    assert port.made_by("k") == port.persona(made)
    port.write_rows(made, [Row("a", {})], key="b")
    with refused(ErrorKind.FORBIDDEN):
        Guarded(local.port, read_only=frozenset({made}), protected=True).delete_persona(
            made, key="c"
        )


@pytest.mark.parametrize("name", _changes())
def test_another_environment_is_only_read(local: Platform, name: str, refused: Refused) -> None:
    persona, other = _scene(local)
    before = local.state(persona), local.port.personas()
    with refused(ErrorKind.FORBIDDEN):
        _call(ReadOnly(local.port), name, persona, other)
    assert (local.state(persona), local.port.personas()) == before


def test_reading_is_handed_on(local: Platform) -> None:
    persona, other = _scene(local)
    local.port.link_data(other, persona, include=["files"], key="l")
    name = local.port.persona(persona).content.name
    for port in (ReadOnly(local.port), Guarded(local.port, protected=True)):
        assert port.platform_id == local.port.platform_id
        assert port.templates() == local.port.templates()
        assert port.personas(limit=1) == local.port.personas(limit=1)
        after = port.personas(limit=1).after
        assert port.personas(after=after) == local.port.personas(after=after)
        assert port.find_personas(name)[0].id == persona
        assert port.persona(persona, version=1) == local.port.persona(persona, version=1)
        assert port.data_counts(persona) == local.port.data_counts(persona)
        assert port.data_counts(persona, version=1).linked_files == 0
        assert port.rows(persona, version=1, limit=1) == local.port.rows(
            persona, version=1, limit=1
        )
        assert port.linked_sources(persona) == [other]
        assert port.files(persona) == local.port.files(persona)
        assert port.versions(persona) == local.port.versions(persona)
        assert port.version(persona, 1) == local.port.version(persona, 1)
        with port.open_file(persona, "a.txt") as chunks:
            assert b"".join(chunks) == b"x"


def test_closing_is_handed_on(local: Platform, refused: Refused) -> None:
    port = local.connect()
    ReadOnly(port).close()
    with refused(ErrorKind.UNAVAILABLE):
        port.personas()


def test_what_is_only_read_is_not_written_anew_either(local: Platform, refused: Refused) -> None:
    persona, _ = _scene(local)
    local.port.delete_rows(persona, None, key="d")
    before = _files(local)
    with refused(ErrorKind.FORBIDDEN):
        ReadOnly(local.port).scrub()
    assert _files(local) == before


@pytest.mark.parametrize("protected", [False, True])
def test_a_run_leaves_no_trace_of_what_it_took_out(local: Platform, *, protected: bool) -> None:
    source = local.filled(1)
    made = local.filled(1)
    port = Guarded(
        local.port, read_only=frozenset({source}), made_by_this_run=[made], protected=protected
    )
    port.write_rows(made, [Row("a", {"name": "Zelda Quill"})], key="w")
    port.delete_rows(made, ["a"], key="d")
    before = local.state(source)
    assert any(b"Zelda Quill" in content for content in _files(local).values())
    port.scrub()
    assert not any(b"Zelda Quill" in content for content in _files(local).values())
    assert local.state(source) == before


def _files(platform: Platform) -> dict[Path, bytes]:
    """Read all that a local platform has on the disk, the log of its workspace too."""
    folder = Path(platform.adapter[1]).parent
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
