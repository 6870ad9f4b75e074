"""Finding keys that come twice among any number of rows, in eight bytes a key."""

from __future__ import annotations

from array import array
from collections import defaultdict
from functools import partial
from hashlib import blake2b
from itertools import pairwise

_PARTS = 256


class RepeatedKeys:
    """Keeps a digest of each key; those that come twice are suspects, to be compared as text."""

    def __init__(self) -> None:
        """Start without keys. They are kept in parts, so that only a part is sorted at a time.

        A part is made by its first key: most uploads have few keys, and a plan may have many.
        """
        self._parts: defaultdict[int, array[int]] = defaultdict(partial(array, "Q"))

    def add(self, key: str) -> None:
        """Take one more key."""
        digest = _digest(key)
        self._parts[digest % _PARTS].append(digest)

    def suspects(self) -> Suspects:
        """Find the digests that came more than once; hardly ever do two keys share one."""
        return Suspects(
            {
                one
                for part in self._parts.values()
                for one, next_one in pairwise(sorted(part))
                if one == next_one
            }
        )


class Suspects:
    """The second reading: compares the few keys whose digests came twice."""

    def __init__(self, digests: set[int]) -> None:
        """Start the second reading."""
        self._digests = digests
        self._seen: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._digests)

    def again(self, key: str) -> bool:
        """Tell whether this key came before in the second reading."""
        if _digest(key) not in self._digests:
            return False
        if key in self._seen:
            return True
        self._seen.add(key)
        return False


def _digest(key: str) -> int:
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest())
