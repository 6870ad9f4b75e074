"""A small table of tools, and the check as tests call it: nothing here needs the shipped tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol

import pytest
from pydantic import ConfigDict, Field, JsonValue, model_validator

from ema_cli.plans.alias_library import AliasPaths
from ema_cli.plans.checking import Examined, examine
from ema_cli.plans.models import Given, PlanSource
from ema_cli.tool import (
    Arguments,
    Effect,
    LocalFile,
    LocalFiles,
    Method,
    Offline,
    OfflineProblem,
    PersonaRefMark,
    Result,
    SensitiveMark,
    Tool,
    ToolTable,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence


class Example(Arguments):
    value: str = Field(min_length=2)
    entity: Literal["name", "email"] = "name"


class CopyArguments(Arguments):
    source: Annotated[str, PersonaRefMark(env="from_env")] = Field(alias="from")
    from_env: str | None = None
    link: bool = False
    include: list[Literal["rows", "files"]] = Field(default=["rows", "files"], min_length=1)


class SanitizeArguments(Arguments):
    examples: Annotated[list[str | Example], SensitiveMark()] = Field(default=[])
    scope: list[Literal["data", "config"]] = Field(default=["data", "config"])


class UploadArguments(Arguments):
    content: list[dict[str, JsonValue]] | None = None
    file: LocalFile | None = None
    files: LocalFiles | None = None
    limit: int | None = Field(default=None, ge=1, le=1000)


class MessageArguments(Arguments):
    message: str = "Snapshot"


class ValidateArguments(Arguments):
    checks: list[Literal["workflow", "config"]] = Field(default=["workflow"], max_length=2)
    strict: bool = False


class ProbeArguments(Arguments):
    """Takes anything, so that tests see what arrives."""

    model_config = ConfigDict(extra="allow")


class PickyArguments(Arguments):
    a: int | None = None
    b: int | None = None
    ratio: float = 0.5

    @model_validator(mode="after")
    def _one(self) -> PickyArguments:
        if (self.a is None) == (self.b is None):
            raise ValueError("give either a or b")
        return self


class Counts(Result):
    read: int = 0
    written: int = 0


class DataResult(Result):
    rows: Counts = Counts()
    names: list[str] = Field(default=[])
    by_name: dict[str, Counts] = Field(default={})
    linked: Counts | None = None


class PlainResult(Result):
    version: int = 1


def nothing(_args: Any, _job: Any) -> Generator[Any, None, Any]:
    raise NotImplementedError
    yield


def check_copy(args: CopyArguments, offline: Offline) -> Iterable[OfflineProblem]:
    if args.link and args.from_env not in {None, offline.env}:
        yield OfflineProblem(("link",), "data cannot be linked across environments", "copy it")


def check_sanitize(args: SanitizeArguments, _offline: Offline) -> Iterable[OfflineProblem]:
    if not args.examples:
        yield OfflineProblem(
            ("examples",), "without examples, names are not looked for", "give them", warning=True
        )


def check_upload(args: UploadArguments, _offline: Offline) -> Iterable[OfflineProblem]:
    given = [n for n in ("content", "file", "files") if getattr(args, n) is not None]
    if len(given) != 1:
        yield OfflineProblem((), "give exactly one of `content`, `file` and `files`", None)


def copy_effects(args: CopyArguments) -> frozenset[Effect]:
    return frozenset({Effect.LINKS_DATA if args.link else Effect.ADDS_DATA})


def sanitize_effects(args: SanitizeArguments) -> frozenset[Effect]:
    return frozenset({Effect.SANITIZES_DATA} if "data" in args.scope else ())


def upload_effects(_args: UploadArguments) -> frozenset[Effect]:
    return frozenset({Effect.ADDS_DATA})


COPY = Method(
    tool="data",
    name="copy",
    summary="Copy",
    arguments=CopyArguments,
    result=DataResult,
    run=nothing,
    check=check_copy,
    effects=copy_effects,
)
SANITIZE = Method(
    tool="data",
    name="sanitize",
    summary="Sanitize",
    arguments=SanitizeArguments,
    result=DataResult,
    run=nothing,
    check=check_sanitize,
    effects=sanitize_effects,
)
UPLOAD = Method(
    tool="data",
    name="upload",
    summary="Upload",
    arguments=UploadArguments,
    result=DataResult,
    run=nothing,
    check=check_upload,
    effects=upload_effects,
)
SNAPSHOT = Method(
    tool="snapshot",
    name="create",
    summary="Create",
    arguments=MessageArguments,
    result=PlainResult,
    run=nothing,
)
VALIDATE = Method(
    tool="validate",
    name=None,
    summary="Validate",
    arguments=ValidateArguments,
    result=PlainResult,
    run=nothing,
)
PROBE = Method(
    tool="probe",
    name=None,
    summary="Probe",
    arguments=ProbeArguments,
    result=DataResult,
    run=nothing,
)
PICKY = Method(
    tool="picky",
    name=None,
    summary="Picky",
    arguments=PickyArguments,
    result=PlainResult,
    run=nothing,
)
TOOLS: ToolTable = {
    "data": Tool("data", "Data", {"copy": COPY, "sanitize": SANITIZE, "upload": UPLOAD}),
    "snapshot": Tool("snapshot", "Snapshot", {"create": SNAPSHOT}, default="create"),
    "validate": Tool("validate", "Validate", {None: VALIDATE}),
    "probe": Tool("probe", "Probe", {None: PROBE}),
    "picky": Tool("picky", "Picky", {None: PICKY}),
}
GIVEN = Given(has_source=True, env="local")


class Check(Protocol):
    def __call__(
        self,
        *plans: str | bytes,
        inline: Sequence[str] = (),
        given: Given = GIVEN,
        var: Mapping[str, str] | None = None,
        aliases: Sequence[Path] = (),
        user: Path | None = None,
        shipped: Path | None = None,
        go_on: bool = False,
        pure: bool = False,
        base: Path | None = None,
    ) -> Examined: ...


@pytest.fixture
def tools() -> ToolTable:
    return TOOLS


@pytest.fixture
def look() -> Check:
    """Examine texts as `plan.yaml`, `plan2.yaml` … in the working directory, then `-a` values."""

    def look(
        *plans: str | bytes,
        inline: Sequence[str] = (),
        given: Given = GIVEN,
        var: Mapping[str, str] | None = None,
        aliases: Sequence[Path] = (),
        user: Path | None = None,
        shipped: Path | None = None,
        go_on: bool = False,
        pure: bool = False,
        base: Path | None = None,
    ) -> Examined:
        folder = base or Path.cwd()
        texts = [plan.encode() if isinstance(plan, str) else plan for plan in plans]
        sources = [
            PlanSource(f"plan{number if number > 1 else ''}.yaml", text, folder)
            for number, text in enumerate(texts, start=1)
        ]
        sources += [
            PlanSource(f"-a[{number}]", text.encode(), Path.cwd(), inline=True)
            for number, text in enumerate(inline, start=1)
        ]
        return examine(
            sources,
            tools=TOOLS,
            given=given,
            variables=var or {},
            aliases=AliasPaths(aliases, user, shipped or Path("/nonexistent")),
            continue_on_error=go_on,
            pure=pure,
        )

    return look
