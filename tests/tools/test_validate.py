"""`validate` on a persona of a real workspace, and on bundles."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.personas.bundle_reading import open_bundle
from ema_cli.platforms.port import FileInfo, PersonaContent, Row
from ema_cli.tool import Notice, Offline
from ema_cli.tools.validate import METHOD, ValidateArguments, ValidateResult, judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ema_cli.personas.exports import Export
    from tests.tools.conftest import Acting, Site

EXAMPLE = Path(__file__).parents[2] / "examples" / "personas" / "acme-support.yaml"
DEAD_END = {
    "nodes": [
        {"name": "chat", "action": "triggers.emainternal.chat_trigger"},
        {"name": "lost", "action": "actions.other.thing", "inputs": {"q": "{{chat.user_query}}"}},
    ],
    "results": {"WORKFLOW_OUTPUT": ["{{chat.user_query}}"]},
}
UNUSED_CATEGORY = {
    "nodes": [
        {"name": "chat", "action": "triggers.emainternal.chat_trigger"},
        {
            "name": "sort",
            "action": "actions.emainternal.chat_categorizer",
            "inputs": {"conversation": "{{chat.chat_conversation}}"},
            "typeArguments": {"categories": [{"name": "Fallback"}, {"name": "Refund"}]},
        },
    ],
    "results": {"WORKFLOW_OUTPUT": ["{{sort.category_Refund}}"]},
}


class Validate:
    """Makes a persona and validates it."""

    def __init__(self, here: Site, act: Acting) -> None:
        self.port = here.port
        self._act = act
        self.target = ""

    def persona(self, **content: Any) -> Validate:
        made = self.port.create_persona(PersonaContent(name="desk", **content), key="make")
        self.target = made.id
        return self

    def rows(self, *fields: Any) -> Validate:
        rows = [Row(f"{n}-ada@corp.example", value) for n, value in enumerate(fields)]
        self.port.write_rows(self.target, rows, key="rows")
        return self

    def file(self, name: str, data: bytes) -> Validate:
        self.port.write_file(self.target, name, "text/plain", [data], key=f"file-{name}")
        return self

    def __call__(self, *checks: str, **arguments: Any) -> dict[str, Any]:
        given = {"checks": list(checks)} if checks else {}
        return self._act(METHOD, self.target, {**given, **arguments})

    @property
    def notices(self) -> list[str]:
        return [step.message for step in self._act.steps if isinstance(step, Notice)]


@pytest.fixture
def validate(here: Site, act: Acting) -> Validate:
    return Validate(here, act)


def judged(
    export: Export, checks: list[str], count: Callable[[], int] | None = None, **more: Any
) -> dict[str, Any]:
    arguments = ValidateArguments.model_validate({"checks": checks, **more})
    steps = judge(export, arguments, count)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: dict[str, Any] = end.value.model_dump(mode="json")
            return result


def rules(result: dict[str, Any]) -> list[str]:
    return [f"{found['severity']} {found['rule']} {found['path']}" for found in result["findings"]]


def failed(act: Callable[[], Any]) -> tuple[ActionFailed, dict[str, Any]]:
    with pytest.raises(ActionFailed) as caught:
        act()
    assert caught.value.kind is ErrorKind.FINDINGS
    assert isinstance(caught.value.result, ValidateResult)
    return caught.value, caught.value.result.model_dump(mode="json")


def test_a_persona_that_keeps_the_rules_has_no_finding(validate: Validate) -> None:
    result = validate.persona()()
    assert result == {
        "checks": ["workflow", "config"],
        "errors": 0,
        "warnings": 0,
        "advice": 0,
        "findings": [],
    }


def test_an_error_fails_and_the_findings_stand_beside_it(validate: Validate) -> None:
    error, result = failed(validate.persona(enabled_by_user=True, workflow_def=DEAD_END))
    assert error.message == "validation found 1 error"
    assert result["errors"] == 1
    assert result["findings"] == [
        {
            "check": "workflow",
            "rule": "path-to-output",
            "severity": "error",
            "path": "workflow_def.nodes[1]",
            "message": 'the path that ends at the node "lost" leads to no output',
            "hint": "use one of its outputs in another node or in WORKFLOW_OUTPUT",
        }
    ]
    assert validate.notices == [
        (
            'workflow_def.nodes[1]: error: the path that ends at the node "lost" leads to no output'
            " (use one of its outputs in another node or in WORKFLOW_OUTPUT)"
        )
    ]


def test_a_warning_fails_only_when_strict(validate: Validate) -> None:
    validate.persona(workflow_def=UNUSED_CATEGORY)
    result = validate()
    assert (result["errors"], result["warnings"]) == (0, 1)
    error, _ = failed(lambda: validate(strict=True))
    assert error.message == "validation found 1 warning"


def test_only_the_checks_that_are_asked_for_run_each_once(validate: Validate) -> None:
    validate.persona(enabled_by_user=True, workflow_def=None, proto_config={"widgets": [{}]})
    assert validate("workflow")["findings"] == []
    _, result = failed(lambda: validate("config", "config"))
    assert result["checks"] == ["config"]
    assert result["errors"] == 3


def test_many_findings_are_shown_in_part_and_kept_whole(validate: Validate) -> None:
    validate.persona(proto_config={"widgets": [{"name": f"w{n}"} for n in range(50)]})
    _, result = failed(validate)
    assert len(result["findings"]) == 50
    assert len(validate.notices) == 21
    assert validate.notices[-1] == "and 30 more findings in the result"


def test_data_of_no_use_is_told_with_counts_and_without_values(validate: Validate) -> None:
    validate.persona().rows(
        {"note": "Ada Brook"},
        {},
        {"document": {"text": " "}},
        {"document": "Ada Brook"},
        {"document": {"file": "Ada Brook.txt"}},
        {"document": {"file": "there.txt"}},
        {"document": {"text": "Ada Brook"}},
        {"document": None},
    )
    validate.file("there.txt", b"Ada Brook").file("empty.txt", b"")
    error, result = failed(lambda: validate("data"))
    assert [" ".join(list(f.values())[1:5]) for f in result["findings"]] == [
        "row-empty warning rows[1] 1 row without any field",
        (
            "document-text warning rows[2] 2 rows with a document that has no text,"
            " so that no search finds it"
        ),
        "document-file error rows[4] 1 row with a document in a file that is not there",
        "file-empty warning files[0] a file is empty",
    ]
    told = json.dumps(result) + " ".join(validate.notices) + str(error)
    assert "Ada" not in told
    assert "corp.example" not in told


def test_good_data_has_no_finding_over_several_pages(validate: Validate) -> None:
    validate.persona()
    for start in range(0, 2500, 500):
        rows = [Row(f"row-{n}", {"n": n}) for n in range(start, start + 500)]
        validate.port.write_rows(validate.target, rows, key=f"rows-{start}")
    assert validate("data")["findings"] == []


def test_a_persona_without_data_is_a_warning(validate: Validate) -> None:
    assert rules(validate.persona()("data")) == ["warning data-empty rows"]


class Told:
    """An export of a platform that does not keep what it was given."""

    def __init__(self, content: PersonaContent, rows: list[Any], files: dict[str, bytes]) -> None:
        self.content = content
        self._rows = rows
        self._files = files

    def rows(self) -> Iterator[Row]:
        return (Row(str(n), fields) for n, fields in enumerate(self._rows))

    def files(self) -> list[FileInfo]:
        right = sha256(b"as it was").hexdigest()
        return [FileInfo(name, "text/plain", 9, right) for name in self._files]

    @contextmanager
    def open_file(self, name: str) -> Iterator[Iterator[bytes]]:
        yield iter([self._files[name][:4], self._files[name][4:]])


def test_what_a_platform_did_not_keep_is_an_error() -> None:
    told = Told(PersonaContent(name="desk"), [{"a": 1}], {"a": b"as it was", "b": b"as it is now"})
    assert rules(judged(told, ["data"])) == ["error file-damaged files[1]"]
    counted = judged(told, ["data"], lambda: 3)
    assert counted["findings"][0]["message"] == "the platform counts 3 rows and shows 1 row"
    growing = iter(range(3, 9))
    assert rules(judged(told, ["data"], lambda: next(growing))) == ["error file-damaged files[1]"]


def test_what_was_to_go_is_found_and_not_shown(validate: Validate) -> None:
    validate.persona(
        welcome_messages={"messages": ["Hello from Brook & Sons"]},
        workflow_def={"nodes": [], "Brook & Sons": 1},
    )
    validate.rows({"a": 1}, {"note": "brook & sons", "more": ["BROOK & SONS"]}, {"b": "Brook"})
    validate.file("brook.txt", b"one two " * 300_000 + b" Brook & Sons").file("a.bin", b"")
    validate.file("latin.txt", "Brüder".encode("latin-1")).file("clean.csv", b"a,b\n")
    _, result = failed(lambda: validate("sanitized", examples=["Brook & Sons"]))
    assert rules(result) == [
        "error residual-config welcome_messages",
        "error residual-config workflow_def",
        "error residual-rows rows[0]",
        "warning files-unseen files[0]",
        "error residual-files files[1]",
    ]
    assert result["findings"][2]["message"] == "5 values are left in 3 rows"
    assert "Brook" not in json.dumps(result)
    assert "brook" not in " ".join(validate.notices)


def test_a_name_that_holds_an_example_is_a_warning(validate: Validate) -> None:
    result = validate.persona()("sanitized", examples=[{"value": "Desk"}])
    assert rules(result) == ["warning residual-name name"]


def test_a_message_of_a_version_that_holds_a_value(validate: Validate) -> None:
    validate.persona()
    validate.port.create_version(validate.target, "before", key="v1")
    validate.port.create_version(validate.target, "for BROOK & Sons", key="v2")
    _, result = failed(lambda: validate("sanitized", examples=["Brook & Sons"]))
    assert rules(result) == ["error residual-versions versions[2].message"]


def test_examples_are_for_the_check_sanitized() -> None:
    def told(**arguments: Any) -> list[tuple[str, bool]]:
        given = ValidateArguments.model_validate(arguments)
        return [(p.message, p.warning) for p in METHOD.check(given, Offline("local", True))]

    assert told() == []
    assert told(checks=["sanitized"], examples=["Ada Brook"]) == []
    assert told(examples=["Ada Brook"]) == [("no check uses these", False)]
    assert told(checks=["sanitized"]) == [("without examples, names are not looked for", True)]
    assert told(checks=["sanitized"], examples=[" "]) == [("an example is empty", False)]


@pytest.mark.parametrize("arguments", [{"checks": []}, {"checks": ["all"]}, {"strict": "yes"}])
def test_wrong_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        ValidateArguments.model_validate(arguments)


def test_a_bundle_is_judged_like_a_persona() -> None:
    export = open_bundle(EXAMPLE)
    assert judged(export, ["workflow", "config", "data"])["findings"] == []
    assert judged(export, ["sanitized"], examples=["Acme Corp"])["errors"] > 4
    empty = Told(replace(export.content, workflow_def=None), [], {})
    assert rules(judged(empty, ["workflow", "config", "data"])) == [
        "error enabled-needs-workflow workflow_def",
        "warning data-empty rows",
    ]
