"""Environments: where each setting comes from, and what is wrong with settings files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.errors import InvalidInput
from ema_cli.settings.config_file import read_config

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Ema

CONFIG = """\
version: 1
env: demo
timeout: 30
environments:
  demo:
    url: https://demo.ema.example/api
    api_key_env: DEMO_KEY
    ca_file: ca.pem
  prod:
    url: https://ema.example
    protected: true
    timeout: 60
    idempotency: false
    routes: {personas: GET /v2/agents}
  elsewhere: {}
"""


@pytest.fixture
def config(isolated: Path) -> Path:
    path = isolated / "config" / "ema" / "config.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(CONFIG)
    return path


def settings(ema: Ema, *arguments: str, **options: Any) -> dict[str, Any]:
    done = ema("env", "show", *arguments, **options)
    assert done.code == 0, done.err
    (shown,) = done.document["environments"]
    found: dict[str, Any] = shown["settings"]
    return found


@pytest.mark.usefixtures("config")
def test_all_environments_are_listed(ema: Ema) -> None:
    listed = ema("env", "list").document["environments"]
    assert [(one["name"], one["url"], one["chosen_by"]) for one in listed] == [
        ("local", None, None),
        ("demo", "https://demo.ema.example/api", "file"),
        ("prod", "https://ema.example", None),
        ("elsewhere", None, None),
    ]
    assert [one["protected"] for one in listed] == [False, False, True, False]


def test_values_of_the_file_say_where_they_stand(ema: Ema, config: Path) -> None:
    shown = settings(ema)
    assert shown["url"] == {
        "value": "https://demo.ema.example/api",
        "source": "file",
        "where": f"{config}:6:10",
    }
    assert shown["ca_file"]["value"] == str(config.parent / "ca.pem")
    assert shown["timeout"] == {"value": 30.0, "source": "file", "where": f"{config}:3:10"}
    assert shown["idempotency"] == {"value": True, "source": "default", "where": None}
    prod = settings(ema, "prod")
    assert prod["timeout"]["value"] == 60
    assert prod["routes"]["value"] == {"personas": "GET /v2/agents"}
    assert prod["api_key_env"]["value"] == "EMA_API_KEY"


@pytest.mark.usefixtures("config")
@pytest.mark.parametrize(
    ("named", "expected"),
    [
        (("prod", "elsewhere", "env: local"), ("prod", "option")),
        ((None, "prod", "env: local"), ("prod", "variable")),
        ((None, None, "env: prod"), ("prod", "file")),
        ((None, None, None), ("demo", "file")),
    ],
)
def test_option_before_variable_before_project_before_user(
    ema: Ema, tmp_path: Path, named: tuple[str | None, ...], expected: tuple[str, str]
) -> None:
    option, variable, project = named
    if project is not None:
        (tmp_path / "ema.yaml").write_text(project)
    chosen = [] if option is None else ["--env", option]
    env = {"EMA_URL": "https://other.ema.example"} | ({"EMA_ENV": variable} if variable else {})
    (shown,) = ema("env", "show", *chosen, env=env, cwd=tmp_path).document["environments"]
    assert (shown["name"], shown["chosen_by"]) == expected
    assert shown["settings"]["url"]["where"] == "EMA_URL"


@pytest.mark.usefixtures("config")
@pytest.mark.parametrize(
    ("option", "variable", "expected"),
    [
        ("5", "6", (5.0, "option", "--timeout")),
        (None, "6.5", (6.5, "variable", "EMA_TIMEOUT")),
    ],
)
def test_the_time_limit(
    ema: Ema, option: str | None, variable: str, expected: tuple[Any, ...]
) -> None:
    chosen = [] if option is None else ["--timeout", option]
    shown = settings(ema, *chosen, env={"EMA_TIMEOUT": variable})["timeout"]
    assert (shown["value"], shown["source"], shown["where"]) == expected


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "inf", "soon", "1e9"])
def test_what_is_no_time_limit(ema: Ema, limit: str) -> None:
    done = ema("env", "show", env={"EMA_TIMEOUT": limit})
    assert (done.code, done.document["error"]) == (2, "EMA_TIMEOUT is no time limit")


def test_a_url_alone_makes_an_environment(ema: Ema) -> None:
    url = "https://ema.example"
    (shown,) = ema("env", "show", env={"EMA_URL": url}).document["environments"]
    assert (shown["name"], shown["chosen_by"]) == ("remote", "variable")
    named = ema("env", "list", env={"EMA_URL": url, "EMA_ENV": "staging"}).document["environments"]
    assert [one["name"] for one in named] == ["local", "staging"]


def test_an_empty_url_is_no_way_to_say_this_machine(ema: Ema, isolated: Path) -> None:
    done = ema("persona", "create", "--name", "Acme demo", env={"EMA_URL": ""})
    assert (done.code, done.document["error"]) == (2, "EMA_URL is empty")
    assert not (isolated / "data").exists()
    named = ema("persona", "create", "--name", "Acme demo", "-e", "local", env={"EMA_URL": ""})
    assert named.code == 0


def test_local_stays_local(ema: Ema) -> None:
    env = {"EMA_URL": "https://ema.example", "EMA_ENV": "local"}
    assert ema("persona", "list", env=env).document["personas"] == []


@pytest.mark.usefixtures("config")
def test_no_key_is_ever_shown(ema: Ema) -> None:
    env = {"DEMO_KEY": "open-sesame", "EMA_API_KEY": "open-sesame", "EMA_TOKEN": "open-sesame"}
    for command in (("env", "list"), ("env", "show"), ("env", "show", "prod")):
        done = ema(*command, env=env)
        assert "open-sesame" not in done.out + done.err
    assert settings(ema, env=env)["api_key_env"]["is_set"] is True
    assert settings(ema)["api_key_env"]["is_set"] is False


MISTAKES = {
    "environments: {demo: {url: ftp://x}}": "1:28: `url` must begin with https:// and a host",
    "environments: {demo: {url: 'https://me:pw@x.example'}}": (
        "1:28: `url` must not hold a user or password"
    ),
    "environments: {demo: {url: 'https://x.example/?a=b'}}": (
        "1:28: `url` must not have a query or fragment"
    ),
    "environments: {demo: {urll: https://x.example}}": (
        "1:23: unknown key `urll` (did you mean `url`?)"
    ),
    "environments: {demo: {api_key_env: sk-live-123}}": (
        "1:36: `api_key_env` must be the name of a variable, not the key itself"
    ),
    "environments: {demo: {protected: yes}}": "1:34: `protected` must be true or false",
    "environments: {demo: {timeout: soon}}": "1:32: `timeout` must be seconds, as a number",
    "environments: {demo: {routes: {personnas: GET /x}}}": (
        "1:32: unknown route `personnas` (did you mean `personas`?)"
    ),
    "environments: {demo: {routes: {persona: GET /x}}}": (
        "1:41: the route `persona` must have in braces, once each: {persona}"
    ),
    "environments: {demo: {routes: {personas: /x}}}": (
        "1:42: the route `personas` must begin with a method: GET, POST, PUT, PATCH, DELETE"
    ),
    "environments: {local: {url: https://x.example}}": (
        "1:16: `local` is always the platform on this machine (choose another name)"
    ),
    "environments: {a b: {}}": (
        "1:16: the name of an environment must be a name: letters, digits, - and _"
    ),
    "environments: [demo]": "1:15: `environments` must be a mapping",
    "version: 2": "1:10: `version` must be 1",
    "- demo": "1:1: a mapping belongs here, not a list",
    "env: demo\nenv: prod": (
        "2:1: this key stands twice in its mapping (remove one; the first is in line 1)"
    ),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_with_its_place(config: Path, text: str) -> None:
    config.write_text(text)
    with pytest.raises(InvalidInput) as caught:
        read_config(config)
    assert [str(problem) for problem in caught.value.problems] == [f"{config}:{MISTAKES[text]}"]


def test_all_mistakes_are_told_at_once(ema: Ema, config: Path) -> None:
    config.write_text("timeout: no\nenvironments:\n  a: {url: x}\n  b: {insecure: 1}\n")
    done = ema("env", "list")
    assert [one["where"].rpartition("yaml:")[2] for one in done.document["errors"]] == [
        "1:10",
        "3:12",
        "4:17",
    ]


def test_a_project_defines_no_environment(ema: Ema, tmp_path: Path) -> None:
    (tmp_path / "ema.yaml").write_text("environments: {demo: {url: https://elsewhere.example}}\n")
    done = ema("persona", "list", cwd=tmp_path)
    assert done.code == 2
    assert done.document["error"] == "unknown key `environments`"
    assert done.document["hint"] == "environments are set in the user's config.yaml only"


@pytest.mark.usefixtures("config")
def test_an_unknown_environment(ema: Ema) -> None:
    done = ema("persona", "list", "-e", "dmo")
    assert (done.code, done.document["hint"]) == (2, "did you mean `demo`?")


@pytest.mark.usefixtures("config")
def test_an_environment_without_url(ema: Ema) -> None:
    done = ema("persona", "list", "-e", "elsewhere")
    assert (done.code, done.document["error"]) == (2, "the environment elsewhere has no url")


def test_a_broken_file_does_not_keep_the_local_platform_from_working(
    ema: Ema, config: Path
) -> None:
    config.write_text("{")
    assert ema("persona", "list").code == 2
    assert ema("persona", "list", "-e", "local").code == 0
