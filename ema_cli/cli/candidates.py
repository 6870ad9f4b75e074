"""What may stand for a persona, an environment, an alias or a run on a command line."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ema_cli.errors import EmaError, usage
from ema_cli.plans.folders import shipped_aliases
from ema_cli.settings import LOCAL, environment, folders
from ema_cli.settings import environments as configured

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.platforms.port import Persona, Port

Candidate: TypeAlias = tuple[str, str]
"""A word, and what it means."""

MOST = 1000
"""Candidates that are looked for: nobody reads more."""


@dataclass(slots=True)
class Line:
    """What the words before say that matters here."""

    env: str | None = None
    alias_paths: list[str] = field(default_factory=list)


def environments(_line: Line) -> Iterator[Candidate]:
    """Give the names of environments."""
    with suppress(EmaError):
        for one in configured(os.environ):
            url = one.http.url.value if one.http is not None else None
            yield one.name, url or "the platform on this machine"


def personas(line: Line) -> Iterator[Candidate]:
    """Give the names of the local platform's personas; no network is asked while one types."""
    with suppress(EmaError), _local(line) as port:
        for persona in islice(_all(port), MOST):
            yield persona.content.name, persona.content.description


def personas_and_templates(line: Line) -> Iterator[Candidate]:
    """Give the names of personas, then the keys of templates."""
    yield from personas(line)
    with suppress(EmaError), _local(line) as port:
        for template in port.templates():
            yield template.key, "a template"


@contextmanager
def _local(line: Line) -> Iterator[Port]:
    """Open the platform of the line's environment; `usage` error where it is not the local one."""
    from ema_cli.cli.connecting import connected  # noqa: PLC0415 - most candidates need no platform

    if environment(line.env, os.environ).name != LOCAL:
        raise usage("only the local platform is asked")
    with connected(line.env, create=False) as port:
        yield port


def _all(port: Port) -> Iterator[Persona]:
    after: str | None = None
    while True:
        page = port.personas(after=after)
        yield from page.items
        after = page.after
        if after is None:
            return


def aliases(line: Line) -> Iterator[Candidate]:
    """Give the names of aliases, as far as the names of files tell them."""
    places = [*(Path(path).expanduser() for path in line.alias_paths), Path("aliases")]
    with suppress(EmaError):
        places.append(folders(os.environ).config / "aliases")
    found: set[str] = set()
    for place in (*places, shipped_aliases()):
        for path in sorted(place.iterdir()) if place.is_dir() else [place]:
            if path.suffix in {".yaml", ".yml"} and path.stem not in found:
                found.add(path.stem)
                yield path.stem, f"alias in {place}"


def runs(_line: Line) -> Iterator[Candidate]:
    """Give the ids of the runs whose records are kept, the youngest first."""
    from ema_cli.runs.records import SUFFIX  # noqa: PLC0415 - loads pydantic

    yield "last", "the youngest run"
    records = sorted((folders(os.environ).state / "runs").glob(f"*{SUFFIX}"), reverse=True)
    for path in records[:MOST]:
        yield path.name.removesuffix(SUFFIX), ""
