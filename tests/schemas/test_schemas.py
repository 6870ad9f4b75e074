"""The JSON Schemas: committed as they are made, true to what the check says, fit for editors."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from ema_cli.cli.schema import Kind, schema
from ema_cli.documents.nodes import value
from ema_cli.documents.reading import read
from ema_cli.errors import InvalidInput
from ema_cli.plans import bodies, keys
from ema_cli.settings import config_file
from ema_cli.tools.registry import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Ema

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "docs" / "schemas"
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
ALIASES = sorted((ROOT / "aliases").glob("*.yaml"))
MISTAKES = sorted((ROOT / "tests" / "mistakes").glob("*.yaml"))


@cache
def of(kind: Kind) -> Any:
    return schema(kind, table())


def valid(kind: Kind, instance: object) -> bool:
    return Draft202012Validator(of(kind)).is_valid(instance)


def plain(path: Path) -> Any:
    return value(read(path.read_bytes(), path.name))


def written(text: str) -> Any:
    return value(read(text.encode(), "text"))


@pytest.mark.parametrize("kind", Kind)
def test_committed(kind: Kind) -> None:
    committed = json.loads((COMMITTED / f"{kind}.schema.json").read_text())
    assert committed == of(kind), (
        f"`ema schema {kind} -o docs/schemas/{kind}.schema.json` renews it"
    )


def test_nothing_else_is_committed() -> None:
    assert {path.name for path in COMMITTED.iterdir()} == {f"{kind}.schema.json" for kind in Kind}


def test_the_command_prints_what_is_committed(ema: Ema) -> None:
    done = ema("schema", "plan")
    assert done.out == (COMMITTED / "plan.schema.json").read_text()


@pytest.mark.parametrize("kind", Kind)
def test_each_is_a_schema(kind: Kind) -> None:
    made = of(kind)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(made)


def subschemas(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for inner in node.values():
            yield from subschemas(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from subschemas(inner)


@pytest.mark.parametrize("kind", Kind)
def test_nothing_is_referred_to_that_is_not_there(kind: Kind) -> None:
    made = of(kind)
    references = {node["$ref"] for node in subschemas(made) if isinstance(node.get("$ref"), str)}
    names = {f"#/$defs/{name}" for name in made["$defs"]}
    assert references <= names
    assert names - references <= {"#/$defs/item"}, "and nothing is there for nothing"


@pytest.mark.parametrize("kind", Kind)
def test_examples_hold(kind: Kind) -> None:
    made = of(kind)
    validator = Draft202012Validator(made)
    assert made["examples"]
    for node in [made, *made["$defs"].values()]:
        for example in node.get("examples", []):
            assert (
                list(validator.evolve(schema={**node, "$defs": made["$defs"]}).iter_errors(example))
                == []
            )


def test_every_argument_is_described() -> None:
    definitions = of(Kind.PLAN)["$defs"]
    methods = [name for name in definitions if name.startswith("tool.")]
    assert len(methods) >= len(table())
    for name in methods:
        for argument, described in definitions[name].get("properties", {}).items():
            assert described.get("description"), f"{name} {argument}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_plans(path: Path) -> None:
    assert valid(Kind.PLAN, plain(path))


@pytest.mark.parametrize("path", ALIASES, ids=lambda path: path.stem)
def test_shipped_aliases_are_aliases(path: Path) -> None:
    assert valid(Kind.ALIAS, plain(path))


@pytest.mark.parametrize("path", [*EXAMPLES, *ALIASES], ids=lambda path: path.stem)
def test_editors_are_told_which_schema(path: Path) -> None:
    kind = Kind.ALIAS if path in ALIASES else Kind.PLAN
    first = path.read_text().partition("\n")[0]
    assert first == f"# yaml-language-server: $schema=../docs/schemas/{kind}.schema.json"
    assert (path.parent / first.partition("=")[2]).exists()


UNKNOWABLE = (
    r"more than 100,000 actions|more than 100 aliases",  # counting what aliases expand to
    r"in a circle",  # following names
    r"in alias `|there is no such alias",  # other files
    r"--aliases |--var ",  # options
    r"the file does not exist|this is a folder|matches no file|a path cannot hold",  # local files
    r"this id is taken",  # comparing items with one another
    r"cannot be sanitized|adds data after the last sanitize",
    r"no action in|is not there yet|has no such part",  # results of other actions
    r"across|is the target itself",  # environments
    r"takes the place of|without examples",  # what is right, and still worth a word
)
"""What a schema cannot know, in the words of the check, each with its reason."""


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_a_mistake_that_a_schema_can_know_is_refused(path: Path) -> None:
    try:
        plan = plain(path)
    except InvalidInput:
        return  # no YAML of ours, so there is nothing for a schema to judge
    # What a variable's text or value is, no schema can tell.
    if valid(Kind.PLAN, plan) and not path.stem.startswith("variable-"):
        answers = path.with_suffix(".txt").read_text().splitlines()
        knowable = [line for line in answers if not any(re.search(p, line) for p in UNKNOWABLE)]
        assert knowable == []


def test_a_good_part_of_the_mistakes_is_refused() -> None:
    refused = 0
    for path in MISTAKES:
        try:
            refused += not valid(Kind.PLAN, plain(path))
        except InvalidInput:
            continue
    assert refused >= 50


@pytest.mark.parametrize(
    "plan",
    [
        "[]",
        "- tool: snapshot",
        "- {tool: snapshot, args: }",
        "- {tool: validate, args: {}}",
        "- {tool: snapshot, args: {method: create, message: $x}, id: a-1, always: true}",
        "- {tool: snapshot, args: {method: restore, version: '${actions.a.result.version}'}}",
        "- {tool: data, args: {method: copy, from: $source, link: $link, include: $what}}",
        "- {tool: data, args: {method: copy, from: $source, include: [rows, $what]}}",
        "- {tool: data, args: {method: upload, content: [{a: {b: [1]}}], key: a, as: $as}}",
        "- {tool: data, args: {method: upload, content: , file: rows.csv}}",
        "- {tool: data, args: {method: sanitize, examples: [Acme, {value: $v, entity: person}]}}",
        "{actions: [], description: 1, x-own: {any: thing}, vars: , aliases: }",
        "{actions: [quick], aliases: {quick: [tidy], tidy: {vars: {a: 1}, actions: []}}}",
    ],
)
def test_what_a_plan_may_be(plan: str) -> None:
    assert valid(Kind.PLAN, written(plan))


@pytest.mark.parametrize(
    "plan",
    [
        "{}",
        "text",
        "1",
        "- tool: data",
        "- {tool: data, args: {}}",
        "- {tool: data, args: {from: $source}}",
        "- {tool: data, args: {method: $method, from: $source}}",
        "- {tool: data, args: {method: copy}}",
        "- {tool: data, args: {method: copy, from: [$source]}}",
        "- {tool: data, args: {method: copy, from: x, link: yes}}",
        "- {tool: data, args: {method: copy, from: x, include: [row]}}",
        "- {tool: data, args: {method: copy, from: x, include: []}}",
        "- {tool: data, args: {method: upload}}",
        "- {tool: data, args: {method: upload, file: a, files: [b]}}",
        "- {tool: data, args: {method: delete}}",
        "- {tool: snapshot, args: {method: restore, version: 0}}",
        "- {tool: snapshot, args: {method: restore, version: $$1}}",
        "- {tool: snapshot, args: {massage: x}}",
        "- {tool: snapshot, args: []}",
        "- {tool: validate, args: {method: workflow}}",
        "- {tool: snapshot, id: A}",
        "- {tool: snapshot, parallel: true}",
        "- {tool: snapshot, always: yes}",
        "- validate",
        "- a/b",
        "- ${alias}",
        "- [quick]",
        "{actions: [], vars: {source: x}}",
        "{actions: [], vars: {a-b: x}}",
        "{actions: [], version: 2}",
        "{actions: [], aliases: {data: []}}",
        "{actions: [], aliases: {a: {version: 1, actions: []}}}",
    ],
)
def test_what_a_plan_may_not_be(plan: str) -> None:
    assert not valid(Kind.PLAN, written(plan))


def test_keys_are_those_that_the_reader_knows() -> None:
    definitions = of(Kind.PLAN)["$defs"]
    assert tuple(definitions["plan"]["properties"]) == keys.PLAN_KEYS
    assert tuple(definitions["alias"]["properties"]) == bodies._ALIAS_KEYS  # noqa: SLF001 - one truth
    assert tuple(definitions["action"]["properties"]) == keys.ACTION_KEYS
    config = of(Kind.CONFIG)
    assert tuple(config["properties"]) == config_file.CONFIG_KEYS
    environment = config["$defs"]["environment"]["properties"]
    assert set(environment) == set(config_file.ENVIRONMENT_KEYS)


CONFIGS = {
    "{}": True,
    "{version: 1, env: demo, timeout: 1.5}": True,
    "{environments: {demo: {url: 'https://ema.acme.example/base', api_key_env: KEY}}}": True,
    "{environments: {demo: {routes: {personas: GET /v2/personas}, protected: true}}}": True,
    "{environments: {demo: {url: 'HTTPS://[::1]:8443', idempotency: false, timeout: 5}}}": True,
    "{environments: {}}": True,
    "[]": False,
    "{version: 2}": False,
    "{environment: {}}": False,
    "{env: a b}": False,
    "{timeout: 0}": False,
    "{timeout: 1m}": False,
    "{timeout: 86401}": False,
    "{environments: {local: {url: 'https://a.example'}}}": False,
    "{environments: {demo: {url: a.example}}}": False,
    "{environments: {demo: {url: 'https://u:p@a.example'}}}": False,
    "{environments: {demo: {url: 'https://a.example/?q=1'}}}": False,
    "{environments: {demo: {api_key: s3cret}}}": False,
    "{environments: {demo: {api_key_env: s3cret-key}}}": False,
    "{environments: {demo: {protected: yes}}}": False,
    "{environments: {demo: {routes: {persona: GET}}}}": False,
    "{environments: {demo: {routes: {person: 'GET /p'}}}}": False,
    "{environments: {demo: {ca_file: 1}}}": False,
}


@pytest.mark.parametrize("text", CONFIGS)
def test_a_configuration_is_judged_as_the_reader_judges_it(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    try:
        config_file.read_config(path)
        read_well = True
    except InvalidInput:
        read_well = False
    assert (read_well, valid(Kind.CONFIG, written(text))) == (CONFIGS[text], CONFIGS[text])
