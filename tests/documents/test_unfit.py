"""What does not fit into a model is told with its place and without values."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator

from ema_cli.documents.nodes import value
from ema_cli.documents.reading import read
from ema_cli.documents.unfit import problems_from


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    value: str = Field(min_length=2, max_length=4)
    kind: Literal["one", "two"] = "one"


class Other(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    number: int


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)
    name: str
    source: str = Field(default="x", alias="from")
    count: Annotated[int, Field(gt=0, lt=10)] = 1
    ratio: float = 0.5
    on: bool = False
    tags: list[str] = Field(default=[])
    inner: Inner | None = None
    either: list[str | Inner] = Field(default=[])
    several: list[Inner | Other] = Field(default=[])
    by_name: dict[str, Inner] = Field(default={})
    which: Literal["all"] | list[str] | None = None
    free: JsonValue = None

    @field_validator("name")
    @classmethod
    def _no_space(cls, name: str) -> str:
        if " " in name:
            raise ValueError("a name holds no space")
        return name


def problems(text: str) -> list[str]:
    node = read(text.encode(), "f")
    with pytest.raises(ValidationError) as caught:
        Model.model_validate(value(node))
    return [str(problem) for problem in problems_from(caught.value.errors(), node, Model)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{}", "f:1:1: `name` is missing"),
        ("[]", "f:1:1: this must be a mapping, not a list"),
        ("name: 12", "f:1:7: `name` must be text, not a number (put it in quotes)"),
        ("name: true", "f:1:7: `name` must be text, not true or false (put it in quotes)"),
        ("name:", "f:1:6: `name` must be text, not nothing"),
        ("name: [a]", "f:1:7: `name` must be text, not a list"),
        ("name: a b", "f:1:7: `name` is not right: a name holds no space"),
        ("{name: a, nmae: b}", "f:1:11: unknown key `nmae` (did you mean `name`?)"),
        ("{name: a, form: b}", "f:1:11: unknown key `form` (did you mean `from`?)"),
        ("{name: a, count: 0}", "f:1:18: `count` must be more than 0"),
        ("{name: a, count: 10}", "f:1:18: `count` must be less than 10"),
        (
            "{name: a, count: 1.5}",
            "f:1:18: `count` must be a whole number, not a decimal number",
        ),
        ("{name: a, ratio: x}", "f:1:18: `ratio` must be a number, not text"),
        (
            "{name: a, on: yes}",
            (
                "f:1:15: `on` must be true or false, not text"
                " (write it small and without quotes: yes, on and True are texts)"
            ),
        ),
        (
            "{name: a, tags: b}",
            "f:1:17: `tags` must be a list, not text (write it as a list: [ … ])",
        ),
        (
            "{name: a, tags: {b: c}}",
            "f:1:17: `tags` must be a list, not a mapping (did you forget '- '?)",
        ),
        (
            "{name: a, tags: [b, 1]}",
            "f:1:21: `tags[1]` must be text, not a number (put it in quotes)",
        ),
        ("{name: a, inner: b}", "f:1:18: `inner` must be a mapping, not text"),
        ("{name: a, inner: {}}", "f:1:18: `value` is missing in `inner`"),
        ("{name: a, inner: {value: a}}", "f:1:26: `inner.value` must have at least 2 characters"),
        (
            "{name: a, inner: {value: aa, knd: 1}}",
            "f:1:30: unknown key `knd` in `inner` (did you mean `kind`?)",
        ),
        (
            "{name: a, inner: {value: aa, kind: tow}}",
            "f:1:36: `inner.kind` must be `one` or `two` (did you mean `two`?)",
        ),
        ("{name: a, which: al}", "f:1:18: `which` must be `all` or a list (did you mean `all`?)"),
        ("{name: a, which: 5}", "f:1:18: `which` must be `all` or a list"),
        (
            "{name: a, which: [a, 5]}",
            "f:1:22: `which[1]` must be text, not a number (put it in quotes)",
        ),
        ("{name: a, either: [1]}", "f:1:20: `either[0]` must be text or a mapping, not a number"),
        (
            "{name: a, either: [{value: a}]}",
            "f:1:28: `either[0].value` must have at least 2 characters",
        ),
        (
            "{name: a, by_name: {x: {value: abcde}}}",
            "f:1:32: `by_name.x.value` must have at most 4 characters",
        ),
    ],
)
def test_problems(text: str, problem: str) -> None:
    assert problems(text) == [problem]


def test_all_problems_come_at_once() -> None:
    assert len(problems("{name: 1, count: x, tags: {}, more: 2}")) == 4


def test_a_union_of_models_is_told_for_each() -> None:
    found = problems("{name: a, several: [{numbr: 1}]}")
    assert "f:1:22: unknown key `numbr` in `several[0]` (did you mean `number`?)" in found


@pytest.mark.parametrize("key", ["secret word", "secret@corp.example", "s3cret", "sécret"])
def test_a_key_that_may_be_a_value_is_not_shown(key: str) -> None:
    assert "cret" not in problems(f"{{name: a, {key}: 1}}")[0]


def test_no_value_is_shown() -> None:
    text = "{name: {SECRET: 1}, count: SECRET, inner: {value: SECRET, kind: SECRET}, tags: SECRET}"
    assert not any("SECRET" in problem for problem in problems(text))
