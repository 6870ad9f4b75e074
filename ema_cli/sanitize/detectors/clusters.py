"""Runs of digits with what may stand between them: what all numbers are looked for in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from ema_cli.sanitize.entities import Entity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ema_cli.sanitize.spans import Found

_CLUSTER = re.compile(r"[0-9][0-9 ().\-/]{5,}+")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} ?")


class NumberFamily(Protocol):
    """Finds the numbers of a family in one cluster."""

    @property
    def entities(self) -> Sequence[Entity]:
        """What it finds."""
        ...

    @property
    def least(self) -> int:
        """How many digits a cluster must have at least."""
        ...

    def within(self, text: str, start: int, end: int) -> Iterable[Found]:
        """Find in `text[start:end]`, a cluster; what stands before it may belong to the number."""
        ...


class ClusterDetector:
    """Looks for clusters once, and has each family look into them."""

    def __init__(self, families: Sequence[NumberFamily]) -> None:
        """Keep the families."""
        self._families = [(family.least, family.within) for family in families]
        self._in_chains = [family.within for family in families if Entity.IBAN in family.entities]
        """Accounts alone are chains of letters and digits themselves."""
        self.entities = [entity for family in families for entity in family.entities]

    def find(self, text: str) -> Iterator[Found]:
        """Find the numbers of all families; dates are passed over, as are most in a chain."""
        for cluster in _CLUSTER.finditer(text):
            written = cluster[0]
            start, end = cluster.span()
            if _is_date(written):
                continue
            if _in_chain(text, start, written):
                for within in self._in_chains:
                    yield from within(text, start, end)
                continue
            digits = len(written.translate(_GONE))
            for least, within in self._families:
                if digits >= least:
                    yield from within(text, start, end)


_GONE = dict.fromkeys(map(ord, " ().-/"))


def _in_chain(text: str, start: int, written: str) -> bool:
    """Whether the cluster is one run behind a hyphen or underscore, as in `order-20260812-09`."""
    if start < len("a-") or text[start - 1] not in "-_":
        return False
    return text[start - 2].isalnum() and " " not in written.rstrip()


def _is_date(written: str) -> bool:
    return len(written) <= len("2026-08-12 ") and _DATE.fullmatch(written) is not None


def begins(text: str, start: int) -> bool:
    """Whether a number may begin here: not inside a word, a chain, a decimal or an escape."""
    if start == 0:
        return True
    before = text[start - 1]
    if before.isalnum() or before in "_#%\\":
        return False
    if before not in "-.:+=&@":
        return True
    further = text[start - 2 : start - 1] if start > 1 else ""
    if before == ":" and further == ":":
        return False
    if before == "-":
        return not further.isalnum() and further != "_"
    return not further.isdecimal()


def ends(text: str, end: int) -> bool:
    """Whether a number may end here."""
    after = text[end : end + 1]
    if after.isalnum() or (after and after in "_%@"):
        return _EXTENSION.match(text, end) is not None
    if after and after in "-.:":
        further = text[end + 1 : end + 2]
        return not further.isdecimal() and not (after == "-" and further.isalnum())
    return True


_EXTENSION = re.compile(r"(?:x|ext)\.?[0-9]{1,6}\b", re.IGNORECASE)


def group_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Give the places where a number may end: behind its last group, behind the one before it."""
    while end > start:
        yield end
        while end > start and text[end - 1].isdecimal():
            end -= 1
        while end > start and not text[end - 1].isdecimal():
            end -= 1
