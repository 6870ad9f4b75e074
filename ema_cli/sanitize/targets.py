"""Examples as they are looked for: an anchor, and what stands before and behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ema_cli.sanitize.detectors.all import detectors
from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.folding import fold, fold_text
from ema_cli.sanitize.inference import (
    NameShape,
    has_joined_forms,
    infer,
    name_shape,
    words_of,
)
from ema_cli.sanitize.reserved import value_of

if TYPE_CHECKING:
    from ema_cli.sanitize.detectors.detector import Detector
    from ema_cli.sanitize.tries import Step

_ANCHOR = 3
"""Letters that the first word must have to be the anchor."""
_CAMEL = 4
"""Letters that a part of an identifier in camel case must have."""
_NUMBERED = 6
"""Letters that an example must have to be found right beside digits."""
_HEXADECIMAL = frozenset("abcdef")
_JOINERS = r"[\-_.+/]"
_SPACE = r"\s++(?:(?<=\n)>[>\s]*+)?+"
"""White space, with the marks of a quoted mail behind a line break."""


@dataclass(frozen=True, slots=True)
class Target:
    """An example as it is looked for.

    `left` are the gaps and words before the anchor, from it outwards; `right` those behind it.
    """

    example: Example
    entity: Entity
    value: str
    """What its pseudonym is made from."""
    anchor: str
    left: tuple[Step, ...]
    right: tuple[Step, ...]
    camel: bool
    """Whether it is found as a part of an identifier in camel case, too."""
    numbered: bool
    """Whether it is found right beside digits, too, as in `annlee99`."""
    first: str
    last: str
    shape: NameShape


def target_of(example: Example) -> Target:
    """Work out how an example is looked for."""
    entity = example.entity or detected(example.value) or infer(example.value)
    folded = " ".join(fold_text(example.value).split())
    words = words_of(folded)
    if not words:
        plain = NameShape(single=True, suffix="")
        return Target(example, entity, folded, folded, (), (), False, False, " ", " ", plain)
    folded = folded.rstrip(".") if words[-1][1] < len(folded) else folded
    chosen = next(
        (place for place, word in enumerate(words) if _length(word) >= _ANCHOR),
        max(range(len(words)), key=lambda place: _length(words[place])),
    )
    return Target(
        example=example,
        entity=entity,
        value=value_of(example.swaps or example.value, entity),
        anchor=folded[slice(*words[chosen])],
        left=_left(folded, words, chosen),
        right=_right(folded, words, chosen),
        camel=_is_camel(entity, words, folded),
        numbered=_is_numbered(words, folded),
        first=folded[0],
        last=folded[-1],
        shape=name_shape(folded, entity)._replace(swapped=example.swaps is not None),
    )


def detected(value: str) -> Entity | None:
    """Say what a detector would take a whole value for, whether it is on or not.

    The pseudonym of such an example is that of its other spellings, which detectors find.
    """
    normal = fold(value).normal.strip()
    if not _TELLING.search(normal):
        return None
    for detector in _every_detector():
        for start, end, entity, _value, reserved in detector.find(normal):
            if end - start == len(normal) and not reserved:
                return entity
    return None


_TELLING = re.compile("[0-9@:]")


@cache
def _every_detector() -> list[Detector]:
    return detectors(frozenset(DETECTED))


def _length(word: tuple[int, int]) -> int:
    return word[1] - word[0]


def _is_camel(entity: Entity, words: list[tuple[int, int]], folded: str) -> bool:
    if sum(map(_length, words)) < _CAMEL or not has_joined_forms(folded):
        return False
    return len(words) > 1 or entity in {Entity.ORGANIZATION, Entity.TEXT}


def _is_numbered(words: list[tuple[int, int]], folded: str) -> bool:
    """Whether digits beside it leave no doubt: several words of letters, and no hexadecimal."""
    letters = [char for char in folded if char.isalpha()]
    if len(words) == 1 or len(letters) < _NUMBERED or any(map(str.isdecimal, folded)):
        return False
    return not _HEXADECIMAL.issuperset(letters)


def _right(folded: str, words: list[tuple[int, int]], anchor: int) -> tuple[Step, ...]:
    joined = has_joined_forms(folded)
    steps = [
        (_gap(folded[before[1] : word[0]], joined=joined), folded[slice(*word)])
        for before, word in zip(words[anchor:], words[anchor + 1 :], strict=False)
    ]
    edge = folded[words[-1][1] :]
    return (*steps, (_spaced(edge), "")) if edge else tuple(steps)


def _left(folded: str, words: list[tuple[int, int]], anchor: int) -> tuple[Step, ...]:
    joined = has_joined_forms(folded)
    steps = [
        (
            _gap(folded[words[place][1] : words[place + 1][0]], joined=joined),
            folded[slice(*words[place])],
        )
        for place in reversed(range(anchor))
    ]
    edge = folded[: words[0][0]]
    return (*steps, (_spaced(edge), "")) if edge else tuple(steps)


def _gap(gap: str, *, joined: bool) -> str:
    """Pattern of what may stand between two words."""
    if not joined:
        return _spaced(gap)
    mark = re.escape(gap.strip())
    marked = rf"(?:{_SPACE})?+{mark}(?:{_SPACE})?+|" if mark else ""
    return rf"(?:{marked}{_SPACE}|{_JOINERS})?+"


def _spaced(text: str) -> str:
    return r"\s+".join(map(re.escape, re.split(r"\s+", text)))
