"""From the options of a command to the texts of its plans, and on to a checked plan."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ema_cli.cli import plan_trees
from ema_cli.cli.plan_names import STDIN, given_twice, plan_in_place_of_action, unreadable
from ema_cli.cli.tool_table import tools
from ema_cli.errors import EmaError, ErrorKind, InvalidInput
from ema_cli.plans.alias_library import AliasPaths
from ema_cli.plans.checking import check, examine
from ema_cli.plans.folders import shipped_aliases
from ema_cli.plans.models import PlanSource
from ema_cli.settings import folders

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ema_cli.plans.checking import Examined
    from ema_cli.plans.models import CheckedPlan, Given
    from ema_cli.values import JsonObject

LARGEST = 5 * 1024 * 1024
"""Bytes. One more is read, so that the reader of plans can refuse what is larger."""
_OF_A_PROCESS = frozenset({Path("/dev"), Path("/proc")})


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """The options that say what runs."""

    files: Sequence[str] = ()
    inline: Sequence[str] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    aliases: Sequence[Path] = ()
    continue_on_error: bool = False
    trees: Sequence[PlanSource] = ()
    """Plans that other options stand for; they come first."""
    folder: Path = field(default_factory=Path.cwd)
    """Working directory, from which paths on the command line start."""
    files_by: str = ""
    """The option that names plan files; empty where they stand without one."""

    def stored(self, sources: Sequence[PlanSource]) -> JsonObject:
        """Describe the plan for a record: paths made absolute, and what is no file with its text.

        A pipe or a device (`/dev/stdin`, `<(…)`) gives its text only once.
        """
        read = sources[len(self.trees) : len(self.trees) + len(self.files)]
        return {
            "files": [
                _stored_file(name, source) for name, source in zip(self.files, read, strict=True)
            ],
            "inline": [*self.inline],
            "folder": str(self.folder),
            "variables": dict(self.variables),
            "aliases": [str(path.expanduser().absolute()) for path in self.aliases],
            "continue_on_error": self.continue_on_error,
            "trees": [plan_trees.stored(tree) for tree in self.trees],
        }


def plan_sources(options: PlanOptions) -> list[PlanSource]:
    """Read all plans: trees, files in their order, then the values of `-a`.

    A file that cannot be read says so when it is checked, along with what is wrong in the others.
    """
    twice = given_twice(options.files)
    if twice:
        raise InvalidInput(ErrorKind.PLAN_INVALID, twice)
    files = [_read_if_possible(name, options) for name in options.files]
    return [*options.trees, *files, *_inline(options.inline, options.folder, options.files_by)]


def _read_if_possible(name: str, options: PlanOptions) -> PlanSource:
    try:
        return _read(name, Path(name).expanduser())
    except OSError as error:
        reason = error.strerror or "it is no file"
    problem = unreadable(name, reason, alias_paths(options.aliases))
    return PlanSource(name, b"", Path.cwd(), unreadable=problem)


def _read(name: str, path: Path) -> PlanSource:
    if name == STDIN:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return PlanSource("<stdin>", _limited(sys.stdin.buffer), Path.cwd())
    with path.open("rb") as stream:
        return PlanSource(name, _limited(stream), path.absolute().parent)


def _limited(stream: BinaryIO) -> bytes:
    """Read until the end or just past the limit: the file may be a pipe or a device."""
    return stream.read(LARGEST + 1)


def _stored_file(name: str, source: PlanSource) -> JsonObject:
    path = Path(name).expanduser().absolute()
    stored: JsonObject = {"name": source.name}
    # Standard input may be a file, under a name that is another one's in the next process.
    if name != STDIN and path.is_file() and not _OF_A_PROCESS.intersection(path.parents):
        return stored | {"path": str(path)}
    return stored | {"text": source.text.decode("latin-1"), "folder": str(source.base)}


def _again(stored: Mapping[str, str]) -> PlanSource:
    if "path" in stored:
        return _read(stored["name"], Path(stored["path"]))
    return PlanSource(stored["name"], stored["text"].encode("latin-1"), Path(stored["folder"]))


def _inline(texts: Sequence[str], folder: Path, files_by: str = "") -> list[PlanSource]:
    sources = []
    for position, text in enumerate(texts, start=1):
        name, data = f"-a[{position}]", text.encode("utf-8", "surrogateescape")
        wrong = plan_in_place_of_action(text, name, files_by)
        sources.append(PlanSource(name, data, folder, inline=True, unreadable=wrong))
    return sources


def stored_sources(stored: Mapping[str, Any]) -> list[PlanSource]:
    """Read the plans of a recorded run again. `OSError` where a file is gone."""
    folder = Path(stored["folder"])
    trees = [plan_trees.restored(tree, folder) for tree in stored["trees"]]
    files = [_again(file) for file in stored["files"]]
    return trees + files + _inline(stored["inline"], folder)


def stored_options(stored: Mapping[str, Any]) -> PlanOptions:
    """Give the options with which a recorded run was checked."""
    return PlanOptions(
        [file["name"] for file in stored["files"]],
        stored["inline"],
        stored["variables"],
        [Path(path) for path in stored["aliases"]],
        stored["continue_on_error"],
        folder=Path(stored["folder"]),
    )


def checked_plan(sources: Sequence[PlanSource], options: PlanOptions, given: Given) -> CheckedPlan:
    """Check everything that can be known before anything is sent."""
    return check(
        sources,
        tools=tools(),
        given=given,
        variables=options.variables,
        alias_paths=options.aliases,
        shipped_aliases=shipped_aliases(),
        user_aliases=_user_aliases(),
        continue_on_error=options.continue_on_error,
        folder=options.folder,
    )


def examined_plan(sources: Sequence[PlanSource], options: PlanOptions, given: Given) -> Examined:
    """Check as `checked_plan` does, and give errors and warnings alike."""
    return examine(
        sources,
        tools=tools(),
        given=given,
        variables=options.variables,
        aliases=alias_paths(options.aliases),
        continue_on_error=options.continue_on_error,
        folder=options.folder,
    )


def alias_paths(given: Sequence[Path]) -> AliasPaths:
    """Say where aliases are looked for; `given` are the values of `--aliases`."""
    return AliasPaths(given, _user_aliases(), shipped_aliases())


def _user_aliases() -> Path | None:
    try:
        return folders(os.environ).config / "aliases"
    except EmaError:
        return None
