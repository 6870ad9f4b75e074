"""Differences are exactly the edits that were made."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ema_cli.personas.bundle_file import checked_bundle
from ema_cli.personas.differences import differences
from ema_cli.personas.row_differences import row_changes
from ema_cli.personas.value_differences import Change, same, value_changes
from ema_cli.personas.workflow_differences import workflow_changes

if TYPE_CHECKING:
    from ema_cli.personas.bundle_file import FileBundle
    from ema_cli.values import JsonValue

TEXT = st.text(max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from([0.0, 1.0, 2.5]) | TEXT,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(TEXT, inner, max_size=3)
        | st.lists(st.fixed_dictionaries({"name": TEXT, "x": inner}), max_size=3)
    ),
    max_leaves=12,
)


def bundle(
    rows: list[tuple[str, Any]] = [],  # noqa: B006 - it is only read
    files: list[dict[str, Any]] = [],  # noqa: B006
    **persona: Any,
) -> FileBundle:
    document: dict[str, Any] = {
        "ema_bundle": 1,
        "persona": {"name": "x", **persona},
        "rows": [{"key": key, "fields": fields} for key, fields in rows],
        "files": files,
    }
    return checked_bundle(document, lambda _path: None)


def told(before: JsonValue, after: JsonValue) -> set[tuple[str, str]]:
    return {(change.path, change.change.value) for change in value_changes(before, after, "x")}


# Values


@given(JSON, JSON)
def test_there_are_changes_where_values_differ_and_nowhere_else(
    before: JsonValue, after: JsonValue
) -> None:
    changes = list(value_changes(before, after, "x"))
    assert bool(changes) == (not same(before, after))
    assert not list(value_changes(before, copy.deepcopy(before), "x"))
    for change in changes:
        assert change.change is not Change.CHANGED or not same(change.before, change.after)


KEYS = st.text("abc", min_size=1, max_size=2)
TREES = st.recursive(
    st.integers(0, 9), lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=20
)


@given(st.dictionaries(KEYS, TREES, max_size=4), st.data())
def test_exactly_the_edits_are_told(before: dict[str, Any], data: st.DataObject) -> None:
    after = copy.deepcopy(before)
    expected = set(_edit(after, "x", data))
    assert told(before, after) == expected


def _edit(tree: dict[str, Any], path: str, data: st.DataObject) -> Any:
    """Edit a tree in place, and give what a difference must say of it."""
    for key in list(tree):
        at = f"{path}.{key}"
        if isinstance(tree[key], dict) and data.draw(st.booleans()):
            yield from _edit(tree[key], at, data)
            continue
        edit = data.draw(st.sampled_from(["keep", "remove", "change"]))
        if edit == "remove":
            del tree[key]
            yield at, "removed"
        elif edit == "change":
            tree[key] = "changed"
            yield at, "changed"
    if data.draw(st.booleans()):
        tree["new"] = {"deep": 1}
        yield f"{path}.new", "added"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1}, {"a": 1.0}, {("x.a", "changed")}),
        ({"a": 1}, {"a": True}, {("x.a", "changed")}),
        ({"a": None}, {}, {("x.a", "removed")}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, set()),
        ([1, 2, 3], [1, 4], {("x[1]", "changed"), ("x[2]", "removed")}),
        ([1], [1, {"a": 1}], {("x[1]", "added")}),
        ({"two words": {"a.b": 1}}, {"two words": {}}, {('x["two words"]["a.b"]', "removed")}),
        (
            [{"name": "a", "n": 1}, {"name": "b"}, {"name": "c"}],
            [{"name": "new"}, {"name": "a", "n": 2}, {"name": "c"}],
            {("x[new]", "added"), ("x[a].n", "changed"), ("x[b]", "removed")},
        ),
        (
            [{"name": "a"}, {"name": "b"}],
            [{"name": "b"}, {"name": "a"}],
            {("x", "reordered")},
        ),
        ([{"name": "a"}, {"name": "a"}], [{"name": "a"}], {("x[1]", "removed")}),
        ({"a": 1}, [1], {("x", "changed")}),
    ],
)
def test_paths(before: JsonValue, after: JsonValue, expected: set[tuple[str, str]]) -> None:
    assert told(before, after) == expected


# Workflows

WORKFLOW: Any = {
    "nodes": [
        {"name": "trigger", "action": "t"},
        {"name": "search", "action": "s", "inputs": {"query": "{{trigger.user_query}}"}},
        {"name": "answer", "action": "a", "inputs": {"q": "{{trigger.user_query}}"}},
    ],
    "results": {"WORKFLOW_OUTPUT": ["{{answer.response}}"]},
    "enabled": True,
}


def test_a_workflow_differs_by_node_and_edge() -> None:
    after = copy.deepcopy(WORKFLOW)
    after["nodes"][2]["inputs"]["context"] = "{{search.results}}"
    after["nodes"][1] = {"name": "lookup", "action": "s", "inputs": {"q": "{{trigger.user_query}}"}}
    after["results"]["WORKFLOW_OUTPUT"] = ["{{lookup.record}}"]
    after["enabled"] = False
    changes = workflow_changes(WORKFLOW, after)
    nodes = {(node.name, node.change.value) for node in changes.nodes}
    assert nodes == {("search", "removed"), ("answer", "changed"), ("lookup", "added")}
    (answer,) = [node for node in changes.nodes if node.name == "answer"]
    assert [change.path for change in answer.changes] == [".inputs.context"]
    assert {(edge.source, edge.target, edge.change.value) for edge in changes.edges} == {
        ("trigger.user_query", "search", "removed"),
        ("trigger.user_query", "lookup", "added"),
        ("search.results", "answer", "added"),
        ("answer.response", "WORKFLOW_OUTPUT", "removed"),
        ("lookup.record", "WORKFLOW_OUTPUT", "added"),
    }
    assert {(change.path, change.change.value) for change in changes.other} == {
        ("workflow_def.results.WORKFLOW_OUTPUT[0]", "changed"),
        ("workflow_def.enabled", "changed"),
    }


@pytest.mark.parametrize("workflow", [{}, {"nodes": []}, WORKFLOW, {"nodes": [1]}, {"nodes": {}}])
def test_a_workflow_that_came_or_went_is_told(workflow: Any) -> None:
    came, went = workflow_changes(None, workflow), workflow_changes(workflow, None)
    assert [change.change for change in came.other] in ([Change.ADDED], [Change.CHANGED])
    assert [change.change for change in went.other] in ([Change.REMOVED], [Change.CHANGED])
    assert workflow_changes(workflow, copy.deepcopy(workflow)) == workflow_changes(None, None)


def test_nodes_in_another_order() -> None:
    after = WORKFLOW | {"nodes": WORKFLOW["nodes"][::-1]}
    (change,) = workflow_changes(WORKFLOW, after).other
    assert (change.path, change.change) == ("workflow_def.nodes", Change.REORDERED)


@given(st.none() | st.dictionaries(st.sampled_from(["nodes", "a"]), JSON), st.data())
def test_no_difference_of_workflows_is_missed(before: Any, data: st.DataObject) -> None:
    after: Any = data.draw(st.none() | st.dictionaries(st.sampled_from(["nodes", "a"]), JSON))
    found = workflow_changes(before, after) != workflow_changes(None, None)
    assert found == (not same(before, after))


# Rows

ROW_KEYS = [f"key-{n}" for n in range(12)]
FIELDS = st.dictionaries(st.sampled_from("abc"), st.integers(0, 2) | st.booleans(), max_size=3)
ROWS = st.permutations(ROW_KEYS).flatmap(
    lambda keys: st.lists(FIELDS, max_size=12).map(
        lambda fields: list(zip(keys, fields, strict=False))
    )
)


@settings(max_examples=300)
@given(ROWS, ROWS)
def test_rows(before: list[tuple[str, Any]], after: list[tuple[str, Any]]) -> None:
    found = row_changes(bundle(before), bundle(after), most=100)
    old, new = dict(before), dict(after)
    changed = {key for key in old.keys() & new.keys() if not same(old[key], new[key])}
    both = old.keys() & new.keys()
    listed = {(row.key, row.change) for row in found.listed}
    assert listed == {
        *((key, Change.REMOVED) for key in old.keys() - new.keys()),
        *((key, Change.ADDED) for key in new.keys() - old.keys()),
        *((key, Change.CHANGED) for key in changed),
    }
    assert (found.removed, found.added, found.changed) == (
        *(len(old) - len(both), len(new) - len(both), len(changed)),
    )
    assert found.reordered == (
        [key for key in old if key in both] != [key for key in new if key in both]
    )
    for row in found.listed:
        if row.change is Change.CHANGED:
            one, other = old[row.key], new[row.key]
            names = {name for name in {**one, **other} if _cell(one, name) != _cell(other, name)}
            assert set(row.fields) == names


def _cell(fields: dict[str, Any], name: str) -> tuple[str, Any] | None:
    return (type(fields[name]).__name__, fields[name]) if name in fields else None


def test_only_some_rows_are_listed_but_all_are_counted() -> None:
    before = bundle([(f"a{n}", {}) for n in range(50)] + [(f"c{n}", {"n": 1}) for n in range(50)])
    after = bundle([(f"b{n}", {}) for n in range(50)] + [(f"c{n}", {"n": 2}) for n in range(50)])
    found = row_changes(before, after, most=3)
    assert (found.removed, found.added, found.changed) == (50, 50, 50)
    assert [row.key for row in found.listed] == [
        *("a0", "a1", "a2", "c0", "c1", "c2", "b0", "b1", "b2")
    ]


# Everything


def test_files_and_configuration() -> None:
    before = bundle(
        files=[
            {"name": "same", "text": "x"},
            {"name": "bytes", "text": "x"},
            {"name": "type", "type": "a/b", "text": "x"},
            {"name": "gone", "text": "x"},
        ],
        description="Old",
        welcome_messages=["Hi"],
    )
    after = bundle(
        files=[
            {"name": "same", "base64": "eA=="},
            {"name": "bytes", "text": "y"},
            {"name": "type", "type": "a/c", "text": "x"},
            {"name": "new", "text": "x"},
        ],
        enabled_by_user=True,
        welcome_messages=["Hi"],
    )
    found = differences(before, after)
    assert {(file.name, file.change.value) for file in found.files} == {
        *(("bytes", "changed"), ("type", "changed"), ("gone", "removed"), ("new", "added"))
    }
    assert {change.path for change in found.config} == {"description", "enabled_by_user"}
    assert not found.equal
    assert differences(before, before).equal
