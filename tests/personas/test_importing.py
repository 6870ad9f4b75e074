"""An import makes a whole persona, or leaves none, or says what it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import EmaError, ErrorKind, ExitCode, Interrupted, InvalidInput, PlatformError
from ema_cli.personas.bundle_file import checked_bundle
from ema_cli.personas.importing import import_export

if TYPE_CHECKING:
    from ema_cli.personas.bundle_file import FileBundle
    from ema_cli.platforms.local import Workspace


def bundle(rows: int = 1500, files: int = 2, name: str = "Acme") -> FileBundle:
    document: dict[str, Any] = {
        "ema_bundle": 1,
        "persona": {"name": name, "enabled_by_user": True},
        "rows": [{"key": f"row-{n}", "fields": {"n": n}} for n in range(rows)],
        "files": [{"name": f"{n}.txt", "text": "x"} for n in range(files)],
    }
    return checked_bundle(document, lambda _path: None)


class Failing:
    """A platform on which one call fails, for the first time or from then on."""

    def __init__(self, port: Workspace, call: str, error: BaseException, *others: str) -> None:
        self._port = port
        self._failing = {call: error} | dict.fromkeys(others, error)
        self.names: list[str] = []

    def __getattr__(self, name: str) -> Any:
        def called(*arguments: Any, **options: Any) -> Any:
            if name == "write_rows":
                self.names += [persona.content.name for persona in self._port.personas().items]
            if name in self._failing and not (name == "write_rows" and len(self.names) == 1):
                raise self._failing[name]
            return getattr(self._port, name)(*arguments, **options)

        return called


def names(port: Workspace) -> list[str]:
    return [persona.content.name for persona in port.personas().items]


DOWN = PlatformError(ErrorKind.UNAVAILABLE, "it is down", hint="try again")


def test_a_whole_persona(workspace: Workspace) -> None:
    made = import_export(workspace, bundle(), keep=False)
    assert (made.rows, made.files) == (1500, 2)
    assert made.persona == workspace.persona(made.persona.id)
    assert (made.persona.content.name, made.persona.content.enabled_by_user) == ("Acme", True)
    assert workspace.data_counts(made.persona.id).rows == 1500


def test_another_name(workspace: Workspace) -> None:
    assert import_export(workspace, bundle(), name="Zoe\u0308", keep=False).rows == 1500
    assert names(workspace) == ["Zo\u00eb"]


def test_a_taken_name_is_a_conflict_before_anything_is_sent(workspace: Workspace) -> None:
    import_export(workspace, bundle(), keep=False)
    with pytest.raises(PlatformError) as caught:
        import_export(workspace, bundle(), keep=True)
    assert caught.value.kind is ErrorKind.CONFLICT
    assert names(workspace) == ["Acme"]


def test_a_name_that_is_none(workspace: Workspace) -> None:
    with pytest.raises(InvalidInput):
        import_export(workspace, bundle(name="a\nb"), keep=False)
    assert names(workspace) == []


def test_until_it_is_whole_its_name_says_so(workspace: Workspace) -> None:
    watched = Failing(workspace, "write_file", DOWN)
    long_name = "x" * 200
    with pytest.raises(PlatformError):
        import_export(watched, bundle(name=long_name), keep=True)
    (name,) = names(workspace)
    assert name.startswith("x" * 150 + " (unfinished import-")
    assert set(watched.names) == {name}
    (persona,) = workspace.personas().items
    assert not persona.content.enabled_by_user


@pytest.mark.parametrize("call", ["create_persona", "write_rows", "write_file", "update_persona"])
@pytest.mark.parametrize("error", [DOWN, Interrupted(ExitCode.SIGTERM), KeyboardInterrupt()])
def test_what_fails_leaves_nothing(workspace: Workspace, call: str, error: BaseException) -> None:
    with pytest.raises(EmaError) as caught:
        import_export(Failing(workspace, call, error), bundle(), keep=False)
    kind = ErrorKind.UNAVAILABLE if error is DOWN else ErrorKind.INTERRUPTED
    assert caught.value.kind is kind
    assert names(workspace) == []
    import_export(workspace, bundle(), keep=False)


def test_a_fault_leaves_nothing(workspace: Workspace) -> None:
    with pytest.raises(ZeroDivisionError):
        import_export(
            Failing(workspace, "write_file", ZeroDivisionError()),
            bundle(),
            keep=False,
        )
    assert names(workspace) == []


@pytest.mark.parametrize("keep", [True, False])
def test_what_is_left_is_told(workspace: Workspace, *, keep: bool) -> None:
    error = PlatformError(ErrorKind.UNAVAILABLE, "it is down")
    others = () if keep else ("delete_persona",)
    with pytest.raises(PlatformError) as caught:
        import_export(
            Failing(workspace, "write_file", error, *others),
            bundle(),
            keep=keep,
        )
    (left,) = workspace.personas().items
    assert caught.value.hint == (
        f"the unfinished persona {left.id} is left; `ema persona delete {left.id} --yes` removes it"
    )


def test_a_platform_that_is_gone_may_have_something_left(workspace: Workspace) -> None:
    error = PlatformError(ErrorKind.UNAVAILABLE, "it is down", hint="try again")
    with pytest.raises(PlatformError) as caught:
        import_export(
            Failing(workspace, "write_file", error, "made_by", "delete_persona"),
            bundle(),
            keep=False,
        )
    hint = caught.value.hint
    assert hint is not None
    assert hint.startswith("try again; an unfinished persona (import-")
    assert hint.endswith(" in its name) may be left")
