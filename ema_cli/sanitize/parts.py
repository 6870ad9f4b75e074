"""A person's name in parts: what else is looked for when `parts` is on.

Of `Ann Marie Lee` these are `Lee, Ann Marie` (the same person, so the same pseudonym with its words
swapped), and, each with a pseudonym of its own since others may share it: `Ann Lee`, `A. Lee`,
`A. M. Lee`, `Ann`, `Marie`, `Lee`. Particles (`van`, `de`) go with the last name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity, Example
from ema_cli.sanitize.inference import PARTICLES, infer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SHORTEST = 2
"""Letters of a name that is looked for alone."""


def with_parts(examples: Iterable[Example]) -> list[Example]:
    """Add the parts of all persons' names; what is an example already is not added again."""
    given = list(examples)
    known = {example.value for example in given}
    added = {part.value: part for example in given for part in _parts(example)}
    return given + [part for value, part in added.items() if value not in known]


def _parts(example: Example) -> Iterator[Example]:
    if (example.entity or infer(example.value)) is not Entity.PERSON or "," in example.value:
        return
    words = example.value.split()
    first = next(
        (place for place in range(1, len(words)) if words[place].lower() in PARTICLES),
        len(words) - 1,
    )
    given, last = words[:first], " ".join(words[first:])
    if not given:
        return
    instead = example.replace.split() if example.replace else []
    head, tail = (instead[0], instead[-1]) if instead else (None, None)
    both = example.replace
    swapped = f"{tail}, {head}" if len(instead) > 1 else both
    yield Example(f"{last}, {' '.join(given)}", Entity.PERSON, swapped, swaps=example.value)
    initials = [word[0] + "." for word in given]
    for names in {(given[0],), (initials[0],), tuple(initials)} - {tuple(given)}:
        yield Example(f"{' '.join(names)} {last}", Entity.PERSON, both)
    for name in (*given, last):
        if len(name.strip(".")) >= _SHORTEST:
            yield Example(name, Entity.PERSON, tail if name == last else head)
