"""A persona is found by id, a template's key, or name, in this order."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest

from ema_cli.errors import ErrorKind, InvalidInput, PlatformError
from ema_cli.personas import resolve
from ema_cli.platforms.port import PersonaContent

if TYPE_CHECKING:
    from ema_cli.platforms.local import Workspace
    from ema_cli.platforms.port import Persona


def make(port: Workspace, name: str) -> Persona:
    return port.create_persona(PersonaContent(name), key=f"make-{name}")


def test_by_id(workspace: Workspace) -> None:
    made = make(workspace, "Acme")
    assert resolve(workspace, made.id) == made


def test_by_name_in_any_normal_form(workspace: Workspace) -> None:
    made = make(workspace, "Zoë")
    assert resolve(workspace, unicodedata.normalize("NFD", "Zoë")) == made


def test_by_key_of_a_template(workspace: Workspace) -> None:
    found = resolve(workspace, "voice")
    assert found.id == "00000000-0000-0000-0000-00000000001e"
    assert resolve(workspace, found.id) == found


def test_id_before_key_before_name(workspace: Workspace) -> None:
    first = make(workspace, "First")
    make(workspace, first.id)
    make(workspace, "voice")
    assert resolve(workspace, first.id) == first
    assert resolve(workspace, "voice").status == "template"


@pytest.mark.parametrize(
    ("ref", "hint"),
    [
        ("Acme suport", "did you mean 'Acme support'?"),
        ("acme", "did you mean 'Acme support' or 'Acme demo'?"),
        ("basic-caht", "did you mean 'basic-chat'?"),
        ("something else", "`ema persona list` shows those that there are"),
        ("../x?y#z", "`ema persona list` shows those that there are"),
        ("x" * 5000, "`ema persona list` shows those that there are"),
    ],
)
def test_unknown(workspace: Workspace, ref: str, hint: str) -> None:
    make(workspace, "Acme support")
    make(workspace, "Acme demo")
    with pytest.raises(PlatformError) as caught:
        resolve(workspace, ref)
    assert caught.value.kind is ErrorKind.NOT_FOUND
    assert caught.value.hint == hint


@pytest.mark.parametrize("ref", ["", "  "])
def test_nothing(workspace: Workspace, ref: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        resolve(workspace, ref)
    assert caught.value.kind is ErrorKind.USAGE


class TwoOfOneName:
    """A platform on which names are not unique."""

    def __init__(self, port: Workspace, *, found: list[Persona]) -> None:
        self.persona = port.persona
        self.templates = port.templates
        self._found = found

    def find_personas(self, _name: str) -> list[Persona]:
        return self._found


def test_ambiguous(workspace: Workspace) -> None:
    found = [make(workspace, "One"), make(workspace, "Two")]
    with pytest.raises(InvalidInput) as caught:
        resolve(TwoOfOneName(workspace, found=found), "One")  # type: ignore[arg-type]
    assert caught.value.kind is ErrorKind.USAGE
    assert caught.value.hint == f"give an id: {found[0].id}, {found[1].id}"
