"""Export, import elsewhere, export again: the same bytes, in each form a bundle has."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ema_cli.documents.json_text import encode
from ema_cli.documents.writing import dump
from ema_cli.personas import file_content
from ema_cli.personas.bundle_file import checked_bundle
from ema_cli.personas.bundle_reading import open_bundle, read_bundle
from ema_cli.personas.bundle_writing import bundle_document, write_folder
from ema_cli.personas.exports import PlatformExport
from ema_cli.personas.importing import import_export
from ema_cli.platforms.local import open_workspace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ema_cli.personas.exports import Export
    from ema_cli.platforms.local import Workspace

TEXT = st.text(st.characters(codec="utf-8"))
LABEL = st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"])
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**60), 10**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=15,
)
OBJECT = st.dictionaries(TEXT, JSON, max_size=4)
NAME = st.text(LABEL, min_size=1, max_size=60).filter(lambda name: bool(name.strip()))
FILE_NAME = (
    st.text(LABEL, min_size=1, max_size=80).filter(
        lambda name: not set(name) & set("/\\") and name not in {".", ".."}
    )
    | st.sampled_from(["a.txt", "A.txt", "e\u0301.txt", "\u00e9.txt", "CON", ".hidden", "file-1"])
).filter(lambda name: len(name.encode()) <= 255)
DATA = (
    st.binary(max_size=60)
    | TEXT.map(str.encode)
    | st.sampled_from([b"a\r\nb\rc\n", b"\xef\xbb\xbfx", b"caf\xe9\n", b"\xff\xfea\0", b" \n\t"])
)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    persona = {
        "name": draw(NAME),
        "description": draw(TEXT),
        "enabled_by_user": draw(st.booleans()),
        "welcome_messages": draw(JSON),
        "proto_config": draw(OBJECT),
        "workflow_def": draw(st.none() | OBJECT),
    }
    keys = draw(st.lists(st.text(LABEL, min_size=1, max_size=30), unique=True, max_size=4))
    names = draw(st.lists(FILE_NAME, unique=True, max_size=4))
    kinds = st.sampled_from(["text/plain", "application/octet-stream", "a/b; c=ü"])
    return {
        "ema_bundle": 1,
        "persona": persona,
        "rows": [{"key": key, "fields": draw(OBJECT)} for key in keys],
        "files": [
            {"name": name, "type": draw(kinds), **file_content.written(draw(DATA))}
            for name in names
        ],
    }


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    port = open_workspace(tmp_path_factory.mktemp("here") / "here.db")
    yield port
    port.close()


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    port = open_workspace(tmp_path_factory.mktemp("there") / "there.db")
    yield port
    port.close()


@contextmanager
def imported(port: Workspace, export: Export) -> Iterator[Export]:
    """Keep the persona for the length of a block, so that its name is free for the next one."""
    made = import_export(port, export, keep=False)
    yield PlatformExport(port, made.persona.id)
    port.delete_persona(made.persona.id, key=f"delete-{made.persona.id}")


FEW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
DEEP: Any = "bottom"
for _level in range(190):
    DEEP = [DEEP]
ODD: dict[str, Any] = {
    "ema_bundle": 1,
    "persona": {"name": "$x {{y}} [bold] ::error::", "welcome_messages": DEEP},
    "rows": [
        {"key": "<<", "fields": {"<<": {"a": 1}, "": "", " ": "- x", "no": "no", "1": 1.0}},
        {"key": "!tag &a *b", "fields": {"huge": 10**4299, "tiny": 5e-324, "zero": -0.0}},
    ],
}


@FEW
@given(documents())
@example(ODD)
def test_a_file(here: Workspace, there: Workspace, document: dict[str, Any]) -> None:
    with imported(here, checked_bundle(document, lambda _path: None)) as first:
        written = bundle_document(first)
        assert written | {"rows": [], "files": []} == document | {
            "persona": {
                "description": "",
                "enabled_by_user": False,
                "proto_config": {},
                "workflow_def": None,
                "welcome_messages": None,
                **document["persona"],
                "name": first.content.name,
            },
            "rows": [],
            "files": [],
        }
        assert written["rows"] == document["rows"]
        yaml, json = dump(written), encode(written)
    with imported(there, read_bundle(yaml.encode(), "b.yaml", json=False)) as second:
        assert dump(bundle_document(second)) == yaml
    with imported(there, read_bundle(json.encode(), "b.json", json=True)) as second:
        assert encode(bundle_document(second)) == json


@FEW
@given(document=documents())
@example(document=ODD)
def test_a_folder(
    here: Workspace,
    there: Workspace,
    tmp_path_factory: pytest.TempPathFactory,
    document: dict[str, Any],
) -> None:
    folder = tmp_path_factory.mktemp("bundles")
    with imported(here, checked_bundle(document, lambda _path: None)) as first:
        write_folder(first, folder / "first")
        yaml = dump(bundle_document(first))
    with imported(there, open_bundle(folder / "first")) as second:
        write_folder(second, folder / "second")
        assert dump(bundle_document(second)) == yaml
    assert _tree(folder / "first") == _tree(folder / "second")


def _tree(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}
