"""Variables: where they are filled in, what they are worth, and what they never do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.plans.models import Given

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.plans.conftest import Check

KNOWN = Given(
    has_source=True,
    env="local",
    source="src-1",
    source_name="Acme support",
    target="tgt-1",
    target_name="Acme demo",
    run_id="run-1",
)


def filled(
    look: Check,
    args: str,
    given: Given = KNOWN,
    var: Mapping[str, str] | None = None,
    vars_: str = "{}",
) -> dict[str, Any]:
    found = look(f"vars: {vars_}\nactions:\n- tool: probe\n  args: {args}\n", given=given, var=var)
    assert [str(e) for e in found.errors] == []
    return found.plan.actions[0].shown


def wrong(
    look: Check, args: str, given: Given = KNOWN, var: Mapping[str, str] | None = None
) -> list[str]:
    found = look(f"- tool: probe\n  args: {args}\n", given=given, var=var)
    return [f"{e.message} ({e.hint})" for e in found.errors]


def test_what_the_contract_shows(look: Check) -> None:
    args = (
        '{a: $source, b: "${source}X", f: $source-1, g: $source.id, h: "$$source", i: "cost $5",'
        ' j: "^a+$"}'
    )
    assert filled(look, args) == {
        "a": "src-1",
        "b": "src-1X",
        "f": "src-1-1",
        "g": "src-1.id",
        "h": "$source",
        "i": "cost $5",
        "j": "^a+$",
    }


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        ("{a: $sourceX}", "unknown variable `$sourceX` (did you mean `$source`?)"),
        ("{a: $tagret}", "unknown variable `$tagret` (did you mean `$target`?)"),
        ("{a: $source_nam}", "unknown variable `$source_nam` (did you mean `$source_name`?)"),
        ("{a: $TARGET}", "unknown variable `$TARGET` (did you mean `$target`?)"),
    ],
)
def test_a_longer_name_is_another_variable(look: Check, args: str, problem: str) -> None:
    assert wrong(look, args) == [problem]


def test_all_that_is_given(look: Check) -> None:
    args = "[$source, $target, $source_name, $target_name, $env, $run_id]"
    assert filled(look, f"{{a: {args}}}")["a"] == [
        "src-1",
        "tgt-1",
        "Acme support",
        "Acme demo",
        "local",
        "run-1",
    ]


def test_at_any_depth_and_never_in_keys(look: Check) -> None:
    args = "{$env: [{$env: {x: [$env]}}], b: {c: $env}}"
    assert filled(look, args) == {"$env": [{"$env": {"x": ["local"]}}], "b": {"c": "local"}}


@pytest.mark.parametrize(
    "item",
    ["{tool: $env}", "{tool: data, args: {method: $env}}", "{tool: probe, id: $env}", "$env"],
)
def test_never_in_tool_method_or_id(look: Check, item: str) -> None:
    assert look(f"- {item}\n").errors


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("$$", "$"),
        ("$$$$", "$$"),
        ("$$$env", "$local"),
        ("$", "$"),
        ("a$", "a$"),
        ("$ env", "$ env"),
        ("$1", "$1"),
        ("$-x", "$-x"),
        ("$.x", "$.x"),
        ("$)", "$)"),
        ("$$env$env", "$envlocal"),
        ("${env}${env}", "locallocal"),
        ("$env$env", "locallocal"),
        ("$env-$env", "local-local"),
        ("$${env}", "${env}"),
    ],
)
def test_dollars(look: Check, text: str, meant: str) -> None:
    assert filled(look, f"{{a: '{text}'}}") == {"a": meant}


@pytest.mark.parametrize("name", ["über", "größe", "été"])
def test_any_letter_belongs_to_a_name(look: Check, name: str) -> None:
    assert len(wrong(look, f"{{a: ${name}}}")) == 1


def test_alone_a_variable_keeps_its_type(look: Check) -> None:
    vars_ = "{n: 5, f: 1.5, t: true, z: null, l: [1, {a: b}], m: {k: [v]}, s: '5'}"
    args = "{n: $n, f: '${f}', t: $t, z: $z, l: $l, m: $m, s: $s}"
    assert filled(look, args, vars_=vars_) == {
        "n": 5,
        "f": 1.5,
        "t": True,
        "z": None,
        "l": [1, {"a": "b"}],
        "m": {"k": ["v"]},
        "s": "5",
    }


def test_in_a_text_values_are_compact_json(look: Check) -> None:
    vars_ = "{n: 5, f: 1.5, t: true, z: null, l: [1, {a: é}], s: 'a \"b\"'}"
    assert filled(look, "{a: '<$n $f $t $z $l $s>'}", vars_=vars_) == {
        "a": '<5 1.5 true null [1,{"a":"é"}] a "b">'
    }


@pytest.mark.parametrize(
    "name",
    ["$target", "${target}", "a: b", "[x, y]", "{a: 1}", "- x\n- y", "$$", "*a", "!!int 3", "'\""],
)
def test_values_are_literal(look: Check, name: str) -> None:
    given = Given(has_source=True, env="local", source=name, source_name=name)
    args = "{a: $source, b: 'x $source_name', c: [$source]}"
    assert filled(look, args, given=given) == {"a": name, "b": f"x {name}", "c": [name]}
    assert filled(look, "{a: $x, b: '<$x>'}", var={"x": f"'{name}"}) == {
        "a": f"'{name}",
        "b": f"<'{name}>",
    }


def test_a_variable_that_holds_a_variable_adds_nothing(look: Check) -> None:
    assert filled(look, "{a: $x, b: '<$x>'}", vars_="{x: $env}") == {"a": "$env", "b": "<$env>"}
    assert filled(look, "{a: $x}", var={"x": "$env"}) == {"a": "$env"}


def test_precedence(look: Check) -> None:
    plan = """
    {%s
    aliases: {
      outer: {vars: {%s}, actions: [inner]},
      inner: {vars: {x: inner}, actions: [{tool: probe, args: {a: $x}}]}},
    actions: [outer]}
    """
    shown = [
        look(plan % ("vars: {x: plan},", "x: outer"), var={"x": "option"}),
        look(plan % ("vars: {x: plan},", "x: outer")),
        look(plan % ("", "x: outer")),
        look(plan % ("", "")),
    ]
    assert [found.plan.actions[0].shown["a"] for found in shown] == [
        "option",
        "plan",
        "outer",
        "inner",
    ]


def test_an_aliass_variables_are_not_seen_outside(look: Check) -> None:
    plan = "{aliases: {a: {vars: {x: 1}, actions: []}}, actions: [a, {tool: probe, args: {v: $x}}]}"
    assert len(look(plan).errors) == 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("5", 5),
        ("NO", "NO"),
        ("", ""),
        ("null", None),
        ("~", None),
        ("true", True),
        ("02142", "02142"),
        ("[Acme Corp, 5]", ["Acme Corp", 5]),
        ("{a: 1}", {"a": 1}),
        (" 5", " 5"),
        ("a=b", "a=b"),
        ("- a", "- a"),
        ("a: b", "a: b"),
        ('"5"', '"5"'),
    ],
)
def test_values_of_var_and_defaults(look: Check, text: str, meant: Any) -> None:
    assert filled(look, "{a: $x}", var={"x": text}) == {"a": meant}
    if '"' not in text:
        assert filled(look, f'{{a: "${{x:-{text}}}"}}') == {"a": meant}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("${x:-}", ""),
        ("<${x:-}>", "<>"),
        ("<${x:-5}>", "<5>"),
        ("${x:-[a, '}']}", ["a", "}"]),
        ("${x:-{a: {b: c}}}", {"a": {"b": "c"}}),
        ("${x:-{a: {b: c}}}}", '{"a":{"b":"c"}}}'),
        ("${x:-$env}", "$env"),
        ("${x:-a:-b}", "a:-b"),
        ("${env:-other}", "local"),
        ("${source:-other}", "src-1"),
        ("${x:-$5}", "$5"),
    ],
)
def test_defaults(look: Check, text: str, meant: Any) -> None:
    quoted = text.replace("'", "''")
    assert filled(look, f"{{a: '{quoted}'}}") == {"a": meant}


def test_the_default_of_a_source_that_is_not_there(look: Check) -> None:
    none = Given(has_source=False, env="local")
    assert filled(look, '{a: "${source:-nobody}"}', given=none) == {"a": "nobody"}
    assert "there is no source for `$source`" in wrong(look, "{a: $source}", given=none)[0]


def test_an_unused_var_is_an_error(look: Check) -> None:
    assert wrong(look, "{a: $env}", var={"x": "1"}) == [
        "--var x is used nowhere (leave it out, or name it in `args`)"
    ]
    found = look(
        "vars: {customer: 1}\nactions: [{tool: probe, args: {a: $customer}}]",
        var={"custommer": "2"},
    )
    assert [str(e) for e in found.errors] == [
        "--var custommer is used nowhere (did you mean `customer`?)"
    ]


def test_an_unused_variable_of_the_plan_is_none(look: Check) -> None:
    assert filled(look, "{a: 1}", vars_="{x: 1}") == {"a": 1}


def test_var_reaches_an_alias(look: Check) -> None:
    plan = "{aliases: {a: {vars: {x: []}, actions: [{tool: probe, args: {v: $x}}]}}, actions: [a]}"
    assert look(plan).plan.actions[0].shown == {"v": []}
    assert look(plan, var={"x": "[Acme Corp]"}).plan.actions[0].shown == {"v": ["Acme Corp"]}
    assert (
        look("vars: {x: 1}\n" + plan[1:-1].replace(", actions: [a]", "\nactions: [a]")).errors == []
    )


@pytest.mark.parametrize(
    "name", ["source", "target", "env", "run_id", "actions", "a-b", "1a", "a b", "ä"]
)
def test_names_that_no_variable_can_have(look: Check, name: str) -> None:
    assert len(look(f'{{vars: {{"{name}": 1}}, actions: []}}').errors) == 1
    assert look("[]", var={name: "1"}).errors


def test_known_values_are_there_before_arguments_are_checked(look: Check) -> None:
    plan = (
        "vars: {n: 0}\nactions:\n- {tool: data, args: {method: upload, content: [], limit: $n}}\n"
    )
    assert [str(e) for e in look(plan).errors] == ["plan.yaml:3:59: `limit` must be at least 1"]
    assert look(plan, var={"n": "5"}).errors == []
    assert [e.message for e in look(plan, var={"n": "x"}).errors] == [
        "`limit` must be a whole number, not text"
    ]
