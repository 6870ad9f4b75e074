"""The aliases that plans in a folder can name, for people who look for one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, InvalidInput, Problem
from ema_cli.plans.alias_files import (
    SHIPPED,
    AliasFile,
    AliasFolder,
    alias_folder,
    given_aliases,
    shown_folder,
)
from ema_cli.plans.alias_library import BESIDE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ema_cli.plans.alias_library import AliasPaths


@dataclass(frozen=True, slots=True)
class ListedAlias:
    """An alias file, and who brought it: `option`, `plan`, `user` or `shipped`."""

    file: AliasFile
    origin: str


def list_aliases(paths: AliasPaths, folder: Path) -> list[ListedAlias]:
    """List the aliases of plans in `folder` by name. `plan_invalid` for wrong `--aliases`."""
    found: dict[str, ListedAlias] = {}
    for origin, aliases in _folders(paths, folder):
        for name, file in aliases.files.items():
            found.setdefault(name, ListedAlias(file, origin))
    shipped = alias_folder(paths.shipped, SHIPPED).files
    for name, file in shipped.items():
        if found[name].file.is_the_file(file):
            found[name] = ListedAlias(file, "shipped")
    return [found[name] for name in sorted(found)]


def _folders(paths: AliasPaths, folder: Path) -> Iterator[tuple[str, AliasFolder]]:
    problems: list[Problem] = []
    given = given_aliases(paths.given, problems)
    if problems:
        raise InvalidInput(ErrorKind.PLAN_INVALID, problems)
    yield from (("option", aliases) for aliases in given)
    beside = folder / BESIDE
    yield "plan", alias_folder(beside, shown_folder(beside))
    if paths.user is not None:
        yield "user", alias_folder(paths.user, shown_folder(paths.user))
    yield "shipped", alias_folder(paths.shipped, SHIPPED)
