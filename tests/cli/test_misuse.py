"""Command lines that mean well: what the answer says to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Ema

PLAN = "- {tool: snapshot, id: kept}\n"
CREATE = ("persona", "create", "--name", "x")
RUN = ("run", "--target", "basic-chat")
NO_FILE = "the plan cannot be read: No such file or directory"
LISTED = "`ema snapshot list 'Acme demo'` shows them"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "plan.yaml").write_text(PLAN)
    (tmp_path / "sub" / "other.yml").write_text(PLAN)
    monkeypatch.chdir(tmp_path)


def answer(ema: Ema, arguments: tuple[str, ...]) -> list[Any]:
    done = ema(*arguments)
    assert done.code == 2
    return [done.document["error"], done.document["hint"]]


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        ((*RUN, "copy-and-sanitize"), f"copy-and-sanitize: {NO_FILE}",
         "an alias is given with -a: -a copy-and-sanitize"),
        ((*CREATE, "--actions", "copy-and-sanitize"), f"copy-and-sanitize: {NO_FILE}",
         "an alias is given with -a: -a copy-and-sanitize"),
        ((*RUN, "plam.yaml"), f"plam.yaml: {NO_FILE}", "did you mean `plan.yaml`?"),
        ((*RUN, "plan.yml"), f"plan.yml: {NO_FILE}", "did you mean `plan.yaml`?"),
        ((*RUN, "sub/othr.yaml"), f"sub/othr.yaml: {NO_FILE}", "did you mean `sub/other.yml`?"),
        ((*RUN, "demo.yaml"), f"demo.yaml: {NO_FILE}", "there are: plan.yaml"),
        ((*RUN, "no/plan.yaml"), f"no/plan.yaml: {NO_FILE}", "the folder no does not exist"),
        ((*RUN, "sub"), "sub: the plan cannot be read: Is a directory",
         "name a file in it: sub/other.yml"),
        ((*RUN, "{tool: snapshot}"), "a plan is a file, and this is an action", "give it with -a"),
        ((*RUN, "-a", "plan.yaml"), "-a takes an alias or an action, not a file",
         "a plan is given without -a, an alias by its name, and its file with --aliases"),
        ((*CREATE, "-a", "plan.yaml"), "-a takes an alias or an action, not a file",
         "a plan is given with --actions, an alias by its name, and its file with --aliases"),
        ((*CREATE, "plan.yaml"), "Got unexpected extra argument(s) (plan.yaml)",
         "a plan is given with --actions, an alias or an action with -a"),
        (("persona", "update", "x", "plan.yaml"), "Got unexpected extra argument(s) (plan.yaml)",
         "a plan is given with --actions, an alias or an action with -a"),
        ((*RUN, "--actions", "plan.yaml"), "No such option: --actions",
         "name the plan itself: `ema run PLAN`"),
        ((*RUN, "plan.yaml", "--from", "x"), "No such option: --from",
         "the persona that $source stands for is given with --source"),
        (("run", "plan.yaml"), "Missing option '--target'",
         "name the persona to work on; `ema persona list` shows them"),
        (("persona", "create", "x"), "Missing option '--name'",
         "say what it is to be called: --name 'Acme demo'"),
        (("plan.yaml",), "No such command 'plan.yaml'",
         "a plan is run on a persona: ema run plan.yaml --target PERSONA"),
        (("--env", "demo", "persona", "list"), "No such option: --env",
         "options stand after the name of the command, as in `ema persona list --env demo`"),
        (("snapshot", "restore", "Acme demo"), "VERSION is missing", LISTED),
        (("snapshot", "restore", "Acme demo", "last"),
         "`version` must be a whole number, not text", None),
        (("snapshot", "show", "Acme demo"), "Missing argument 'VERSION'", LISTED),
        (("snapshot", "diff", "Acme demo"), "Missing argument 'A'", LISTED),
        (("snapshot", "delete", "Acme demo"), "Missing argument 'VERSION...'", LISTED),
        (("snapshot", "show", "Acme demo", "last"),
         "Invalid value for 'VERSION': 'last' is not a whole number", LISTED),
        (("runs", "show"), "Missing argument 'RUN'", "`ema runs list` shows them"),
        (("alias", "show"), "Missing argument 'ALIAS'", "`ema alias list` shows them"),
        (("data", "list"), "Missing argument 'PERSONA'", "`ema persona list` shows them"),
        (("data", "list", "x", "y"), "Got unexpected extra argument(s) (y)",
         "see ema data list --help"),
        (("persona", "import", "plan.yaml"), "this is a plan, not a bundle",
         "a plan is run: `ema run PLAN --target PERSONA`, or `ema persona create --actions PLAN`"),
        (("persona", "import", "plam.yaml"), "there is no bundle plam.yaml",
         "did you mean `plan.yaml`?"),
        ((*RUN, "plan.yaml", "plan.yaml"), "plan.yaml is given twice",
         "leave one out; what runs twice can be an alias that is named twice"),
        ((*CREATE, "--actions", "plan.yaml", "--actions", "sub/../plan.yaml"),
         "plan.yaml is given twice, also as sub/../plan.yaml",
         "leave one out; what runs twice can be an alias that is named twice"),
    ],
)  # fmt: skip
def test_what_to_do(
    ema_here: Ema, arguments: tuple[str, ...], error: str, hint: str | None
) -> None:
    assert answer(ema_here, arguments) == [error, hint]


def test_a_mapping_of_actions_is_no_bundle(ema_here: Ema) -> None:
    Path("plan.json").write_text('{"actions": []}')
    assert answer(ema_here, ("persona", "import", "plan.json"))[0] == "this is a plan, not a bundle"


def test_a_bundle_is_no_plan(ema_here: Ema) -> None:
    Path("b.yaml").write_text("ema_bundle: 1\npersona: {name: x}\n")
    done = ema_here("check", "b.yaml")
    assert done.document["errors"] == [
        {
            "message": "this is a bundle, not a plan",
            "hint": "it is taken in with `ema persona import`",
            "where": "b.yaml:1:1",
        }
    ]


def test_a_plan_that_is_linked_is_the_same(ema_here: Ema) -> None:
    Path("link.yaml").symlink_to("plan.yaml")
    error, _ = answer(ema_here, ("check", "plan.yaml", "link.yaml"))
    assert error == "plan.yaml is given twice, also as link.yaml"


def test_an_action_in_place_of_a_plan_is_not_repeated(ema_here: Ema) -> None:
    done = ema_here(*RUN, "{tool: snapshot, args: {message: secret}}")
    assert "secret" not in done.out + done.err


def test_many_plans_are_not_listed(ema_here: Ema) -> None:
    for number in range(20):
        Path(f"other{number:02}.yaml").write_text(PLAN)
    assert answer(ema_here, (*RUN, "zzz.yaml")) == [f"zzz.yaml: {NO_FILE}", None]
    assert answer(ema_here, (*RUN, "plam.yaml"))[1] == "did you mean `plan.yaml`?"


def test_a_name_that_is_taken_is_nothing_to_go_on_with(ema_here: Ema) -> None:
    assert ema_here(*CREATE).code == 0
    again = ema_here(*CREATE)
    assert again.code == 5
    assert "ema resume" not in again.err
    unknown = ema_here("run", "--target", "nobody", "-a", "tool: snapshot")
    assert unknown.err.splitlines()[-1].startswith("to go on: ema resume ")
