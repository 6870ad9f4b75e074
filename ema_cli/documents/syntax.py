"""What YAML's parser complains of, in words that say what to do; never a line of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.documents.judging import NO_TAGS
from ema_cli.documents.pure_parser import VIOLATING_TAB
from ema_cli.documents.text import place_at
from ema_cli.errors import Problem

if TYPE_CHECKING:
    import yaml

    from ema_cli.errors import Place

_BRACES = Problem(
    "`${…}` inside {…} or […] must be in quotes",
    'YAML takes its braces for a mapping: write "${name}", or $name without braces',
)

_ENDLESS = "expected the node content, but found '<stream end>'"
_NO_SPACE = Problem("a space is missing after this ':'", "without it YAML sees no key here")
_GLUED = re.compile(r" *(?:- +)*[A-Za-z_]+(?P<colon>:)[^\s/]")


@dataclass(frozen=True, slots=True)
class _Wording:
    """What to say where the parser's words begin with `problem`."""

    problem: str
    message: str
    hint: str
    at_context: bool = False
    """The place is where the thing begins, not where the parser gave up."""


_WORDINGS = (
    _Wording(VIOLATING_TAB, "a tab is used as indentation", "indent with spaces"),
    _Wording(
        "found unexpected end of stream",
        "this quote is never closed",
        "close it, or leave both quotes out",
        at_context=True,
    ),
    _Wording(
        "found unexpected document separator",
        "this quote is not closed before '---' or '...'",
        "close it; indent dashes that belong to the text",
        at_context=True,
    ),
    _Wording(
        "expected ',' or ']', but got '<stream end>'",
        "this '[' is never closed",
        "write ']' at the end of the list",
        at_context=True,
    ),
    _Wording(
        "expected ',' or '}', but got '<stream end>'",
        "this '{' is never closed",
        "write '}' at the end of the mapping",
        at_context=True,
    ),
    _Wording(
        "expected ',' or ']'",
        "a ',' or ']' is missing before this",
        "separate the items with commas; put text with special characters in quotes",
    ),
    _Wording(
        "expected ',' or '}'",
        "a ',' or '}' is missing before this",
        "separate the entries with commas; put text with special characters in quotes",
    ),
    _Wording(
        "mapping values are not allowed here",
        "a ':' that makes a key is not allowed here",
        "put text that holds ': ' in quotes, or mend the indentation",
    ),
    _Wording(
        "sequence entries are not allowed here",
        "a list item '- ' is not allowed here",
        "begin the list on a line of its own",
    ),
    _Wording(
        "mapping keys are not allowed here",
        "a '? ' is not allowed here",
        "put text that begins with ? in quotes",
    ),
    _Wording(
        "could not find expected ':'",
        "this is neither a key with ':' nor part of the lines above",
        "write ':' and a space after a key; indent what belongs to a text",
        at_context=True,
    ),
    _Wording(
        "expected <block end>, but found '-'",
        "this '-' does not stand in line with the items above",
        "indent all items of a list alike",
    ),
    _Wording(
        "expected <block end>, but found '<block sequence start>'",
        "a list item '- ' is not allowed here",
        "indent it like the other items, or put it under a key",
    ),
    _Wording(
        "expected <block end>, but found '<block mapping start>'",
        "this key is not indented like the lines above it",
        "indent all keys of a mapping alike",
    ),
    _Wording(
        "expected <block end>, but found '?'",
        "this key is not indented like the lines above it",
        "indent all keys of a mapping alike; items of a list begin with '- '",
    ),
    _Wording(
        "expected the node content, but found '-'",
        "a list item '- ' is not allowed inside […] or {…}",
        "write the missing ']' or '}' before it",
    ),
    _Wording(
        "expected the node content, but found ':'", "there is no key before this ':'", "write one"
    ),
    _Wording("expected <block end>, but found ':'", "there is no key before this ':'", "write one"),
    _Wording("expected ' '", *NO_TAGS, at_context=True),
    _Wording(
        "expected <block end>",
        "this does not belong to what stands before it",
        "put the whole text in quotes, or mend the indentation",
    ),
    _Wording(
        "expected '<document start>', but found '<block mapping start>'",
        "a key is not allowed here: what stands above is complete",
        "a plan is either a list or a mapping; mend the indentation",
    ),
    _Wording(
        "expected '<document start>'",
        "nothing is allowed here: what stands above is complete",
        "mend the indentation, or put the whole text in quotes",
    ),
    _Wording(
        "expected alphabetic or numeric character",
        "text that begins with * or & must be in quotes",
        "YAML takes * and & for an anchor: write '*.csv'",
        at_context=True,
    ),
    _Wording(
        "found unknown escape character",
        "this \\ begins no escape that YAML knows",
        "write \\\\ for a backslash, or use single quotes",
    ),
    _Wording(
        "expected escape sequence",
        "an escape has too few hexadecimal digits",
        "\\x takes two digits, \\u four, \\U eight",
    ),
    _Wording(
        "expected a comment or a line break",
        "text is not allowed on the line of '|' or '>'",
        "begin it on the next line, indented; put text that begins with | or > in quotes",
    ),
    _Wording(
        "expected indentation indicator",
        "the digit after '|' or '>' must be 1 to 9",
        "leave it out",
    ),
    _Wording(
        "found character '\\t' that cannot start any token",
        "a tab is not allowed here",
        "use spaces",
    ),
    _Wording(
        "found character",
        "text that begins with this character must be in quotes",
        "YAML reserves %, @ and ` at the beginning",
    ),
    _Wording(
        "found unexpected ':'", "this ':' needs a space after it", "or put the text in quotes"
    ),
    _Wording(
        "expected the node content",
        "a value is missing before this",
        "put text that begins with a special character in quotes",
    ),
)


def explain(error: yaml.MarkedYAMLError, text: str, file: str, innermost: Place | None) -> Problem:
    """Turn an error of the parser into a problem of ours.

    `innermost` is where the list or mapping begins in which the parser was.
    """
    if innermost and (error.problem or "").startswith(_ENDLESS):
        return Problem(
            "what begins here is never closed", "write the missing ']' or '}'", innermost
        )
    mark = error.problem_mark or error.context_mark
    index = mark.index if mark else 0
    if text[index - 1 : index + 1] == "${" and error.problem and "expected ',' or" in error.problem:
        return _placed(_BRACES, text, index - 1, file)
    colon = _colon_without_space(error, text, index)
    if colon is not None:
        return _placed(_NO_SPACE, text, colon, file)
    wording = _wording(error)
    if wording is None:
        unknown = Problem("this is not YAML", "mend it, or put text in quotes")
        return _placed(unknown, text, index, file)
    if wording.at_context and error.context_mark:
        index = error.context_mark.index
    return _placed(Problem(wording.message, wording.hint), text, index, file)


def _colon_without_space(error: yaml.MarkedYAMLError, text: str, index: int) -> int | None:
    """Find the colon of `key:value` in the line above a key that YAML does not expect."""
    if error.problem != "mapping values are not allowed here":
        return None
    above = text[:index].splitlines(keepends=True)[:-1]
    match = _GLUED.match(above[-1]) if above else None
    return sum(map(len, above[:-1])) + match.start("colon") if match else None


def _wording(error: yaml.MarkedYAMLError) -> _Wording | None:
    problem = error.problem or ""
    return next((w for w in _WORDINGS if problem.startswith(w.problem)), None)


def _placed(problem: Problem, text: str, index: int, file: str) -> Problem:
    return Problem(problem.message, problem.hint, place_at(text, min(index, len(text)), file))
