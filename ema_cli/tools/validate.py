"""`validate`: whether a persona keeps the rules, check by check."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import Field

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.personas.exports import PlatformExport
from ema_cli.tool import Arguments, Job, Method, Notice, Offline, OfflineProblem, Result, Step
from ema_cli.tools.examples import NO_EXAMPLES, Examples, as_examples, example_problems
from ema_cli.tools.validate_data import data_findings
from ema_cli.tools.version_list import versions
from ema_cli.workflow.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import PersonaContent, Version

Check: TypeAlias = Literal["workflow", "config", "data", "sanitized"]

MOST_SHOWN = 20
"""Findings that are shown while it runs; the result has them all."""


class ValidateArguments(Arguments):
    """What to check, and how strictly."""

    checks: list[Check] = Field(
        default=["workflow", "config"],
        min_length=1,
        description="Checks to run: `workflow`, `config`, `data`, `sanitized`.",
    )
    examples: Examples = Field(
        default=[], description="For `sanitized`: values that must not be there."
    )
    strict: bool = Field(default=False, description="Let a warning fail the action, too.")


class ValidateResult(Result):
    """All findings, in the order of the checks, and how many weigh how much."""

    checks: list[Check]
    errors: int
    warnings: int
    advice: int
    findings: list[Finding]


def check(args: ValidateArguments, _offline: Offline) -> Iterable[OfflineProblem]:
    """Judge examples, which only one of the checks uses."""
    if "sanitized" in args.checks:
        for number, example in enumerate(as_examples(args.examples)):
            yield from example_problems(("examples", number), example)
        if not args.examples:
            yield NO_EXAMPLES
    elif args.examples:
        yield OfflineProblem(
            ("examples",), "no check uses these", "add `sanitized` to `checks`, or leave them out"
        )


def run(args: ValidateArguments, job: Job) -> Generator[Step, None, ValidateResult]:
    """Judge the target; an error fails the action, with `strict` a warning does so as well."""
    export = PlatformExport(job.port, job.target)
    result = yield from judge(
        export,
        args,
        lambda: job.port.data_counts(job.target).rows,
        versions(job.port, job.target),
    )
    if result.errors or (args.strict and result.warnings):
        raise ActionFailed(
            ErrorKind.FINDINGS,
            f"validation found {_counted(result)}",
            hint="the findings in the result say what to do",
            result=result,
        )
    return result


def judge(
    export: Export,
    args: ValidateArguments,
    count: Callable[[], int] | None = None,
    kept: Iterable[Version] = (),
) -> Generator[Step, None, ValidateResult]:
    """Run the checks on a persona, wherever it is kept.

    `count` is what its platform counts, `kept` the versions there.
    """
    found: list[Finding] = []
    checks = list(dict.fromkeys(args.checks))
    for name in checks:
        match name:
            case "workflow":
                found += _workflow_findings(export.content)
            case "config":
                found += _config_findings(export.content)
            case "data":
                found += yield from data_findings(export, count)
            case "sanitized":
                found += yield from _sanitized_findings(export, args, kept)
    yield from _shown(found)
    weights = Counter(finding.severity for finding in found)
    return ValidateResult(
        checks=checks,
        errors=weights[Severity.ERROR],
        warnings=weights[Severity.WARNING],
        advice=weights[Severity.ADVICE],
        findings=found,
    )


def _workflow_findings(content: PersonaContent) -> list[Finding]:
    from ema_cli.workflow.rules import findings  # noqa: PLC0415 - costs more than a check of plans

    return findings(content.workflow_def)


def _config_findings(content: PersonaContent) -> list[Finding]:
    from ema_cli.workflow.rules import config_findings  # noqa: PLC0415 - see above

    return config_findings(
        enabled_by_user=content.enabled_by_user,
        welcome_messages=content.welcome_messages,
        proto_config=content.proto_config,
        workflow_def=content.workflow_def,
    )


def _sanitized_findings(
    export: Export, args: ValidateArguments, kept: Iterable[Version]
) -> Generator[Step, None, list[Finding]]:
    from ema_cli.tools.validate_sanitized import (  # noqa: PLC0415 - other checks need no matcher
        sanitized_findings,
    )

    return (yield from sanitized_findings(export, as_examples(args.examples), kept))


def _shown(found: Sequence[Finding]) -> Generator[Step, None, None]:
    for finding in found[:MOST_SHOWN]:
        yield Notice(f"{finding.path}: {finding.severity}: {finding.message} ({finding.hint})")
    if len(found) > MOST_SHOWN:
        yield Notice(f"and {len(found) - MOST_SHOWN} more findings in the result")


def _counted(result: ValidateResult) -> str:
    counts = {"error": result.errors, "warning": result.warnings}
    return " and ".join(f"{n} {word}{'s' * (n != 1)}" for word, n in counts.items() if n)


METHOD = Method(
    tool="validate",
    name=None,
    summary="Check that a persona keeps the rules",
    arguments=ValidateArguments,
    result=ValidateResult,
    run=run,
    check=check,
    example='ema validate "Acme demo" --checks workflow --checks data --strict',
    changes=False,
)
