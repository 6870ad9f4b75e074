"""A version is what an export showed: random edits, random restores, the same bytes."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ema_cli.documents.writing import dump
from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.personas.bundle_writing import bundle_document
from ema_cli.personas.differences import differences
from ema_cli.personas.exports import PlatformExport
from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row, RowEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ema_cli.platforms.local import Workspace

KEYS = st.sampled_from([f"row-{n}" for n in range(8)])
NAMES = st.sampled_from(["a.txt", "b.bin", "ü.md"])
FIELDS = st.dictionaries(st.sampled_from(["a", "b"]), st.integers(0, 3) | st.text(max_size=3)).map(
    lambda fields: dict(sorted(fields.items()))
)
CONTENT = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["One", "Two", "Zoë"]),
        "description": st.text(max_size=5),
        "enabled_by_user": st.booleans(),
        "welcome_messages": st.none() | st.lists(st.text(max_size=3), max_size=2),
        "proto_config": FIELDS,
        "workflow_def": st.none() | FIELDS,
    },
)
EDITS = st.one_of(
    st.tuples(st.just("write"), st.lists(st.tuples(KEYS, FIELDS), min_size=1, max_size=4)),
    st.tuples(st.just("edit"), KEYS, FIELDS),
    st.tuples(st.just("rename"), KEYS, KEYS),
    st.tuples(st.just("delete"), st.none() | st.lists(KEYS, min_size=1, max_size=3)),
    st.tuples(st.just("file"), NAMES, st.binary(max_size=8)),
    st.tuples(st.just("unfile"), st.none() | st.lists(NAMES, min_size=1, max_size=2)),
    st.tuples(st.just("content"), CONTENT),
    st.tuples(st.just("version"), st.none()),
    st.tuples(st.just("restore"), st.integers(1, 6)),
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    port = open_workspace(tmp_path_factory.mktemp("versions") / "w.db")
    yield port
    port.close()


class Edited:
    """A persona under random edits, and what an export of each of its versions must be."""

    def __init__(self, port: Workspace, key: Callable[[], str]) -> None:
        self.port = port
        self.key = key
        self.id = port.create_persona(PersonaContent("One"), key=key()).id
        self.kept: dict[int, str] = {}

    def shown(self, version: int | None = None) -> str:
        return dump(bundle_document(PlatformExport(self.port, self.id, version=version)))

    def apply(self, edit: tuple[Any, ...]) -> None:
        getattr(self, edit[0])(*edit[1:])

    def write(self, rows: list[tuple[str, Any]]) -> None:
        self.port.write_rows(self.id, [Row(*row) for row in rows], key=self.key())

    def edit(self, key: str, fields: Any) -> None:
        for row in self.port.rows(self.id).items:
            if row.key == key:
                edit = RowEdit(key, row.revision, fields)
                self.port.edit_rows(self.id, [edit], key=self.key())

    def rename(self, key: str, new: str) -> None:
        for row in self.port.rows(self.id).items:
            if row.key == key:
                edit = RowEdit(key, row.revision, row.fields, new_key=new)
                with suppress(PlatformError):
                    self.port.edit_rows(self.id, [edit], key=self.key())

    def delete(self, keys: list[str] | None) -> None:
        self.port.delete_rows(self.id, keys, key=self.key())

    def file(self, name: str, data: bytes) -> None:
        key = self.key()
        self.port.write_file(self.id, name, "text/plain", iter([data]), replace=True, key=key)

    def unfile(self, names: list[str] | None) -> None:
        self.port.delete_files(self.id, names, key=self.key())

    def content(self, changes: Any) -> None:
        self.port.update_persona(self.id, changes, key=self.key())

    def version(self, _nothing: None) -> None:
        made = self.port.create_version(self.id, "Kept", key=self.key())
        self.kept[made.number] = self.shown()

    def restore(self, number: int) -> None:
        if number not in self.kept:
            with pytest.raises(PlatformError) as caught:
                self.port.restore_version(self.id, number, key=self.key())
            assert caught.value.kind is ErrorKind.NOT_FOUND
            return
        before = self.shown()
        restored = self.port.restore_version(self.id, number, key=self.key())
        self.kept[restored.saved_as] = before
        assert self.shown() == self.kept[number]


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(EDITS, min_size=4, max_size=16))
def test_random_edits_and_restores(workspace: Workspace, edits: list[tuple[Any, ...]]) -> None:
    edited = Edited(workspace, lambda: f"key-{next(_numbers)}")
    try:
        for edit in edits:
            edited.apply(edit)
        for number, shown in edited.kept.items():
            assert edited.shown(number) == shown
            kept = PlatformExport(workspace, edited.id, version=number)
            live = PlatformExport(workspace, edited.id)
            assert differences(kept, live).equal == (shown == edited.shown())
    finally:
        workspace.delete_persona(edited.id, key=edited.key())


_numbers = count()
"""Every call has a key of its own."""
