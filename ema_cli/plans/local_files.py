"""Paths of local files in arguments: made absolute, patterns replaced by what they match."""

from __future__ import annotations

import glob
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.errors import Place, Problem
from ema_cli.plans.fields import argument_marks
from ema_cli.plans.filling import Deferred
from ema_cli.plans.path_starts import Start, Starts
from ema_cli.plans.templates import ResultPath, joined

if TYPE_CHECKING:
    from ema_cli.plans.filling import Filled
    from ema_cli.plans.written import ActionItem
    from ema_cli.tool import PathMark

_HOME = "~/"
_WORKING_DIRECTORY = ("<", "-")
"""How the names of texts begin that are no files."""


def with_paths(
    item: ActionItem,
    args: dict[str, Filled],
    problems: list[Problem],
    starts: Starts | None = None,
) -> dict[str, Filled]:
    """Give the arguments with absolute paths; of texts that are still to come, their beginnings.

    Paths start from `starts`, or else from the folder of the action's file.
    """
    starts = starts or Starts(Start(item.base))
    found = dict(args)
    for name, marks in argument_marks(item.method.arguments).items():
        value = args.get(name)
        if marks.path is None or value is None:
            continue
        node = item.node.items.get(name, item.node)
        if isinstance(value, list):
            each = [starts.of(name, position) for position in range(len(value))]
            found[name] = _listed(value, node, marks.path, each, problems)
        elif isinstance(value, str):
            files = _files(value, marks.path, starts.of(name), node.place, problems)
            found[name] = files[0] if len(files) == 1 else value
        elif isinstance(value, Deferred):
            found[name] = _begun(value, starts.of(name).folder)
    return found


def _listed(
    values: list[Filled],
    node: nodes.Node,
    mark: PathMark,
    starts: list[Start],
    problems: list[Problem],
) -> list[Filled]:
    found: list[Filled] = []
    for position, (value, start) in enumerate(zip(values, starts, strict=True)):
        inner = _item(node, position)
        if isinstance(value, str):
            files = _files(value, mark, start, inner.place, problems)
            found += [file for file in files if file not in found]
        elif isinstance(value, Deferred):
            found.append(_begun(value, start.folder))
        else:
            found.append(value)
    return found


def _begun(text: Deferred, base: Path) -> Deferred:
    """Make the beginning of a path absolute whose end is still to come.

    A result of an action may be an absolute path, so what begins with one is left alone.
    """
    first = text.parts[0]
    if isinstance(first, ResultPath):
        return text
    if isinstance(first, str) and first.startswith(("/", _HOME)):
        return text
    return Deferred(joined((f"{base}/", *text.parts)), text.place)


def _item(node: nodes.Node, position: int) -> nodes.Node:
    if isinstance(node, nodes.Listing) and position < len(node.items):
        return node.items[position]
    return node


def _files(
    text: str, mark: PathMark, start: Start, place: Place, problems: list[Problem]
) -> list[str]:
    """Give the files that a path or pattern means."""
    found, wrong = _found(text, mark, start.folder)
    hint = _where_from(place, start)
    if not all(map(_is_utf8, found)):
        # Keys of calls and run records are made of arguments, and are UTF-8.
        wrong, hint = "the path of a file is not UTF-8", "rename the file, or the folder it is in"
    if wrong is None:
        return found
    problems.append(Problem(wrong, hint, place))
    return []


def _found(text: str, mark: PathMark, base: Path) -> tuple[list[str], str | None]:
    """Look for the files; say what is wrong where there are none."""
    path = _absolute(text, base)
    wrong = _unusable(path)
    if wrong is None:
        return [str(path)], None
    if mark.glob and glob.has_magic(text) and "\0" not in text:
        # Unlike `Path.glob`, this leaves hidden files to patterns that name the dot, as shells do.
        found = glob.glob(_pattern(text, base), recursive=True)  # noqa: PTH207 - see above
        matches = sorted(match for match in found if Path(match).is_file())
        return matches, None if matches else "the pattern matches no file"
    return [], wrong


def _is_utf8(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _absolute(text: str, base: Path) -> Path:
    if text.startswith(_HOME):
        return _home() / text.removeprefix(_HOME)
    return base / text


def _pattern(text: str, base: Path) -> str:
    """Make a pattern absolute; only the user's part of it is one."""
    if text.startswith(_HOME):
        base, text = _home(), text.removeprefix(_HOME)
    return text if text.startswith("/") else f"{glob.escape(str(base))}/{text}"


def _home() -> Path:
    return Path("~").expanduser()


def _unusable(path: Path) -> str | None:
    """Say why a file cannot be read, None where it can."""
    if "\0" in str(path):
        return "a path cannot hold the character NUL"
    try:
        if path.is_dir():
            return "this is a folder, not a file"
        if not path.exists():
            return "the file does not exist"
    except OSError as error:
        return f"the file cannot be read: {error.strerror}"
    return None if os.access(path, os.R_OK) else "the file may not be read"


def _where_from(place: Place, start: Start) -> str:
    if place.file.startswith(_WORKING_DIRECTORY) or start.on_command_line:
        return "paths start from the working directory"
    return "paths start from the folder of the file in which they are written"
