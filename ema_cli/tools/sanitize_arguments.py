"""The arguments of `data sanitize`, and what can be judged of them offline."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from pydantic import Field

from ema_cli.sanitize.entities import Entity, Example
from ema_cli.tool import Arguments, LocalFile, Offline, OfflineProblem
from ema_cli.tools.examples import (
    NO_EXAMPLES,
    ExampleEntity,
    Examples,
    as_examples,
    example_problems,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Scope: TypeAlias = Literal["data", "config"]
Detected: TypeAlias = Literal["email", "phone", "credit_card", "iban", "ssn", "ip", "mac", "secret"]
FieldEntity: TypeAlias = Literal[
    "person", "organization", "address", "id", "text", "email", "phone", "credit_card", "iban",
    "ssn", "ip", "mac", "secret", "date_of_birth", "keep",
]  # fmt: skip
Files: TypeAlias = Literal["fail", "drop", "keep"]

SHORTEST_KEY = 16
"""Bytes that a key must have."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class SanitizeArguments(Arguments):
    """What to take out, where, and what becomes of the rest."""

    examples: Examples = Field(
        default=[], description="Values that must not be left: names above all."
    )
    examples_file: LocalFile | None = Field(
        default=None,
        description="More of them: a text file with one on each line, or a .csv file"
        " with the columns value, entity, replace.",
    )
    entities: dict[Detected, bool] = Field(
        default={}, description="Switches for what is found without examples: `{phone: false}`."
    )
    scope: list[Scope] = Field(
        default=["data", "config"], min_length=1, description="Where: `data`, `config`."
    )
    fields: dict[str, FieldEntity] = Field(
        default={},
        description="What the fields of these names hold, to be taken whole: `{customer: person}`;"
        " `keep` leaves one alone.",
    )
    parts: bool = Field(
        default=False,
        description="Take a person's name in parts, too: `Lee, Ann`, `A. Lee`, `Ann`, `Lee`.",
    )
    key_env: str | None = Field(
        default=None,
        description="The environment variable that holds the key of the pseudonyms; without it,"
        " each run has a key of its own.",
    )
    files: Files = Field(default="fail", description="What becomes of files that are no text.")
    verify: bool = Field(
        default=True, description="Read everything back and fail if anything is left."
    )
    drop_versions: bool = Field(
        default=False, description="Remove the versions that still hold originals."
    )


class ExamplesFileProblem(Exception):
    """The file of examples cannot be used; says why without showing any of it."""


def examples(args: SanitizeArguments) -> list[Example]:
    """Give all examples. Raises `ExamplesFileProblem`."""
    given = as_examples(args.examples)
    return given + (_read(Path(args.examples_file)) if args.examples_file else [])


def _read(path: Path) -> list[Example]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            if path.suffix.lower() == ".csv":
                return list(_table(file))
            return [Example(line.strip()) for line in file if line.strip()]
    except OSError as error:
        raise ExamplesFileProblem(f"the file cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ExamplesFileProblem("the file is not UTF-8 text, or no CSV") from error


def _table(file: Iterable[str]) -> Iterator[Example]:
    reader = csv.reader(file)
    names = [name.strip().lower() for name in next(reader, [])]
    if "value" not in names:
        raise ExamplesFileProblem("the table has no column named value")
    for cells in reader:
        row = dict(zip(names, (cell.strip() for cell in cells), strict=False))
        entity = row.get("entity") or None
        if entity is not None and entity not in get_args(ExampleEntity):
            raise ExamplesFileProblem(f"line {reader.line_num} names an unknown entity")
        if row.get("value"):
            yield Example(
                row["value"], Entity(entity) if entity else None, row.get("replace") or None
            )


def check(args: SanitizeArguments, _offline: Offline) -> Iterable[OfflineProblem]:
    """Judge examples, key and replacements."""
    try:
        every = examples(args)
    except ExamplesFileProblem as problem:
        yield OfflineProblem(("examples_file",), str(problem))
        return
    for place, example in enumerate(every):
        where = ("examples", place) if place < len(args.examples) else ("examples_file",)
        yield from example_problems(where, example)
    yield from _contradictions(args, every)
    yield from _key_problems(args.key_env)
    if not every:
        yield NO_EXAMPLES


def _contradictions(args: SanitizeArguments, every: list[Example]) -> Iterator[OfflineProblem]:
    """Refuse replacements that would have to be replaced themselves, and two for one value."""
    if not any(example.replace for example in every):
        return
    from ema_cli.sanitize.sanitizer import (  # noqa: PLC0415 - only needed for replacements
        Options,
        Sanitizer,
        targets,
    )

    usable = [example for example in every if example.value.strip()]
    sanitizer = Sanitizer(usable, b"\0" * SHORTEST_KEY, Options(parts=args.parts))
    said: dict[str, str | None] = {}
    for place, (example, target) in enumerate(zip(usable, targets(usable), strict=True)):
        where = ("examples", place) if place < len(args.examples) else ("examples_file",)
        if example.replace is not None and sanitizer.text(example.replace) != example.replace:
            yield OfflineProblem(
                where,
                "the replacement holds a value that is to be taken out",
                "choose one that holds no example, mail address, phone number and the like",
            )
        if said.setdefault(target.value, example.replace) != example.replace:
            yield OfflineProblem(
                where, "an example stands here twice, to be replaced differently", "keep one"
            )


def _key_problems(name: str | None) -> Iterator[OfflineProblem]:
    if name is None:
        return
    if not _VARIABLE.fullmatch(name):
        yield OfflineProblem(
            ("key_env",), "this is no name of an environment variable", "give the name, not the key"
        )
        return
    value = os.environ.get(name)
    if value is None:
        # Not shown: a key that was pasted here can look like a name.
        yield OfflineProblem(
            ("key_env",),
            "the environment variable of this name is not set",
            "give the name of a variable that holds the key, not the key",
        )
    elif len(os.fsencode(value)) < SHORTEST_KEY:
        yield OfflineProblem(
            ("key_env",),
            f"the key in {name} has fewer than {SHORTEST_KEY} bytes",
            "make one with `openssl rand -hex 32`",
        )
