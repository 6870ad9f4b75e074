"""Aliases: where they are found, how they expand, and what is seen from inside."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ema_cli.plans.expanding import MOST_ACTIONS
from ema_cli.plans.folders import shipped_aliases
from ema_cli.plans.models import RunValues

if TYPE_CHECKING:
    from ema_cli.plans.checking import Examined
    from tests.plans.conftest import Check


def messages(found: Examined) -> list[object]:
    assert found.errors == []
    return [action.shown.get("message") for action in found.plan.actions]


def alias(folder: Path, name: str, message: str, ending: str = ".yaml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{ending}"
    path.write_text(f"- {{tool: snapshot, args: {{message: {message}}}}}\n")
    return path


def test_where_aliases_are_looked_for(look: Check, tmp_path: Path) -> None:
    plan = "aliases: {quick: [{tool: snapshot, args: {message: local}}]}\nactions: [quick]\n"
    given, user, shipped = tmp_path / "given", tmp_path / "user", tmp_path / "shipped"
    beside = alias(Path.cwd() / "aliases", "quick", "beside")
    alias(given, "quick", "given")
    alias(user, "quick", "user")
    alias(shipped, "quick", "shipped")
    everywhere = {"aliases": [given], "user": user, "shipped": shipped}
    assert messages(look(plan, **everywhere)) == ["local"]  # type: ignore[arg-type]
    assert messages(look("[quick]", **everywhere)) == ["given"]  # type: ignore[arg-type]
    assert messages(look("[quick]", user=user, shipped=shipped)) == ["beside"]
    beside.unlink()
    assert messages(look("[quick]", user=user, shipped=shipped)) == ["user"]
    assert messages(look("[quick]", shipped=shipped)) == ["shipped"]


def test_the_option_takes_files_and_folders_and_the_first_one_counts(
    look: Check, tmp_path: Path
) -> None:
    first = alias(tmp_path / "a", "quick", "first")
    alias(tmp_path / "b", "quick", "second")
    alias(tmp_path / "b", "other", "other", ".yml")
    found = look("[quick, other]", aliases=[first, tmp_path / "b"])
    assert messages(found) == ["first", "other"]


def test_beside_the_plan_is_not_the_working_directory(look: Check, tmp_path: Path) -> None:
    alias(tmp_path / "plans" / "aliases", "quick", "beside")
    assert messages(look("[quick]", base=tmp_path / "plans")) == ["beside"]
    assert look(inline=["quick"]).errors


def test_a_file_is_named_exactly(look: Check) -> None:
    alias(Path.cwd() / "aliases", "Quick", "x")
    assert str(look("[quick]").errors[0]) == (
        "plan.yaml:1:2: there is no such alias (did you mean `Quick`?)"
    )


@pytest.mark.parametrize("name", ["../secret", "a/b", "a.yaml", "", ".", "1st", "a b", "ä"])
def test_an_alias_is_never_a_path(look: Check, name: str) -> None:
    alias(Path.cwd(), "secret", "x")
    assert [str(e.place) for e in look(f'["{name}"]').errors] == ["plan.yaml:1:2"]


def test_a_mapping_with_description_and_variables(look: Check) -> None:
    plan = """
    aliases:
      quick:
        description: Makes a version
        vars: {m: from the alias}
        x-note: free
        actions: [{tool: snapshot, args: {message: $m}}]
    actions: [quick]
    """
    assert messages(look(plan)) == ["from the alias"]


def test_aliases_of_aliases(look: Check) -> None:
    plan = """
    aliases:
      outer: [{tool: snapshot}, inner, {tool: validate}]
      inner: [{tool: snapshot}]
    actions: [outer, inner]
    """
    found = look(plan)
    assert [a.alias for a in found.plan.actions] == ["outer", "outer/inner", "outer", "inner"]
    assert [a.where for a in found.actions] == ["plan.yaml:5:15"] * 3 + ["plan.yaml:5:22"]
    assert [a.alias_where for a in found.actions] == [
        "plan.yaml:3:15",
        "plan.yaml:4:15",
        "plan.yaml:3:40",
        "plan.yaml:4:15",
    ]


def test_a_file_is_read_where_it_is_used(look: Check) -> None:
    alias(Path.cwd() / "aliases", "broken", "[")
    assert look("[]").errors == []


@pytest.mark.parametrize(
    ("plan", "circle"),
    [
        ("aliases: {a: [a]}\nactions: [a]", "a -> a"),
        ("aliases: {a: [b], b: [a]}\nactions: [a]", "a -> b -> a"),
        ("aliases: {x: [a], a: [b], b: [c], c: [a]}\nactions: [x]", "a -> b -> c -> a"),
        ("aliases: {a: [b], b: [a]}\nactions: []", "a -> b -> a"),
    ],
)
def test_circles_show_their_path(look: Check, plan: str, circle: str) -> None:
    (error,) = look(plan).errors
    assert f"in a circle: {circle};" in error.message


def test_a_circle_is_found_by_path_and_not_by_counting(look: Check) -> None:
    found = look("aliases: {a: [b], b: [{tool: snapshot}]}\nactions: [" + "a, " * 500 + "]")
    assert messages(found) == [None] * 500
    shared = "aliases: {a: [c, c], b: [c, a], c: [{tool: snapshot}]}\nactions: [a, b, a, b]"
    assert len(look(shared).plan.actions) == 10


def test_a_circle_leaves_the_other_errors(look: Check) -> None:
    found = look("aliases: {a: [a]}\nactions:\n- a\n- tool: x\n")
    assert [str(e.place) for e in found.errors] == ["plan.yaml:1:15", "plan.yaml:4:9"]


def test_expansion_copies(look: Check) -> None:
    plan = """
    vars: {list: [{n: 1}]}
    aliases: {a: [{tool: probe, args: {l: $list, own: [{n: 2}]}}]}
    actions: [a, a]
    """
    found = look(plan)
    values = run_values()
    made = [action.arguments(values).model_extra for action in found.plan.actions]
    made += [found.plan.actions[0].arguments(values).model_extra]
    assert made[0] is not None
    made[0]["l"][0]["n"] = "changed"
    made[0]["own"].append("changed")
    assert made[1:] == [{"l": [{"n": 1}], "own": [{"n": 2}]}] * 2


def run_values() -> RunValues:
    return RunValues(env="local", run_id="r", target="t", target_name="T")


def test_ids_in_an_alias_belong_to_that_use(look: Check) -> None:
    plan = """
    aliases:
      a:
        - {tool: snapshot, id: mine}
        - {tool: snapshot, args: {message: "${actions.mine.result.version}"}}
    actions: [a, a, {tool: snapshot, id: mine}]
    """
    found = look(plan)
    assert found.errors == []
    scopes = [a.scope for a in found.plan.actions]
    assert scopes[0] == scopes[1] != scopes[2] == scopes[3]
    assert scopes[4] == ""


def test_ids_in_an_alias_are_seen_only_inside_it(look: Check) -> None:
    plan = """
    aliases: {a: [{tool: snapshot, id: mine}]}
    actions:
    - a
    - {tool: snapshot, args: {message: "${actions.mine.result.version}"}}
    """
    assert [str(e.place) for e in look(plan).errors] == ["plan.yaml:5:40"]


def test_shadowing_a_shipped_alias_warns(look: Check, tmp_path: Path) -> None:
    alias(tmp_path, "quick", "shipped")
    plan = "aliases: {quick: []}\nactions: [quick, quick]\n"
    found = look(plan, shipped=tmp_path)
    assert [str(w.place) for w in found.plan.warnings] == ["plan.yaml:1:11"]
    assert look("[quick]", shipped=tmp_path).plan.warnings == []


def test_errors_inside_an_alias_name_both_places(look: Check) -> None:
    alias(Path.cwd() / "aliases", "wrong", "1")
    (error,) = look("- wrong\n- wrong\n").errors
    assert str(error) == (
        "aliases/wrong.yaml:1:36: `message` must be text, not a number; in alias `wrong`, used at"
        " plan.yaml:1:3 (put it in quotes)"
    )


def test_most_actions(look: Check) -> None:
    ten = "[" + "z, " * 10 + "]"
    layers = "".join(f"  {a}: {ten.replace('z', b)}\n" for a, b in zip("abc", "bcd", strict=True))
    plan = f"aliases:\n{layers}  d: [{{tool: snapshot}}]\nactions:\n"
    assert len(look(plan + "- a\n").plan.actions) == 1000
    found = look(plan + "- a\n" * (MOST_ACTIONS // 1000))
    assert "more than 100,000 actions" in found.errors[0].message
    assert found.plan.actions == []


@pytest.mark.parametrize("name", ["copy-and-sanitize", "standard-demo-setup"])
def test_the_shipped_aliases_are_there(name: str) -> None:
    assert (shipped_aliases() / f"{name}.yaml").is_file()


def test_values_for_one_use_alone(look: Check) -> None:
    found = look(
        """
        aliases:
          keep: {vars: {words: none}, actions: [{tool: snapshot, args: {message: $words}}]}
          first: {vars: {words: one}, actions: [keep]}
          second: {vars: {words: two}, actions: [keep]}
        actions: [first, keep, second]
        """
    )
    assert found.errors == []
    assert [action.shown["message"] for action in found.actions] == ["one", "none", "two"]


def test_a_shipped_alias_does_not_take_its_own_place(look: Check, tmp_path: Path) -> None:
    shipped, copied = tmp_path / "here" / "aliases", tmp_path / "copy" / "aliases"
    alias(shipped, "keep", "same")
    alias(copied, "keep", "same")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "aliases").symlink_to(shipped)

    def warned(folder: str) -> list[str]:
        found = look("- keep\n", base=tmp_path / folder, shipped=shipped)
        assert messages(found) == [folder if folder == "other" else "same"]
        return [warning.message for warning in found.plan.warnings]

    assert [warned(folder) for folder in ("here", "linked", "copy")] == [[], [], []]
    alias(tmp_path / "other" / "aliases", "keep", "other")
    assert warned("other") == ["alias `keep` takes the place of the one that ema ships"]


def test_each_plan_that_hides_a_shipped_alias_is_told(look: Check, tmp_path: Path) -> None:
    shipped = tmp_path / "aliases"
    alias(shipped, "keep", "same")
    own = "aliases: {keep: []}\nactions: [keep]\n"
    found = look("- keep\n", own, base=tmp_path, shipped=shipped)
    assert [str(warning.place) for warning in found.plan.warnings] == ["plan2.yaml:1:11"]
