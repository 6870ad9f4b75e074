"""Actions run by themselves, on real workspaces."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row
from ema_cli.runs.job import ActionJob

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from ema_cli.platforms.port import Port
    from ema_cli.tool import AnyMethod, Step
    from ema_cli.values import JsonObject


@dataclass
class Site:
    """One platform, and short ways to fill and read it."""

    port: Port

    def make(
        self,
        name: str,
        rows: Mapping[str, JsonObject] | None = None,
        files: Mapping[str, bytes] | None = None,
    ) -> str:
        """Make a persona with data; answer its id."""
        persona = self.port.create_persona(PersonaContent(name), key=f"create-{name}").id
        self.add(persona, rows or {}, files or {})
        return persona

    def add(
        self, persona: str, rows: Mapping[str, JsonObject], files: Mapping[str, bytes] | None = None
    ) -> None:
        """Give a persona more data."""
        page = [Row(key, fields) for key, fields in rows.items()]
        for start in range(0, len(page), 1000):
            part = page[start : start + 1000]
            self.port.write_rows(persona, part, key=f"{persona}-{part[0].key}-{start}")
        for name, data in (files or {}).items():
            key = f"{persona}-{name}"
            self.port.write_file(persona, name, "text/plain", iter([data]), key=key)

    def rows(self, persona: str) -> list[Row]:
        """Read all rows of a persona."""
        page = self.port.rows(persona)
        rows = [*page.items]
        while page.after is not None:
            page = self.port.rows(persona, after=page.after)
            rows += page.items
        return rows

    def fields(self, persona: str) -> list[JsonObject]:
        """Read what all rows of a persona hold."""
        return [row.fields for row in self.rows(persona)]

    def files(self, persona: str) -> dict[str, bytes]:
        """Read all files of a persona."""
        return {info.name: self._file(persona, info.name) for info in self.port.files(persona)}

    def _file(self, persona: str, name: str) -> bytes:
        with self.port.open_file(persona, name) as chunks:
            return b"".join(chunks)


@dataclass
class Acting:
    """Runs single actions on the site `here`; `steps` are what the last one yielded."""

    here: Site
    there: Site
    steps: list[Step] = field(default_factory=list)

    def __call__(
        self,
        method: AnyMethod,
        target: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        run: str = "run-1",
    ) -> dict[str, Any]:
        """Run an action with the arguments that a plan would give; answer its result as JSON."""
        self.steps = []
        steps = method.run(
            method.arguments.model_validate(arguments or {}), self.job(target, arguments, run)
        )
        while True:
            try:
                self.steps.append(next(steps))
            except StopIteration as stop:
                result: dict[str, Any] = stop.value.model_dump(mode="json")
                return result

    def job(self, target: str, arguments: Mapping[str, Any] | None, run: str) -> ActionJob:
        """Make the job of an action."""
        return ActionJob(
            port=self.here.port,
            target=target,
            source=None,
            env="local",
            pseudonym_key=bytes(32),
            run_id=run,
            index=1,
            attempt=0,
            arguments=json.dumps(arguments),
            platforms={"elsewhere": self.there.port}.__getitem__,
            saved={},
        )


def _opened(path: Path) -> Iterable[Site]:
    port = open_workspace(path)
    yield Site(port)
    port.close()


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Site]:
    """Give the environment `local`."""
    yield from _opened(tmp_path / "local.db")


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Site]:
    """Give the environment `elsewhere`."""
    yield from _opened(tmp_path / "elsewhere.db")


@pytest.fixture
def act(here: Site, there: Site) -> Acting:
    """Give what runs actions on the environment `local`."""
    return Acting(here, there)
