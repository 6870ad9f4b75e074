"""The way back from a text that was made of another one, piece by piece."""

from __future__ import annotations

from bisect import bisect_right


class Pieces:
    """The way back to a raw text of which some characters became several, or several one."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._length = 0
        self._begins: list[int] = []
        self._raw: list[tuple[int, int]] = []
        """For each piece where it begins in the raw text, and where it ends if it is one whole."""

    def add(self, text: str, start: int, end: int) -> None:
        """Add a text that stands as a whole for `raw[start:end]`."""
        if text:
            self._add(text, (start, end))

    def add_plain(self, text: str, start: int) -> None:
        """Add a text that stands for as many raw characters, one by one."""
        if text:
            self._add(text, (start, 0))

    def _add(self, text: str, raw: tuple[int, int]) -> None:
        self._texts.append(text)
        self._begins.append(self._length)
        self._raw.append(raw)
        self._length += len(text)

    def text(self) -> str:
        """Give all of it."""
        return "".join(self._texts)

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Give the raw extent of `text()[start:end]`, which is not empty."""
        return self._of(start)[0], self._of(end - 1)[1]

    def _of(self, place: int) -> tuple[int, int]:
        piece = bisect_right(self._begins, place) - 1
        start, end = self._raw[piece]
        if end:
            return start, end
        at = start + place - self._begins[piece]
        return at, at + 1
