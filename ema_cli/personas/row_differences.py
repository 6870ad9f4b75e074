"""Differences between the rows of two exports, in 16 bytes a row however large the rows are.

Rows are read twice: first only digests of their keys and fields are kept and compared; then the
few rows that differ are looked at. A digest has 64 bits: among a million rows two keys share one
with a chance of 3 in 100 million.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

from ema_cli.personas.value_differences import Change, canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import Row

_PARTS = 256


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row that differs; `fields` names the fields of a changed one that do."""

    key: str
    change: Change
    fields: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RowChanges:
    """How many rows differ, and the first of them; `reordered` is told of those in both."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    reordered: bool = False
    listed: tuple[RowChange, ...] = ()


def row_changes(before: Export, after: Export, *, most: int) -> RowChanges:
    """Compare the rows; at most `most` of each kind are listed."""
    old, new = _Digests.of(before), _Digests.of(after)
    if old.order == new.order and old.contents() == new.contents():
        return RowChanges()
    sets = _Sets()
    for number in range(_PARTS):
        sets.compare(old.part(number), new.part(number))
    return _Second(sets, most).read(before, after)


class _Digests:
    """The digests of all rows of one export, in parts by key, and one of their order."""

    def __init__(self) -> None:
        self._keys = [array("Q") for _ in range(_PARTS)]
        self._contents = [array("Q") for _ in range(_PARTS)]
        self._order = blake2b(digest_size=16)

    @classmethod
    def of(cls, export: Export) -> _Digests:
        digests = cls()
        for row in export.rows():
            key = _digest(row.key)
            digests._keys[key % _PARTS].append(key)
            digests._contents[key % _PARTS].append(_digest(canonical(row.fields)))
            digests._order.update(key.to_bytes(8))
        return digests

    @property
    def order(self) -> bytes:
        return self._order.digest()

    def contents(self) -> list[array[int]]:
        return self._contents

    def part(self, number: int) -> dict[int, int]:
        return dict(zip(self._keys[number], self._contents[number], strict=True))


@dataclass
class _KeySet:
    """A set of keys by their digests."""

    parts: list[array[int]] = field(default_factory=list)

    def add_part(self, keys: set[int]) -> None:
        self.parts.append(array("Q", sorted(keys)))

    def __contains__(self, key: int) -> bool:
        part = self.parts[key % _PARTS]
        place = bisect_left(part, key)
        return place < len(part) and part[place] == key

    def __len__(self) -> int:
        return sum(map(len, self.parts))


@dataclass
class _Sets:
    """Which keys differ, and how."""

    added: _KeySet = field(default_factory=_KeySet)
    removed: _KeySet = field(default_factory=_KeySet)
    changed: _KeySet = field(default_factory=_KeySet)

    def compare(self, old: Mapping[int, int], new: Mapping[int, int]) -> None:
        """Take the next part of both sides."""
        self.added.add_part(new.keys() - old.keys())
        self.removed.add_part(old.keys() - new.keys())
        self.changed.add_part({key for key in old.keys() & new.keys() if old[key] != new[key]})


class _Second:
    """The second reading: the keys of the rows that differ, their fields, and the order."""

    def __init__(self, sets: _Sets, most: int) -> None:
        self._sets = sets
        self._most = most
        self._removed: list[RowChange] = []
        self._added: list[RowChange] = []
        self._old_fields: dict[str, Mapping[str, int]] = {}
        self._changed: list[RowChange] = []

    def read(self, before: Export, after: Export) -> RowChanges:
        sets = self._sets
        removed = self._taker(self._removed, Change.REMOVED)
        added = self._taker(self._added, Change.ADDED)
        old_order = self._order(before, sets.removed, removed, self._old)
        new_order = self._order(after, sets.added, added, self._new)
        return RowChanges(
            added=len(sets.added),
            removed=len(sets.removed),
            changed=len(sets.changed),
            reordered=old_order != new_order,
            listed=(*self._removed, *self._changed, *self._added),
        )

    def _taker(self, listed: list[RowChange], change: Change) -> Callable[[Row], None]:
        def take(row: Row) -> None:
            if len(listed) < self._most:
                listed.append(RowChange(row.key, change))

        return take

    def _order(
        self,
        export: Export,
        alone: _KeySet,
        take: Callable[[Row], None],
        compare: Callable[[Row], None],
    ) -> bytes:
        """Read one side; answer a digest of the order of those rows that are on both."""
        order = blake2b(digest_size=16)
        for row in export.rows():
            key = _digest(row.key)
            if key in alone:
                take(row)
                continue
            order.update(key.to_bytes(8))
            if key in self._sets.changed:
                compare(row)
        return order.digest()

    def _old(self, row: Row) -> None:
        if len(self._old_fields) < self._most:
            self._old_fields[row.key] = _field_digests(row)

    def _new(self, row: Row) -> None:
        old = self._old_fields.get(row.key)
        if old is not None:
            new = _field_digests(row)
            names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
            self._changed.append(RowChange(row.key, Change.CHANGED, names))


def _field_digests(row: Row) -> Mapping[str, int]:
    return {name: _digest(canonical(value)) for name, value in row.fields.items()}


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())
