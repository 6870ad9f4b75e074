"""Any sequence of changes, versions and restores, held against a model in plain Python."""

from __future__ import annotations

import json
from collections import OrderedDict
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, cast

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from ema_cli.platforms.port import RowEdit, copied_row_key

if TYPE_CHECKING:
    from ema_cli.values import JsonObject
    from tests.platforms.conftest import Platform

row_keys = st.sampled_from(["a", "b", "c", "d", "e", "f"])
values = st.integers(0, 3)
file_names = st.sampled_from(["x.txt", "y.txt"])
whom = st.integers(0, 1)


@dataclass
class Model:
    """What a persona must show."""

    id: str
    description: str = ""
    rows: OrderedDict[str, int] = field(default_factory=OrderedDict)
    files: dict[str, int] = field(default_factory=dict)
    versions: dict[int, tuple[str, OrderedDict[str, int], dict[str, int]]] = field(
        default_factory=dict
    )
    made: int = 0

    def keep(self) -> int:
        self.made += 1
        self.versions[self.made] = deepcopy((self.description, self.rows, self.files))
        return self.made


class Machine(RuleBasedStateMachine):
    """Two personas on `platform`, which a subclass brings."""

    platform: ClassVar[Platform]

    def __init__(self) -> None:
        super().__init__()
        self.models = [Model(self.platform.persona()), Model(self.platform.persona())]

    @rule(who=whom, rows=st.lists(st.tuples(row_keys, values), max_size=4))
    def write(self, who: int, rows: list[tuple[str, int]]) -> None:
        model = self.models[who]
        self.platform.write(
            model.id, *((key, cast("JsonObject", {"n": value})) for key, value in rows)
        )
        for key, value in rows:
            model.rows.setdefault(key, value)

    @rule(who=whom, picks=st.lists(st.tuples(row_keys, values, row_keys), max_size=3))
    def edit(self, who: int, picks: list[tuple[str, int, str]]) -> None:
        model = self.models[who]
        revisions = {row.key: row.revision for row in self.platform.rows(model.id)}
        wanted = {key: (value, new) for key, value, new in picks if key in model.rows}
        renamed = [wanted[key][1] if key in wanted else key for key in model.rows]
        if len(set(renamed)) < len(renamed):
            return
        edits = [
            RowEdit(key, revisions[key], {"n": value}, new) for key, (value, new) in wanted.items()
        ]
        assert self.platform.port.edit_rows(model.id, edits, key=self.platform.key()).edited == len(
            edits
        )
        model.rows = OrderedDict(
            (wanted[key][1], wanted[key][0]) if key in wanted else (key, value)
            for key, value in model.rows.items()
        )

    @rule(who=whom, keys=st.none() | st.lists(row_keys, max_size=3))
    def remove(self, who: int, keys: list[str] | None) -> None:
        model = self.models[who]
        there = set(model.rows) if keys is None else set(keys) & set(model.rows)
        assert self.platform.port.delete_rows(model.id, keys, key=self.platform.key()) == len(there)
        for key in there:
            del model.rows[key]

    @rule(limit=st.integers(1, 3))
    def copy(self, limit: int) -> None:
        source, target = self.models
        self.platform.copy(source.id, target.id, limit)
        for key, value in source.rows.items():
            target.rows.setdefault(
                copied_row_key(self.platform.port.platform_id, source.id, key), value
            )

    @rule(who=whom, name=file_names, value=values)
    def put(self, who: int, name: str, value: int) -> None:
        model = self.models[who]
        written = self.platform.upload(model.id, name, str(value).encode(), replace=True)
        assert written == (model.files.get(name) != value)
        model.files[name] = value

    @rule(who=whom, names=st.none() | st.lists(file_names, max_size=2))
    def drop(self, who: int, names: list[str] | None) -> None:
        model = self.models[who]
        there = set(model.files) if names is None else set(names) & set(model.files)
        assert self.platform.port.delete_files(model.id, names, key=self.platform.key()) == len(
            there
        )
        for name in there:
            del model.files[name]

    @rule(who=whom, text=st.sampled_from(["", "one", "two"]))
    def describe(self, who: int, text: str) -> None:
        model = self.models[who]
        self.platform.port.update_persona(model.id, {"description": text}, key=self.platform.key())
        model.description = text

    @rule(who=whom)
    def keep(self, who: int) -> None:
        model = self.models[who]
        last = model.versions.get(max(model.versions, default=0))
        unchanged = last == (model.description, model.rows, model.files)
        version = self.platform.version(model.id)
        assert version.unchanged == unchanged
        assert version.number == model.keep()
        assert (version.rows, version.files) == (len(model.rows), len(model.files))

    @precondition(lambda self: any(model.versions for model in self.models))
    @rule(who=whom, pick=st.integers(0, 99))
    def restore(self, who: int, pick: int) -> None:
        model = self.models[who]
        if not model.versions:
            return
        number = sorted(model.versions)[pick % len(model.versions)]
        saved = self.platform.port.restore_version(
            model.id, number, key=self.platform.key()
        ).saved_as
        assert saved == model.keep()
        model.description, model.rows, model.files = deepcopy(model.versions[number])
        self.compare_versions(model)

    @precondition(lambda self: any(model.versions for model in self.models))
    @rule(who=whom, picks=st.sets(st.integers(0, 99), max_size=2))
    def forget(self, who: int, picks: set[int]) -> None:
        model = self.models[who]
        numbers = {
            sorted(model.versions)[pick % len(model.versions)] for pick in picks if model.versions
        }
        removed = self.platform.port.delete_versions(
            model.id, sorted(numbers), key=self.platform.key()
        )
        assert removed == len(numbers)
        for number in numbers:
            del model.versions[number]
        self.compare_versions(model)

    @invariant()
    def shows_what_the_model_shows(self) -> None:
        for model in self.models:
            self.compare(model, None, (model.description, model.rows, model.files))

    def compare_versions(self, model: Model) -> None:
        for number, kept in model.versions.items():
            self.compare(model, number, kept)

    def compare(
        self, model: Model, version: int | None, shown: tuple[str, OrderedDict[str, int], Any]
    ) -> None:
        description, rows, files = shown
        state = self.platform.state(model.id, version)
        assert json.loads(state.content)["description"] == description
        assert [(key, json.loads(text)["n"]) for key, text, _ in state.rows] == [*rows.items()]
        assert {info.name: int(content) for info, content in state.files} == files
        counts = self.platform.port.data_counts(model.id, version=version)
        assert (counts.rows, counts.files) == (len(rows), len(files))

    def teardown(self) -> None:
        for model in self.models:
            self.compare_versions(model)
            if model.versions:
                kept = {
                    self.platform.port.version(model.id, number).data_digest: (rows, files)
                    for number, (_, rows, files) in model.versions.items()
                }
                for number, (_, rows, files) in model.versions.items():
                    assert kept[self.platform.port.version(model.id, number).data_digest] == (
                        rows,
                        files,
                    )
            self.platform.port.delete_persona(model.id, key=self.platform.key())


def test_a_sequence_of_changes(steady: Platform) -> None:
    _run(steady, settings(max_examples=15, stateful_step_count=25, deadline=None))


@pytest.mark.whole
def test_many_sequences_of_changes(steady: Platform) -> None:
    _run(steady, settings(max_examples=150, stateful_step_count=50, deadline=None))


def _run(platform: Platform, how: settings) -> None:
    run_machine(type("Machine", (Machine,), {"platform": platform}), settings=how)
