"""Completion: from the words of a command line that is being typed to what may come next.

The scripts of `ema completion` call ema with `_EMA_COMPLETE` naming the shell; its arguments are
the words, of which the last is incomplete, or bash's line and word breaks. The answer is a line
that says what comes next (`words`, or `files` for what the shell itself knows best), then a line
for each candidate. Nothing is ever said of an error: the user is typing.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import typer

from ema_cli.cli import candidates as of
from ema_cli.cli.lazy import LazyGroup
from ema_cli.cli.shell_words import cut, reply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

BY_OPTION: Mapping[str, Callable[[of.Line], Iterable[of.Candidate]]] = {
    "--env": of.environments,
    "--from-env": of.environments,
    "--yes-protected": of.personas,
    "--action": of.aliases,
    "--from": of.personas_and_templates,
}
BY_METAVAR: Mapping[str, Callable[[of.Line], Iterable[of.Candidate]]] = {
    "PERSONA": of.personas,
    "ID": of.personas,
    "PERSONA|BUNDLE": of.personas,
    "REF": of.personas,
    "RUN": of.runs,
    "ALIAS": of.aliases,
    "NAME": of.environments,
}
FILES = frozenset({"FILE", "PATH", "PLAN", "BUNDLE", "PERSONA|BUNDLE"})
"""What help calls the values that are files, or may be."""


@dataclass(slots=True)
class _Cursor:
    """Where in a command the words have led: the value of which option, or which argument."""

    command: Any
    context: Any
    line: of.Line = field(default_factory=of.Line)
    expecting: Any = None
    positional: int = 0
    only_arguments: bool = False

    def take(self, word: str) -> None:
        """Go on by a word that is complete."""
        if self.expecting is not None:
            self._remember(self.expecting, word)
            self.expecting = None
        elif word == "--" and not self.only_arguments:
            self.only_arguments = True
        elif word.startswith("-") and word != "-" and not self.only_arguments:
            self._take_option(word)
        else:
            self.positional += 1

    def _take_option(self, word: str) -> None:
        name, sign, value = word.partition("=")
        option = self.option(name)
        if option is None or option.is_flag or option.count:
            return
        if sign:
            self._remember(option, value)
        else:
            self.expecting = option

    def _remember(self, option: Any, value: str) -> None:  # noqa: ANN401 - typer names no public type
        if "--env" in option.opts:
            self.line.env = value
        elif "--aliases" in option.opts:
            self.line.alias_paths.append(value)

    def option(self, name: str) -> Any:  # noqa: ANN401 - typer names no public type
        """Find an option by what it is written as."""
        found = [p for p in self.parameters("option") if name in (*p.opts, *p.secondary_opts)]
        return found[0] if found else None

    def parameters(self, kind: str) -> list[Any]:
        """List the command's options, or its arguments."""
        of_command = self.command.get_params(self.context)
        return [p for p in of_command if p.param_type_name == kind]

    def argument(self) -> Any:  # noqa: ANN401 - typer names no public type
        """Give the argument that comes next, None where all have been given."""
        arguments = self.parameters("argument")
        if self.positional < len(arguments):
            return arguments[self.positional]
        return arguments[-1] if arguments and arguments[-1].nargs == -1 else None


def answer(command: Any, shell: str, arguments: Sequence[str]) -> list[str]:  # noqa: ANN401
    """Give the lines of the answer; none at all where anything goes wrong."""
    with suppress(Exception, SystemExit):
        if shell == "bash":
            line, breaks = arguments
            words = cut(line)[1:]
            found = _found(command, [word.text for word in words])
            return [found.kind, *(reply(words[-1], value, breaks) for value, _ in found.words)]
        *before, current = arguments or [""]
        if shell == "fish":
            # Fish cuts the words before the cursor, and gives the one at it as it is written.
            current = cut(current)[-1].text
        found = _found(command, [*before, current])
        return [found.kind, *(f"{value}\t{meaning}" for value, meaning in found.words)]
    return []


@dataclass(frozen=True, slots=True)
class _Found:
    """What may come next: whole words with what they mean, or files."""

    words: Sequence[of.Candidate] = ()
    kind: str = "words"


def _found(command: Any, words: Sequence[str]) -> _Found:  # noqa: ANN401 - typer's own type
    *before, incomplete = words or [""]
    cursor = _led_by(command, before)
    return _Found() if cursor is None else _next(cursor, incomplete)


def _led_by(command: Any, words: Sequence[str]) -> _Cursor | None:  # noqa: ANN401 - see above
    cursor = _Cursor(command, typer.Context(command))
    for word in words:
        if not isinstance(cursor.command, LazyGroup):
            cursor.take(word)
        elif not word.startswith("-"):
            command = cursor.command.get_command(cursor.context, word)
            if command is None:
                return None
            cursor = _Cursor(command, typer.Context(command, parent=cursor.context))
    return cursor


def _next(cursor: _Cursor, incomplete: str) -> _Found:
    if cursor.expecting is not None:
        return _values(cursor, cursor.expecting, incomplete)
    if incomplete.startswith("-") and not cursor.only_arguments:
        name, sign, value = incomplete.partition("=")
        if not sign:
            return _fitting(_options(cursor), incomplete)
        option = cursor.option(name)
        return _values(cursor, option, value, f"{name}=") if option is not None else _Found()
    if isinstance(cursor.command, LazyGroup):
        entries = cursor.command.all_entries.items()
        return _fitting(((name, entry.summary) for name, entry in entries), incomplete)
    argument = cursor.argument()
    return _values(cursor, argument, incomplete) if argument is not None else _Found()


def _options(cursor: _Cursor) -> Iterator[of.Candidate]:
    for option in cursor.parameters("option"):
        if not option.hidden:
            for name in (*option.opts, *option.secondary_opts):
                if name.startswith("--"):
                    yield name, option.help or ""


def _values(cursor: _Cursor, parameter: Any, incomplete: str, lead: str = "") -> _Found:  # noqa: ANN401
    source = source_of(parameter)
    found = _fitting(source(cursor.line), incomplete, lead) if source is not None else _Found()
    if called(parameter) in FILES and not found.words:
        return _Found(kind="files")
    if source is not None:
        return found
    items = parameter.shell_complete(cursor.context, incomplete)
    if any(item.type == "file" for item in items):
        return _Found(kind="files")
    return _fitting(((item.value, item.help or "") for item in items), incomplete, lead)


def source_of(parameter: Any) -> Callable[[of.Line], Iterable[of.Candidate]] | None:  # noqa: ANN401
    """Tell where the candidates of an option or argument come from, None where not from here."""
    option = next((name for name in parameter.opts if name in BY_OPTION), None)
    return BY_OPTION.get(option or "") or BY_METAVAR.get(called(parameter))


def called(parameter: Any) -> str:  # noqa: ANN401 - typer names no public type
    """Give what help calls a value, whether it may be left out or repeated or not."""
    return (parameter.metavar or "").strip("[].")


def _fitting(found: Iterable[of.Candidate], incomplete: str, lead: str = "") -> _Found:
    """Keep what begins as the word does; a value that cannot be shown cannot be typed either."""
    return _Found(
        [
            (lead + value, " ".join(meaning.split()))
            for value, meaning in found
            if value.startswith(incomplete) and value.isprintable()
        ]
    )
