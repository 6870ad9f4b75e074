"""Alias files: where they are looked for, and how each is called in messages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.documents import nodes
from ema_cli.documents.limits import PLAN_LIMITS
from ema_cli.documents.reading import read_document
from ema_cli.errors import Place, Problem
from ema_cli.plans.alias_names import ALIAS_NAME
from ema_cli.plans.bodies import read_alias
from ema_cli.plans.written import Body

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.tool import ToolTable
    from ema_cli.values import JsonValue

SHIPPED = "<ema>/aliases"
"""How places call the folder of shipped aliases."""
_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class AliasFile:
    """One alias file, found and not yet read."""

    name: str
    path: Path
    shown: str
    """What places in it are called."""

    def read(self, tools: ToolTable, *, pure: bool = False) -> Body:
        """Read it; what is wrong stands in the body's problems."""
        try:
            return read_alias(self._data(), self.shown, self.path.parent, tools, pure=pure)
        except OSError as error:
            place = Place(self.shown, 1, 1)
            problem = Problem(f"the alias cannot be read: {error.strerror}", None, place)
            return Body(place, problems=[problem], complete=False)

    def is_the_file(self, other: AliasFile) -> bool:
        """Whether this is the other file, by whatever path."""
        try:
            return self.path.samefile(other.path)
        except OSError:
            return False

    def says_the_same(self, other: AliasFile) -> bool:
        """Whether this is the other file, or a copy of it."""
        try:
            return self.is_the_file(other) or self._data() == other._data()
        except OSError:
            return False

    def written(self) -> JsonValue:
        """Give the items as they are written. Only for an alias that can be read."""
        root = read_document(self._data(), self.shown).root
        actions = root.items["actions"] if isinstance(root, nodes.Mapping) else root
        return nodes.value(actions)

    def _data(self) -> bytes:
        with self.path.open("rb") as stream:
            return stream.read(PLAN_LIMITS.size + 1)


@dataclass(frozen=True, slots=True)
class AliasFolder:
    """The alias files of one place, by name."""

    files: dict[str, AliasFile] = field(default_factory=dict)


def alias_folder(folder: Path, shown: str) -> AliasFolder:
    """Look into a folder; one that is not there has no aliases."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix in _ENDINGS)
    except OSError:
        return AliasFolder()
    files: dict[str, AliasFile] = {}
    for path in paths:
        if ALIAS_NAME.fullmatch(path.stem):
            shown_path = f"{shown}/{path.name}" if shown else path.name
            files.setdefault(path.stem, AliasFile(path.stem, path, shown_path))
    return AliasFolder(files)


def given_aliases(paths: Sequence[Path], problems: list[Problem]) -> list[AliasFolder]:
    """Look into what `--aliases` names: files and folders."""
    found: list[AliasFolder] = []
    for given in paths:
        path = given.expanduser()
        if path.is_dir():
            found.append(alias_folder(path, str(path)))
        elif not path.exists():
            hint = "give an alias file or a folder of them"
            problems.append(Problem(f"--aliases {path}: there is no such file or folder", hint))
        elif not ALIAS_NAME.fullmatch(path.stem):
            hint = "an alias file is named after its alias: letters, digits, - and _"
            problems.append(Problem(f"--aliases {path}: this file's name is no alias's", hint))
        else:
            found.append(AliasFolder({path.stem: AliasFile(path.stem, path, str(path))}))
    return found


def shown_folder(folder: Path) -> str:
    """Call a folder as seen from the working directory, where it lies in it."""
    try:
        return re.sub(r"^\.$", "", str(folder.absolute().relative_to(Path.cwd())))
    except ValueError:
        return str(folder)
