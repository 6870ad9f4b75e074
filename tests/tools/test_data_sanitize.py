"""`data sanitize` on a real workspace."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.platforms.port import Persona, PersonaContent, Row, RowEdit
from ema_cli.tool import Notice, Offline, Progress, Saved
from ema_cli.tools.data_sanitize import METHOD
from ema_cli.workflow.rules import findings

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.values import JsonObject
    from tests.tools.conftest import Acting, Site

CUSTOMER = {"examples": ["Acme Corp"]}
ROWS: dict[str, JsonObject] = {
    "T-1": {
        "subject": "Acme Corp asks",
        "requester": {"full_name": "Zoe Novak", "email": "zoe@corp.example", "phone": 4155550132},
        "raw": json.dumps({"host": "acme-corp.example", "note": "ACME\u00a0CORP"}),
        "document": {"text": "Acme\n Corp wrote from zoe@corp.example, call (555) 010-4477."},
        "order_id": "hosted-eu-20260812-09",
        "created_at": "2026-08-12T10:22:11Z",
        "amount": 19.99,
    },
    "T-2": {"subject": "Nothing here", "amount": 3, "tags": ["a", "b"], "none": None},
}


def check(arguments: dict[str, Any]) -> list[tuple[tuple[str | int, ...], bool]]:
    args = METHOD.arguments.model_validate(arguments)
    return [(p.argument, p.warning) for p in METHOD.check(args, Offline("local", has_source=True))]


def failure(act: Acting, persona: str, arguments: dict[str, Any]) -> ActionFailed:
    with pytest.raises(ActionFailed) as caught:
        act(METHOD, persona, arguments)
    return caught.value


def test_rows_are_sanitized_in_place(act: Acting, here: Site) -> None:
    persona = here.make("Rows", ROWS)
    result = act(METHOD, persona, CUSTOMER)
    first, second = here.fields(persona)
    assert second == ROWS["T-2"]
    for kept in ("order_id", "created_at", "amount"):
        assert first[kept] == ROWS["T-1"][kept]
    text = json.dumps(first, ensure_ascii=False).lower()
    assert not [old for old in ("acme", "novak", "zoe", "4155550132", "010-4477") if old in text]
    assert result["residual"] == 0
    assert result["rows"] == {"read": 2, "changed": 1}
    assert result["entities"] == {"email": 2, "organization": 4, "person": 1, "phone": 2}
    assert result["fields"]["document"] == {"email": 1, "organization": 1, "phone": 1}


def test_the_same_value_gets_the_same_pseudonym_in_each_form(act: Acting, here: Site) -> None:
    persona = here.make("Forms", ROWS)
    act(METHOD, persona, CUSTOMER)
    first: Any = here.fields(persona)[0]
    name = first["subject"].removesuffix(" asks")
    one = name.removesuffix(" Corp")
    raw = json.loads(first["raw"])
    assert raw["host"] == f"{one.lower()}-corp.example"
    assert raw["note"] == f"{one.upper()}\u00a0CORP"
    assert first["document"]["text"].startswith(f"{one}\n Corp wrote from ")
    assert first["requester"]["email"] in first["document"]["text"]


def test_a_second_pass_changes_nothing(act: Acting, here: Site) -> None:
    persona = here.make("Again", ROWS, {"a.txt": b"Acme Corp and zoe@corp.example"})
    act(METHOD, persona, CUSTOMER)
    before = here.rows(persona), here.files(persona), here.port.persona(persona)
    result = act(METHOD, persona, CUSTOMER, run="run-2")
    assert (here.rows(persona), here.files(persona), here.port.persona(persona)) == before
    assert result["rows"]["changed"] == result["files"]["changed"] == 0


SPELLINGS = {
    "Acme Corp": "{0} Corp",
    "ACME CORP": "{1} CORP",
    "acme-corp": "{2}-corp",
    "acme_corp": "{2}_corp",
    "AcmeCorp": "{0}Corp",
    "acmecorp.example": "{2}corp.example",
    "Acme Corp's": "{0} Corp's",
    "Acme%20Corp": "{0}%20Corp",
}


def workflow(name: str) -> JsonObject:
    category = f"{name} billing"
    return {
        "nodes": [
            {
                "name": "trigger",
                "action": "triggers.emainternal.chat_trigger",
                "outputs": {"user_query": "WELL_KNOWN_TYPE_STRING"},
            },
            {
                "name": f"{name.replace(' ', '_').lower()}_router",
                "action": "actions.emainternal.categorizer",
                "inputs": {"query": "{{trigger.user_query}}"},
                "typeArguments": {
                    "categories": [
                        {"name": category, "description": "x", "examples": [f"I pay {name}"]},
                        {"name": "Fallback", "description": "rest", "examples": []},
                    ]
                },
            },
        ],
        "edges": [],
    }


def test_eight_spellings_everywhere(act: Acting, here: Site) -> None:
    lines: Any = list(SPELLINGS)
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerows([["id", "note"], *([str(n), f"{s}, really"] for n, s in enumerate(lines))])
    files = {
        "t.csv": table.getvalue().encode(),
        "t.json": json.dumps({"a": lines, "Acme Corp": 1}, indent=1).encode(),
        "t.txt": "\r\n".join(lines).encode(),
    }
    persona = here.make("Eight", {"1": {"all": lines}}, files)
    content = here.port.persona(persona).content
    config: dict[str, Any] = {
        "description": " | ".join(lines),
        "proto_config": {"widgets": [{"name": "acme_corp", "type": 1, "prompt": lines}]},
        "workflow_def": workflow("Acme Corp"),
    }
    here.port.update_persona(persona, config, key="config")
    errors = len(findings(config["workflow_def"]))
    result = act(METHOD, persona, CUSTOMER)
    assert result["residual"] == 0

    row: Any = here.fields(persona)[0]["all"]
    one = row[0].removesuffix(" Corp")
    forms = [form.format(one, one.upper(), one.lower()) for form in SPELLINGS.values()]
    assert row == forms
    after = here.files(persona)
    assert [r[1] for r in csv.reader(io.StringIO(after["t.csv"].decode()))][1:] == [
        f"{form}, really" for form in forms
    ]
    assert json.loads(after["t.json"]) == {"a": forms, f"{one} Corp": 1}
    assert after["t.txt"].decode() == "\r\n".join(forms)
    persona_after = here.port.persona(persona).content
    assert persona_after.description == " | ".join(forms)
    assert persona_after.workflow_def == json.loads(
        json.dumps(workflow("Acme Corp"))
        .replace("Acme Corp", f"{one} Corp")
        .replace("acme_corp", f"{one.lower()}_corp")
    )
    assert len(findings(persona_after.workflow_def)) == errors
    assert content.name == persona_after.name


def test_a_workflow_that_would_break_is_not_touched(act: Acting, here: Site) -> None:
    persona = here.make("Breaks", ROWS)
    broken = workflow("Acme Corp")
    here.port.update_persona(persona, {"workflow_def": broken}, key="config")
    before = here.port.persona(persona), here.rows(persona)
    error = failure(act, persona, {"examples": ["trigger", "Acme Corp", "Fallback"]})
    assert error.kind is ErrorKind.REJECTED
    assert (here.port.persona(persona), here.rows(persona)) == before


def test_the_personas_own_name_is_the_users_choice(act: Acting, here: Site) -> None:
    persona = here.make("Acme Corp helper", ROWS)
    act(METHOD, persona, CUSTOMER)
    assert here.port.persona(persona).content.name == "Acme Corp helper"
    assert any("name holds an example" in notice for notice in notices(act))
    assert not any("Acme" in notice for notice in notices(act))


def notices(act: Acting) -> list[str]:
    return [step.message for step in act.steps if isinstance(step, Notice)]


def test_examples_that_are_found_nowhere_are_told_by_number(act: Acting, here: Site) -> None:
    fields: JsonObject = {"t": "ACME-CORP, (415) 555-0100", "n": 99887766, "Blue Heron": "x"}
    persona = here.make("Demo", {"r": fields})
    given = ["Acme Corp", "Annn Lee", "+1 415 555 0100", "99887766", "Blue Heron", "Nobody Else"]
    act(METHOD, persona, {"examples": given})
    (told,) = notices(act)
    assert told.startswith("2 of 6 examples were found nowhere (by order: 2, 6)")
    act(METHOD, persona, {"examples": given})
    (told,) = notices(act)
    assert told.startswith("5 of 6 examples were found nowhere (by order: 1, 2, 4, 5, 6)")


def test_an_example_found_in_a_file_alone_is_found(act: Acting, here: Site) -> None:
    persona = here.make("Demo", {"r": {"t": "nothing"}}, {"notes.txt": b"Acme Corp called"})
    act(METHOD, persona, CUSTOMER)
    assert notices(act) == []


def test_row_keys_are_sanitized_too(act: Acting, here: Site) -> None:
    persona = here.make("Keys", {"acme-corp-1": {"n": 1}, "zoe@corp.example": {"n": 2}})
    assert act(METHOD, persona, CUSTOMER)["fields"]["key"] == {"email": 1, "organization": 1}
    keys = [row.key for row in here.rows(persona)]
    assert keys[0].endswith("-corp-1")
    assert keys[1].endswith("@pseudonym.example")
    assert here.fields(persona) == [{"n": 1}, {"n": 2}]


def test_row_keys_that_would_become_equal(act: Acting, here: Site) -> None:
    persona = here.make("Same", {"Acme Corp": {"n": 1}, "ACME CORP": {"n": 2}, "acme corp": {}})
    same = {"examples": [{"value": "Acme Corp", "replace": "Demo"}]}
    assert failure(act, persona, same).kind is ErrorKind.CONFLICT
    assert [row.key for row in here.rows(persona)] == ["Acme Corp", "ACME CORP", "acme corp"]


def test_keys_of_a_row_that_would_become_equal(act: Acting, here: Site) -> None:
    persona = here.make("Same", {"1": {"a": {"Acme Corp": 1, "ACME  CORP": 2, "Acme  Corp": 3}}})
    before = here.rows(persona)
    error = failure(act, persona, {"examples": [{"value": "Acme Corp", "replace": "Demo"}]})
    assert error.kind is ErrorKind.CONFLICT
    assert here.rows(persona) == before


def test_linked_data_is_refused(act: Acting, here: Site) -> None:
    source, persona = here.make("Source", ROWS), here.make("Linked")
    here.port.link_data(source, persona, include=["rows"], key="link")
    assert failure(act, persona, CUSTOMER).kind is ErrorKind.REJECTED
    assert act(METHOD, persona, {**CUSTOMER, "scope": ["config"]})["residual"] == 0


def test_rows_that_arrive_meanwhile(act: Acting, here: Site) -> None:
    persona = here.make("Busy", {f"r{n}": {"t": f"Acme Corp {n}"} for n in range(1500)})
    steps = METHOD.run(METHOD.arguments.model_validate(CUSTOMER), act.job(persona, CUSTOMER, "r"))
    added = False
    result: Any = None
    while result is None:
        try:
            step = next(steps)
        except StopIteration as stop:
            result = stop.value
            break
        if isinstance(step, Progress) and step.done == step.total and not added:
            here.add(persona, {"late": {"t": "Acme Corp late"}})
            row = here.rows(persona)[0]
            edit = RowEdit(row.key, row.revision, {"t": "Acme Corp again"})
            here.port.edit_rows(persona, [edit], key="meanwhile")
            added = True
    assert result.residual == 0
    assert "acme" not in json.dumps(here.fields(persona)).lower()
    assert len(here.fields(persona)) == 1501


@pytest.mark.parametrize("files", ["fail", "drop", "keep"])
def test_files_that_are_no_text(act: Acting, here: Site, files: str) -> None:
    held = {"logo.png": b"\x89PNG Acme Corp", "n.txt": b"Acme Corp", "odd.txt": b"\0\1Acme"}
    persona = here.make("Files", ROWS, held)
    arguments = {**CUSTOMER, "files": files}
    if files == "fail":
        assert failure(act, persona, arguments).kind is ErrorKind.REJECTED
        assert here.files(persona) == held
        assert here.fields(persona) == list(ROWS.values())
        return
    result = act(METHOD, persona, arguments)["files"]
    left = here.files(persona)
    assert b"Acme" not in left["n.txt"]
    if files == "drop":
        assert set(left) == {"n.txt"}
        assert result == {"read": 3, "changed": 1, "dropped": ["logo.png", "odd.txt"], "kept": []}
    else:
        assert left["logo.png"] == held["logo.png"]
        assert result == {"read": 3, "changed": 1, "dropped": [], "kept": ["logo.png", "odd.txt"]}


def test_names_of_files(act: Acting, here: Site) -> None:
    persona = here.make("Names", {}, {"acme-corp.txt": b"hello"})
    result = act(METHOD, persona, CUSTOMER)
    ((name, data),) = here.files(persona).items()
    assert name.endswith("-corp.txt")
    assert not name.startswith("acme")
    assert data == b"hello"
    assert result["files"]["changed"] == 1


@pytest.mark.parametrize("drop", [False, True])
def test_versions_that_hold_originals(act: Acting, here: Site, drop: bool) -> None:  # noqa: FBT001
    persona = here.make("Versions", {"1": {"t": "clean"}})
    here.port.create_version(persona, "clean", key="v1")
    here.add(persona, ROWS)
    here.port.create_version(persona, "before", key="v2")
    result = act(METHOD, persona, {**CUSTOMER, "drop_versions": drop})
    here.port.create_version(persona, "after", key="v3")
    again = act(METHOD, persona, CUSTOMER, run="run-2")
    left = [version.number for version in here.port.versions(persona).items]
    if drop:
        assert (result["versions_with_originals"], result["versions_dropped"]) == ([], 1)
        assert left == [1, 3]
    else:
        assert (result["versions_with_originals"], result["versions_dropped"]) == ([2], 0)
        assert left == [1, 2, 3]
    assert again["versions_with_originals"] == ([] if drop else [2])


@pytest.mark.parametrize("message", ["before ACME-CORP saw it", "ask jo@corp.example"])
def test_a_message_of_a_version_may_hold_originals(act: Acting, here: Site, message: str) -> None:
    persona = here.make("Messages", {"1": {"t": "clean"}})
    here.port.create_version(persona, message, key="v1")
    here.port.create_version(persona, "clean", key="v2")
    arguments = {"examples": ["Acme Corp"]}
    assert act(METHOD, persona, arguments)["versions_with_originals"] == [1]
    act(METHOD, persona, {**arguments, "drop_versions": True}, run="run-2")
    assert [version.message for version in here.port.versions(persona).items] == ["clean"]


def test_killed_in_the_middle_and_run_again(act: Acting, here: Site) -> None:
    rows: dict[str, JsonObject] = {
        f"r{n}": {"t": f"Acme Corp, zoe{n}@corp.example"} for n in range(2500)
    }
    persona, other = here.make("Killed", rows), here.make("Whole", rows)
    steps = METHOD.run(METHOD.arguments.model_validate(CUSTOMER), act.job(persona, CUSTOMER, "r"))
    while not (isinstance(step := next(steps), Progress) and step.done):
        pass
    steps.close()
    texts = [str(fields["t"]) for fields in here.fields(persona)]
    assert not texts[0].startswith("Acme")
    assert texts[-1].startswith("Acme")
    assert act(METHOD, persona, CUSTOMER, run="r")["residual"] == 0
    act(METHOD, other, CUSTOMER, run="other")
    assert here.fields(persona) == here.fields(other)


def test_a_key_of_ones_own(act: Acting, here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_KEY", "0123456789abcdef")
    one, two, three = (here.make(name, ROWS) for name in ("One", "Two", "Three"))
    act(METHOD, one, {**CUSTOMER, "key_env": "THE_KEY"})
    act(METHOD, two, {**CUSTOMER, "key_env": "THE_KEY"}, run="other")
    act(METHOD, three, CUSTOMER)
    assert here.fields(one) == here.fields(two) != here.fields(three)
    monkeypatch.setenv("THE_KEY", "short")
    assert failure(act, one, {**CUSTOMER, "key_env": "THE_KEY"}).kind is ErrorKind.USAGE


def test_going_on_with_another_key_is_refused(
    act: Acting, here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = {**CUSTOMER, "key_env": "THE_KEY"}
    persona = here.make("One", ROWS)
    monkeypatch.setenv("THE_KEY", "0123456789abcdef")
    act(METHOD, persona, arguments)
    saved = {step.part: step.state for step in act.steps if isinstance(step, Saved)}
    assert "0123456789abcdef" not in str(saved)
    monkeypatch.setenv("THE_KEY", "another key than that")
    job = replace(act.job(persona, arguments, "run-1"), saved=saved)
    with pytest.raises(ActionFailed, match="THE_KEY is not the one") as refused:
        list(METHOD.run(METHOD.arguments.model_validate(arguments), job))
    assert refused.value.kind is ErrorKind.USAGE
    monkeypatch.setenv("THE_KEY", "0123456789abcdef")
    list(METHOD.run(METHOD.arguments.model_validate(arguments), job))


def test_switches_and_fields(act: Acting, here: Site) -> None:
    row: JsonObject = {
        "customer": "Bob",
        "note": "a@corp.example 10.1.2.3",
        "email": "b@corp.example",
    }
    persona = here.make("Switches", {"1": row})
    result = act(
        METHOD,
        persona,
        {"entities": {"ip": False}, "fields": {"customer": "person", "email": "keep"}},
    )
    (after,) = here.fields(persona)
    assert str(after["note"]).endswith("@pseudonym.example 10.1.2.3")
    assert str(after["email"]).endswith("@pseudonym.example")
    assert after["customer"] != "Bob"
    assert result["entities"] == {"email": 2, "person": 1}


def test_the_platforms_files_hold_no_original(act: Acting, here: Site, tmp_path: Path) -> None:
    rows: dict[str, JsonObject] = {f"r{n}": {"t": "Zebulon Quux pays", "n": n} for n in range(300)}
    persona = here.make("Grep", rows, {"a.txt": b"Zebulon Quux"})
    here.port.update_persona(persona, {"description": "for Zebulon Quux"}, key="d")
    here.port.create_version(persona, "before", key="v")
    act(METHOD, persona, {"examples": ["Zebulon Quux"], "drop_versions": True})
    stored = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert stored
    assert not [path for path in stored if b"Quux" in path.read_bytes()]


def test_results_and_steps_tell_nothing(act: Acting, here: Site) -> None:
    persona = here.make("Quiet", ROWS, {"acme corp.txt": b"Acme Corp", "acme corp.bin": b"x"})
    result = act(METHOD, persona, {**CUSTOMER, "files": "keep"})
    told = repr((result, act.steps)).lower()
    assert not [old for old in ("acme", "novak", "zoe@", "555") if old in told]


def test_without_verification(act: Acting, here: Site) -> None:
    persona = here.make("Trusting", ROWS)
    here.port.create_version(persona, "before", key="v")
    result = act(METHOD, persona, {**CUSTOMER, "verify": False})
    assert result["residual"] is None
    assert result["versions_with_originals"] == [1]
    assert "acme" not in json.dumps(here.fields(persona)).lower()


def test_checks() -> None:
    assert check({}) == [(("examples",), True)]
    assert check({"examples": ["Acme", " ", ""]}) == [
        (("examples", 1), False),
        (("examples", 2), False),
    ]
    assert check({"examples": ["Al", "B", "Acme"]}) == [
        (("examples", 0), True),
        (("examples", 1), True),
    ]
    held = {"value": "Acme", "replace": "not Acme"}
    assert check({"examples": [held]}) == [(("examples", 0), False)]
    assert check({"examples": [{"value": "Acme", "replace": "me@corp.example"}]}) == [
        (("examples", 0), False)
    ]
    twice = [{"value": "Acme Corp", "replace": "A"}, {"value": "ACME CORP", "replace": "B"}]
    assert (("examples", 1), False) in check({"examples": twice})
    assert check({"examples": ["Acme"], "key_env": "NOT-A-NAME"}) == [(("key_env",), False)]
    assert check({"examples": ["Acme"], "key_env": "NOT_SET_ANYWHERE"}) == [(("key_env",), False)]


def test_examples_from_files(act: Acting, here: Site, tmp_path: Path) -> None:
    lines, table = tmp_path / "names.txt", tmp_path / "names.csv"
    lines.write_text("\ufeffAcme Corp\n\n Zoe Novak \n")
    table.write_text("value,entity,replace\nAcme Corp,organization,Demo Ltd\nT-1,id,\n")
    one, two = here.make("Lines", ROWS), here.make("Table", ROWS)
    assert act(METHOD, one, {"examples_file": str(lines)})["residual"] == 0
    assert act(METHOD, two, {"examples_file": str(table)})["residual"] == 0
    assert here.fields(two)[0]["subject"] == "Demo Ltd asks"
    assert check({"examples_file": str(lines)}) == []
    table.write_text("name\nx\n")
    assert check({"examples_file": str(table)}) == [(("examples_file",), False)]
    assert check({"examples_file": str(tmp_path / "none.txt")}) == [(("examples_file",), False)]


def test_content_that_another_changes_meanwhile(act: Acting, here: Site) -> None:
    persona = here.make("Changed")
    here.port.update_persona(persona, {"description": "Acme Corp"}, key="d1")
    port = here.port
    read = port.persona

    def first_read(persona_id: str, *, version: int | None = None) -> Persona:
        found = read(persona_id, version=version)
        port.persona = read  # type: ignore[method-assign]
        port.update_persona(persona, {"description": "Acme Corp, again"}, key="d2")
        return found

    port.persona = first_read  # type: ignore[method-assign]
    act(METHOD, persona, CUSTOMER)
    assert port.persona(persona).content.description.endswith(" Corp, again")
    assert not port.persona(persona).content.description.startswith("Acme")


def test_nothing_to_do(act: Acting, here: Site) -> None:
    persona = here.make("Empty")
    assert act(METHOD, persona, CUSTOMER)["rows"] == {"read": 0, "changed": 0}
    assert here.port.persona(persona).content == PersonaContent("Empty")
    here.add(persona, {"r": {"t": "clean"}})
    before = here.rows(persona)
    act(METHOD, persona, CUSTOMER, run="2")
    assert here.rows(persona) == before == [Row("r", {"t": "clean"}, revision=before[0].revision)]
