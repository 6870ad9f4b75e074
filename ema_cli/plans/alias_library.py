"""Finds what the name of an alias means for a plan, and reads each alias once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ema_cli.documents.nearest import did_you_mean, nearest
from ema_cli.errors import Problem
from ema_cli.plans.alias_files import (
    SHIPPED,
    AliasFile,
    AliasFolder,
    alias_folder,
    given_aliases,
    shown_folder,
)
from ema_cli.plans.alias_names import method_hint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ema_cli.plans.problems import Findings
    from ema_cli.plans.written import Body, PlanText
    from ema_cli.tool import ToolTable

BESIDE = "aliases"
"""Folder beside a plan in which its aliases are looked for."""


@dataclass(frozen=True, slots=True)
class AliasPaths:
    """Where aliases are looked for, apart from the plan and its folder."""

    given: Sequence[Path]
    """Of `--aliases`: files and folders."""
    user: Path | None
    shipped: Path


class AliasLibrary:
    """All aliases that the plans of one check can name."""

    def __init__(
        self, paths: AliasPaths, tools: ToolTable, findings: Findings, *, pure: bool = False
    ) -> None:
        """Look into the folders; what is wrong goes into `findings`."""
        self._tools = tools
        self._pure = pure
        self._findings = findings
        problems: list[Problem] = []
        self._given = given_aliases(paths.given, problems)
        findings.errors_in(problems)
        user = paths.user
        self._user = alias_folder(user, shown_folder(user)) if user else AliasFolder()
        self._shipped = alias_folder(paths.shipped, SHIPPED)
        self._beside: dict[Path, AliasFolder] = {}
        self._read: dict[Path, Body] = {}
        self._compared: set[Body] = set()
        """Aliases of which is known whether they take a shipped one's place."""

    def find(self, name: str, plan: PlanText) -> Body | None:
        """Give the alias of this name, None where there is none."""
        body, file = plan.aliases.get(name), None
        if body is None:
            file = next((f.files[name] for f in self._folders(plan) if name in f.files), None)
            if file is None:
                return None
            body = self._body(file)
        if name in self._shipped.files and body not in self._compared:
            self._compared.add(body)
            self._compare(name, body, file)
        return body

    def hint(self, name: str, plan: PlanText) -> str | None:
        """Say which alias may have been meant."""
        method = method_hint(name, self._tools)
        if method is not None:
            return method
        names = dict.fromkeys([*plan.aliases, *self.visible(plan)])
        tool = nearest(name, self._tools)
        if tool is not None and nearest(name, names) is None:
            return f"did you mean the tool? Write `- tool: {tool}`"
        return did_you_mean(name, names, listed="the aliases are:")

    def visible(self, plan: PlanText) -> dict[str, AliasFile]:
        """Give all alias files that the plan can name; the first one found counts."""
        found: dict[str, AliasFile] = {}
        for folder in self._folders(plan):
            for name, file in folder.files.items():
                found.setdefault(name, file)
        return found

    def _folders(self, plan: PlanText) -> Iterator[AliasFolder]:
        yield from self._given
        yield self._folder_beside(plan)
        yield self._user
        yield self._shipped

    def _folder_beside(self, plan: PlanText) -> AliasFolder:
        folder = plan.base / BESIDE
        if folder not in self._beside:
            self._beside[folder] = alias_folder(folder, shown_folder(folder))
        return self._beside[folder]

    def _body(self, file: AliasFile) -> Body:
        if file.path not in self._read:
            self._findings.file(file.shown)
            self._read[file.path] = file.read(self._tools, pure=self._pure)
        return self._read[file.path]

    def _compare(self, name: str, body: Body, file: AliasFile | None) -> None:
        """Warn of an alias that says something else than the shipped one of its name."""
        shipped = self._shipped.files[name]
        if file is not None and (file is shipped or file.says_the_same(shipped)):
            return
        message = f"alias `{name}` takes the place of the one that ema ships"
        hint = "choose another name if that is not meant"
        self._findings.warning(Problem(message, hint, body.place))
