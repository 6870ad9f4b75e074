"""What is refused in the event stream, before anything is built of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, cast

from ema_cli.errors import Place, Problem

if TYPE_CHECKING:
    import yaml
    from yaml.error import Mark

    from ema_cli.documents.limits import Limits


NO_TAGS = (
    "tags are not allowed",
    "write the value without it; put text that begins with ! in quotes",
)


class Refused(Exception):
    """What ends the reading of a document at once."""

    def __init__(
        self, message: str, hint: str | None, place: Place, *, costly: bool = False
    ) -> None:
        """Keep it as a problem; `costly` says that it took a while to come so far."""
        super().__init__(message)
        self.problem = Problem(message, hint, place)
        self.costly = costly


class Judge:
    """Counts nodes and documents, and refuses tags and nesting. One judge for each document."""

    def __init__(self, file: str, limits: Limits, end: Place) -> None:
        """Take the name for places, and the place of the text's end."""
        self.nodes = 0
        self._file = file
        self._limits = limits
        self._end = end
        self._documents = 0

    def at(self, event: yaml.Event) -> tuple[str, int, int]:
        """Say where an event begins: file, line and column."""
        mark = cast("Mark", event.start_mark)
        line, column = mark.line + 1, mark.column + 1
        # The C parser sees a line break at the end of a text that has none.
        if line > self._end.line or (line == self._end.line and column > self._end.column):
            return self._file, self._end.line, self._end.column
        return self._file, line, column

    def refuse(self, event: yaml.Event, message: str, hint: str) -> NoReturn:
        """End the reading at an event."""
        raise Refused(message, hint, Place(*self.at(event)))

    def document(self, event: yaml.DocumentStartEvent) -> None:
        """Take note of a document that begins."""
        self._documents += 1
        if self._documents > 1:
            self.refuse(event, "a second document begins here", "write one document a file")
        if event.tags:
            self.refuse(event, "%TAG is not allowed", "remove the line")

    def node(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Take note of a node that begins."""
        self.count(event, 1)
        if event.tag is not None:
            self.refuse(event, *NO_TAGS)

    def count(self, event: yaml.Event, nodes: int) -> None:
        """Add to the number of nodes."""
        self.nodes += nodes
        if self.nodes > self._limits.nodes:
            raise Refused(
                f"more than {self._limits.nodes:,} keys and values",
                "split the file; values that anchors repeat are counted each time",
                Place(*self.at(event)),
                costly=True,
            )

    def depth(self, event: yaml.Event, levels: int) -> None:
        """Judge how deep a list or mapping would be."""
        if levels > self._limits.depth:
            self.refuse(event, f"nested deeper than {self._limits.depth} levels", "flatten it")
