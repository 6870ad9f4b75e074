"""PyYAML's parser in Python, brought into line with its C parser, and quicker.

The two differ in what they take for blanks: libyaml (`src/scanner.c`) lets tabs separate tokens
and stand inside plain scalars, and refuses them where indentation belongs; PyYAML's scanner refuses
or takes them elsewhere. A test compares both parsers on generated texts.

The text must have passed `text.decode`: its line breaks are CR, LF and both together.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import (
    FlowEntryToken,
    FlowMappingEndToken,
    FlowSequenceEndToken,
    ScalarToken,
    ValueToken,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from yaml.error import Mark
    from yaml.events import Event
    from yaml.tokens import Token


def _words(character: str, other: str = "(?!)") -> re.Pattern[str]:
    """Make a pattern of words of such characters with blanks, but no comment, between them."""
    word = f"(?:{character}++|{other})++"
    return re.compile(f"{word}(?:[ \\t]++(?!#){word})*+")


_BLANKS = re.compile(r"[ \t]*")
_EMPTY_LINES = re.compile(r"(?:\r\n|[\r\n])(?: *+(?:\r\n|[\r\n]))*+")
_LINE = re.compile(r"[^\0\r\n]*")
_QUOTED_TEXT = _words(r"""[^'"\\\0 \t\r\n]""")
_BLOCK_TEXT = _words(r"[^\0 \t\r\n:]", r":(?![\0 \t\r\n])")
_FLOW_TEXT = _words(r"[^\0 \t\r\n:,[\]{}]", r":(?![\0 \t\r\n,?[\]{}])")
_DOCUMENT_MARK = re.compile(r"(?:---|\.\.\.)[\0 \t\r\n]")
_HEADER = re.compile(r"[-+][0-9]?|[0-9][-+]?")
_BREAKS_AND_BLANKS = " \t\r\n"
VIOLATING_TAB = "found a tab character that violates indentation"


class PureParser(Reader, Scanner, Parser):
    """Gives events, as `yaml.CParser` does."""

    buffer: str
    pointer: int
    index: int
    line: int
    column: int

    if TYPE_CHECKING:  # PyYAML's stubs leave these untyped

        def get_token(self) -> Token:
            """See PyYAML."""

        def peek_token(self) -> Token:
            """See PyYAML."""

        def parse_flow_node(self) -> Event:
            """See PyYAML."""

    def __init__(self, text: str) -> None:
        """Take a whole text."""
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    # Reader

    def peek(self, index: int = 0) -> str:
        """Give the character at `index` from here; NUL is the end."""
        try:
            return self.buffer[self.pointer + index]
        except IndexError:
            return "\0"

    def prefix(self, length: int = 1) -> str:
        """Give the next characters."""
        return self.buffer[self.pointer : self.pointer + length]

    def forward(self, length: int = 1) -> None:
        """Pass characters, counting lines and columns."""
        end = self.pointer + length
        passed = self.buffer[self.pointer : end]
        breaks = passed.count("\n") + passed.count("\r") - passed.count("\r\n")
        if passed.endswith("\r") and self.buffer[end : end + 1] == "\n":
            breaks -= 1
        self.pointer = end
        self.index += length
        if breaks:
            self.line += breaks
            self.column = length - 1 - max(passed.rfind("\n"), passed.rfind("\r"))
        else:
            self.column += length

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.buffer, self.pointer)
        taken = match.group() if match else ""
        self.forward(len(taken))
        return taken

    # Scanner

    def scan_line_break(self) -> str:
        """Pass a line break; empty where there is none."""
        character = self.peek()
        if character not in "\r\n":
            return ""
        self.forward(2 if character == "\r" and self.peek(1) == "\n" else 1)
        return "\n"

    def scan_to_next_token(self) -> None:
        """Pass blanks, comments and line breaks; tabs only where no indentation is."""
        while True:
            while self.peek() == " " or (
                self.peek() == "\t" and (self.flow_level or not self.allow_simple_key)
            ):
                self.forward()
            if self.peek() == "#":
                self._take(_LINE)
            if not self._take(_EMPTY_LINES):
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain(self) -> ScalarToken:
        """Scan a plain scalar, as `yaml_parser_scan_plain_scalar` does."""
        start, indent = self.get_mark(), self.indent + 1
        end, chunks, blanks, broken = start, list[str](), "", False
        while not self._at_document_mark() and self.peek() != "#":
            text = self._plain_text(start)
            if not text:
                break
            chunks += [blanks, text]
            end, broken = self.get_mark(), False
            if self.peek() not in _BREAKS_AND_BLANKS:
                break
            blanks, broken = self._plain_blanks(start, indent)
            if not self.flow_level and self.column < indent:
                break
        self.allow_simple_key = broken
        return ScalarToken("".join(chunks), True, start, end)

    def _at_document_mark(self) -> bool:
        return self.column == 0 and bool(_DOCUMENT_MARK.match(self.buffer, self.pointer))

    def _plain_text(self, start: Mark) -> str:
        text = self._take(_FLOW_TEXT if self.flow_level else _BLOCK_TEXT)
        if self.flow_level and self.peek() == ":" and self.peek(1) in ",?[]{}":
            raise ScannerError(
                "while scanning a plain scalar", start, "found unexpected ':'", self.get_mark()
            )
        return text

    def _plain_blanks(self, start: Mark, indent: int) -> tuple[str, bool]:
        """Pass blanks and line breaks inside a plain scalar; say what they fold to."""
        blanks = self._take(_BLANKS)
        breaks = []
        while self.peek() in "\r\n":
            breaks.append(self.scan_line_break())
            while self.peek() in " \t":
                if self.peek() == "\t" and self.column < indent:
                    raise ScannerError(
                        "while scanning a plain scalar", start, VIOLATING_TAB, self.get_mark()
                    )
                self.forward()
        return ("".join(breaks[1:]) or " ", True) if breaks else (blanks, False)

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Mark) -> list[str]:  # noqa: FBT001 - PyYAML's signature
        """Scan text in quotes up to the next blank or quote."""
        text = self._take(_QUOTED_TEXT)
        return [text, *super().scan_flow_scalar_non_spaces(double, start_mark)]

    def scan_block_scalar_indicators(self, start_mark: Mark) -> tuple[bool | None, int | None]:
        """Read what follows `|` or `>`."""
        match = _HEADER.match(self.buffer, self.pointer)
        signs = match.group() if match else ""
        if "0" in signs:
            self.forward(signs.index("0"))
            raise ScannerError(
                "while scanning a block scalar",
                start_mark,
                "expected indentation indicator in the range 1-9, but found 0",
                self.get_mark(),
            )
        self.forward(len(signs))
        digit = signs.strip("+-")
        return ("+" in signs if len(signs) > len(digit) else None), int(digit) if digit else None

    def scan_block_scalar_ignored_line(self, start_mark: Mark) -> None:
        """Pass blanks and a comment after `|` or `>`."""
        self._take(_BLANKS)
        if self.peek() == "#":
            self._take(_LINE)
        if self.peek() not in "\0\r\n":
            raise ScannerError(
                "while scanning a block scalar",
                start_mark,
                "expected a comment or a line break",
                self.get_mark(),
            )
        self.scan_line_break()

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, Mark]:
        """Find the indentation of a block scalar."""
        start = self.get_mark()
        chunks, deepest, end = super().scan_block_scalar_indentation()
        self._refuse_tab(start)
        return chunks, deepest, end

    def scan_block_scalar_breaks(self, indent: int) -> tuple[list[str], Mark]:
        """Pass the empty lines of a block scalar."""
        start = self.get_mark()
        chunks, end = super().scan_block_scalar_breaks(indent)
        if self.column < indent:
            self._refuse_tab(start)
        return chunks, end

    def _refuse_tab(self, start: Mark) -> None:
        if self.peek() == "\t":
            raise ScannerError(
                "while scanning a block scalar", start, VIOLATING_TAB, self.get_mark()
            )

    # Parser

    def parse_flow_mapping_value(self) -> Event:
        """Read a value in `{…}`."""
        return self._flow_value(self.parse_flow_mapping_key, FlowMappingEndToken)

    def parse_flow_sequence_entry_mapping_value(self) -> Event:
        """Read a value in `[key: …]`."""
        then = self.parse_flow_sequence_entry_mapping_end
        return self._flow_value(then, FlowSequenceEndToken)

    def _flow_value(self, then: Callable[[], Event], close: type[Token]) -> Event:
        """Read a value; one that is left out stands where libyaml places it."""
        if self.check_token(ValueToken):
            self.get_token()
            if not self.check_token(FlowEntryToken, close):
                self.states.append(then)
                return self.parse_flow_node()
        self.state = then
        return self.process_empty_scalar(self.peek_token().start_mark)
