"""Examples as plans give them: values that must not be left in a persona."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field

from ema_cli.sanitize.entities import Entity, Example
from ema_cli.tool import Arguments, OfflineProblem, SensitiveMark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ExampleEntity: TypeAlias = Literal[
    "person", "organization", "email", "phone", "address", "id", "text"
]
SHORT = 2
"""An example of so few characters is likely to be a part of much else."""


NO_EXAMPLES = OfflineProblem(
    ("examples",),
    "without examples, names are not looked for",
    "give the names that must not be left as `examples`",
    warning=True,
)


class GivenExample(Arguments):
    """A value that must not be left, and what is known of it."""

    value: str = Field(description="The value.")
    entity: ExampleEntity | None = Field(
        default=None, description="What it is; without it, inferred from the value."
    )
    replace: str | None = Field(
        default=None, description="What to put in its place, instead of a pseudonym."
    )


Examples: TypeAlias = Annotated[list[str | GivenExample], SensitiveMark()]


def as_examples(given: Sequence[str | GivenExample]) -> list[Example]:
    """Make examples of what a plan gives."""
    return [
        Example(one)
        if isinstance(one, str)
        else Example(one.value, Entity(one.entity) if one.entity else None, one.replace)
        for one in given
    ]


def example_problems(where: tuple[str | int, ...], example: Example) -> Iterator[OfflineProblem]:
    """Judge one example, given at `where`."""
    length = len(example.value.strip())
    if not length:
        yield OfflineProblem(where, "an example is empty", "leave it out")
    elif length <= SHORT:
        yield OfflineProblem(
            where,
            "an example of one or two characters takes much that is something else",
            "give more of it",
            warning=True,
        )
